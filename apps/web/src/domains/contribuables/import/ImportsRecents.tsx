/** Earlier files of the person, with what waits for a decision. */
import { Button } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/platform/session.ts';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Card } from '#src/ui/page/Card.tsx';
import { importsQuery } from './queries.ts';

export function ImportsRecents({ onOpen }: { onOpen: (id: string) => void }) {
  const { timeZone } = useSession();
  const { data: page } = useQuery(importsQuery);
  if (!page || page.data.length === 0) return null;
  return (
    <Card title="Fichiers déjà envoyés">
      <FigureTable
        label="Fichiers déjà envoyés"
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
