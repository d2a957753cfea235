import { Button } from '@mantine/core';
import { numerosText } from '@octroi/contract/caisse/valeurs/valeur-rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { askVente } from './ask-vente.tsx';

const TITLE = 'Valeurs que je détiens';

/** The tickets that the person holds, and their sale; empty if there are none. */
export function OwnValeurs() {
  const sells = useMay('ventes-valeurs', 'Créer');
  const read = useQuery({ ...queryFor('GET /ventes_valeurs/miennes'), enabled: sells });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <Card title={TITLE}>
        <ErrorState failure={failure} />
      </Card>
    );
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={TITLE}
      actions={
        <Button size="compact-sm" leftSection={<IconTicket size={14} />} onClick={askVente}>
          Vendre
        </Button>
      }
    >
      <Facts
        facts={data.data.map(({ categorie, nombre, numeros }) => [
          categorie.nom,
          `${numerosText(numeros)} (${formatFrancs(nombre * categorie.valeur)})`,
        ])}
      />
    </Card>
  );
}
