import { Button } from '@mantine/core';
import { appareilColumns, appareilList } from '@octroi/contract/terrain/appareil-columns';
import type { AppareilRow } from '@octroi/contract/terrain/appareils';
import { SCREENS } from '@octroi/contract/register';
import { IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useMay } from '#src/platform/session.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { actsOf, casOf } from './appareil-acts.ts';
import { askAppareil } from './ask-appareil.tsx';
import { useEntite } from './refresh.ts';

const COLUMNS = withLinks<AppareilRow, (typeof appareilColumns)[number]['id']>(appareilColumns, {
  appareil: ({ id }) =>
    linkOptions({ to: SCREENS['cas-terrain'].url, search: { appareil: id, etat: 'tous' } }),
});
const DEFAULTS: ListDefaults = { orderBy: 'a.code', sortOrder: 'asc', itemperpage: 50 };
const { nom } = SCREENS.terrain;

/** Agents' devices: pending commands, last contact, cash limit. */
export function AppareilListScreen() {
  const { chosenPlace } = useChosenPlace();
  const entite = chosenPlace?.kind === 'entite' ? chosenPlace : undefined;
  const [creates, changes] = [useMay('terrain', 'Créer'), useMay('terrain', 'Modifier')];
  return (
    <ListScreen
      path="appareils"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Terrain'), { label: nom }]}
      columns={COLUMNS}
      filters={appareilList.fields}
      defaults={DEFAULTS}
      query={useEntite()}
      rowActs={(row) => [casOf(row), ...(changes ? actsOf(row) : [])]}
      exporter="terrain"
      actions={
        creates ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => askAppareil(undefined, entite)}>
            Ajouter un appareil
          </Button>
        ) : null
      }
      emptyText="Ajoutez un appareil, puis donnez son code à l’agent."
    />
  );
}
