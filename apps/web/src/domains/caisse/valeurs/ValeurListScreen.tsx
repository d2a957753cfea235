import { Button } from '@mantine/core';
import { valeurColumns, valeurList } from '@octroi/contract/caisse/valeurs/valeur-columns';
import type { ValeurRow } from '@octroi/contract/caisse/valeurs/valeurs';
import { SCREENS } from '@octroi/contract/register';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconPlus,
  IconTruckDelivery,
  IconUserCheck,
} from '@tabler/icons-react';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { useEntite } from '../refresh.ts';
import { askMouvement, askReception } from './ask-mouvement.tsx';

const route = getRouteApi(`/shell${SCREENS['valeurs-inactives'].url}`);

const DEFAULTS: ListDefaults = { orderBy: 'cv.nom', sortOrder: 'asc', itemperpage: 50 };
const { nom } = SCREENS['valeurs-inactives'];

/** Tickets and counterfoil books by holder, and their movements. */
export function ValeurListScreen() {
  const [moves, discards] = [useMay('valeurs-inactives', 'Créer'), useMay('valeurs-inactives', 'Valider')];
  const search = route.useSearch();
  const entiteQuery = useEntite();
  const totals = useListTotals('valeurs_inactives', search, entiteQuery, valeurColumns);
  const acts = (row: ValeurRow): RowAct[] => [
    ...(moves
      ? row.agent
        ? [{ label: 'Reprendre de l’agent', icon: IconArrowBackUp, run: () => askMouvement('rendu', row) }]
        : [{ label: 'Remettre à un agent', icon: IconUserCheck, run: () => askMouvement('remis', row) }]
      : []),
    ...(moves && discards && !row.agent
      ? [{ label: 'Renvoyer au comptable', icon: IconTruckDelivery, run: () => askMouvement('renvoyé', row) }]
      : []),
    ...(moves && discards
      ? [
          {
            label: 'Déclarer perdues',
            icon: IconAlertTriangle,
            danger: true,
            run: () => askMouvement('perdu', row),
          },
        ]
      : []),
  ];
  return (
    <ListScreen
      path="valeurs_inactives"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: nom }]}
      columns={valeurColumns}
      filters={valeurList.fields}
      defaults={DEFAULTS}
      query={entiteQuery}
      rowActs={moves ? acts : undefined}
      exporter="valeurs-inactives"
      totals={totals}
      actions={
        <>
          <ButtonLink {...linkOptions({ to: SCREENS['releve-valeurs'].url })} variant="default">
            {SCREENS['releve-valeurs'].nom}
          </ButtonLink>
          {moves ? (
            <Button
              leftSection={<IconPlus size={16} />}
              onClick={() => askReception('entite' in entiteQuery ? entiteQuery.entite : undefined)}
            >
              Recevoir du comptable
            </Button>
          ) : null}
        </>
      }
      emptyText="Une catégorie se crée dans « Catégories de valeurs » ; ses numéros se reçoivent ici."
    />
  );
}
