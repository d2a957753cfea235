import { filterParams, type FilterRow } from '@octroi/contract/platform/listing/filter';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor, type Reply } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import type { Draft } from './use-draft.ts';
import classes from './Wizard.module.css';

type Taxe = Reply<'GET /entite_taxes'>['data'][number];

/** The active taxes of the chosen base in the chosen years; undefined until both are chosen. */
function rowsOf({ infos, etat }: Draft, ownId: number | undefined): FilterRow[] | undefined {
  const { entite, natureActivite, typeEquipement, enabled } = infos;
  const objet = natureActivite ?? typeEquipement;
  if (!entite || !objet || !enabled || etat.annees.length === 0) return undefined;
  return [
    { column: 'ent.id', operator: 'eq', x: String(entite.id) },
    { column: natureActivite ? 'na.id' : 'teq.id', operator: 'eq', x: String(objet.id) },
    { column: 't.enabled', operator: 'eq', x: '1' },
    { column: 'a.annee', operator: 'in', x: etat.annees.map(String) },
    ...(ownId === undefined ? [] : [{ column: 't.id', operator: 'not eq', x: String(ownId) } as const]),
  ];
}

/** `18 000 F CFA, Annuelle`; précisions from the lowest to the highest. */
function rateText({ tarifs, frequence }: Taxe, annees: readonly number[]): string {
  const prices = tarifs
    .filter(({ annee }) => annees.includes(Number(annee)))
    .flatMap(({ valeurs }) => valeurs.flatMap(({ tarifs: each }) => each));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const amount = least === most ? formatFrancs(least) : `${formatFrancs(least)} à ${formatFrancs(most)}`;
  return [...(prices.length > 0 ? [amount] : []), ...(frequence ? [frequence.nom] : [])].join(', ');
}

/**
 * The taxes that a base has already: a line would pay them too.
 * @param ownId id of the edited tax
 */
export function OtherTaxes({ draft, ownId }: { draft: Draft; ownId: number | undefined }) {
  const rows = rowsOf(draft, ownId);
  const read = useQuery({
    ...queryFor('GET /entite_taxes', { query: { itemperpage: 20, ...filterParams(rows ?? []) } }),
    enabled: rows !== undefined,
  });
  const failure = failureOf(read);
  const { natureActivite, nom } = draft.infos;
  if (rows && failure)
    return (
      <UnreadNote failure={failure}>
        Les autres taxes qui portent sur cette base n’ont pas pu être lues.
      </UnreadNote>
    );
  const others = (rows && read.data?.data) ?? [];
  if (others.length === 0) return null;
  return (
    <div className={classes.others} role="status">
      {others.map((taxe) => (
        <p key={taxe.id}>
          La taxe « {taxe.nom} » porte déjà sur {natureActivite ? 'cette activité' : 'cet équipement'} (
          {rateText(taxe, draft.etat.annees)}) : une ligne paiera cette taxe et « {nom || 'la nouvelle'} ».{' '}
          <Link to={`${SCREENS.taxes.url}/$id`} params={{ id: String(taxe.id) }} target="_blank">
            Voir cette taxe
          </Link>
        </p>
      ))}
    </div>
  );
}
