/** Earlier files of the person, with what waits for a decision. */
import { Button } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { importsQuery } from './queries.ts';

const TITLE = 'Fichiers déjà envoyés';

export function ImportsRecents({ onOpen }: { onOpen: (id: string) => void }) {
  const { timeZone } = useSession();
  const read = useQuery(importsQuery);
  const [page, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <Card title={TITLE}>
        <ErrorState failure={failure} />
      </Card>
    );
  if (!page || page.data.length === 0) return null;
  return (
    <Card title={TITLE}>
      <FigureTable
        label={TITLE}
        heads={['Fichier', 'Collectivité', 'Envoyé le', figureHead('Lignes'), figureHead('À décider'), '']}
      >
        {page.data.map(({ id, nom, entite, createdAt, lignes, aDecider }) => (
          <tr key={id}>
            <th scope="row">{nom}</th>
            <td>{entite.nom}</td>
            <td>{formatInstant(createdAt, timeZone).jour}</td>
            <FigureCell value={lignes} />
            <FigureCell value={aDecider} />
            <td>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onOpen(id)}
                aria-label={`Reprendre ${nom}, ${formatNumber(lignes)} lignes`}
              >
                Reprendre
              </Button>
            </td>
          </tr>
        ))}
      </FigureTable>
    </Card>
  );
}
