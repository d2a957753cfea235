import { filterParams, type FilterRow } from '@octroi/contract/platform/listing/filter';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { type BasePath, linesOf } from './unite-question.ts';
import classes from './LignesDeBase.module.css';

const SANS_QUANTITE: FilterRow = { column: 'enrollement.sansQuantite', operator: 'eq', x: '1' };

const useCount = (rows: readonly FilterRow[], enabled: boolean) =>
  useQuery({
    ...queryFor('GET /enrollements', { query: { nombre: 'seul', ...filterParams(rows) } }),
    enabled,
    select: ({ meta }) => meta.total_records,
  });

const lineText = (number: number): string =>
  `${formatNumber(number)} ${number > 1 ? 'lignes ouvertes' : 'ligne ouverte'}`;

/** The open lines of a base with a unit, and those whose quantity nobody entered: a rate by the unit does not bill them. */
function LignesDeBase({ path, row }: { path: BasePath; row: ResourceRow }) {
  const unite = typeof row['unite'] === 'string' ? row['unite'] : null;
  const mayList = useMay('enrollements', 'Lister');
  const lines = linesOf(path, row.id);
  const reads = [
    useCount(lines, mayList && unite !== null),
    useCount([...lines, SANS_QUANTITE], mayList && unite !== null),
  ] as const;
  const [all, sans] = [reads[0].data, reads[1].data];
  const failure = failureOf(...reads);
  if (failure)
    return <UnreadNote failure={failure}>Les lignes de cette base n’ont pas pu être comptées.</UnreadNote>;
  if (unite === null || all === undefined || sans === undefined) return null;
  const linkTo = (text: string, f: readonly FilterRow[]) => (
    <Link to={SCREENS['bases-taxables'].url} search={{ dates: 'toutes', betail: 'tous', f: [...f] }}>
      {text}
    </Link>
  );
  return (
    <div className={classes.below}>
      <Card title="Lignes de cette base">
        <CardNote>
          {all === 0 ? (
            'Aucune ligne ouverte.'
          ) : (
            <>
              {linkTo(lineText(all), lines)},{' '}
              {sans === 0 ? (
                'toutes avec leur quantité.'
              ) : (
                <>
                  dont {linkTo(`${formatNumber(sans)} sans quantité`, [...lines, SANS_QUANTITE])} : un tarif
                  par {unite} ne {sans > 1 ? 'les' : 'la'} facture pas tant que la quantité n’est pas entrée.
                </>
              )}
            </>
          )}
        </CardNote>
      </Card>
    </div>
  );
}

export const LignesDeType = ({ row }: { row: ResourceRow }) => (
  <LignesDeBase path="type_equipements" row={row} />
);
export const LignesDeNature = ({ row }: { row: ResourceRow }) => (
  <LignesDeBase path="nature_activites" row={row} />
);
