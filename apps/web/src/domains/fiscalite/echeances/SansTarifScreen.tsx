import {
  MOTIFS_SANS_TARIF,
  sansTarifFilterFields,
  type SansTarifRow,
} from '@octroi/contract/fiscalite/echeances';
import { useSearch } from '@tanstack/react-router';
import { useExercice } from '#src/app/selection.ts';
import { type Column, ListScreen } from '#src/ui/list/index.ts';
import { TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import type { TerritorySearch } from '#src/ui/territory/territory-search.ts';
import { useTerritory } from '#src/ui/territory/use-territory.ts';

const COLUMNS: readonly Column<SansTarifRow>[] = [
  {
    id: 'contribuable',
    header: 'Contribuable',
    kind: 'link',
    sort: 'contrib.fullName',
    primary: true,
    value: ({ contribuable }) => contribuable.fullName,
    href: ({ contribuable }) => ({ to: `/contribuables/profile/${contribuable.id}` }),
  },
  {
    id: 'numKlis',
    header: 'N°',
    kind: 'text',
    grow: 0,
    width: 130,
    value: ({ contribuable }) => contribuable.numKlis,
  },
  {
    id: 'lieu',
    header: 'Localisation',
    kind: 'text',
    sort: 'ram.nom',
    value: ({ ramification }) => ramification.nom,
  },
  { id: 'objet', header: 'Équipement ou activité', kind: 'text', value: ({ objet }) => objet },
  { id: 'precision', header: 'Précision', kind: 'text', value: ({ precision }) => precision },
  { id: 'motif', header: 'Motif', kind: 'text', width: 280, value: ({ motif }) => MOTIFS_SANS_TARIF[motif] },
  { id: 'date', header: 'Enrôlement', kind: 'day', sort: 'l.createdAt', value: ({ createdAt }) => createdAt },
];
const DEFAULTS = { orderBy: 'l.createdAt', sortOrder: 'desc', itemperpage: 50 } as const;

/** The lines of a year that no tax bills, one by one, with the reason. */
export function SansTarifScreen() {
  const search: TerritorySearch = useSearch({ strict: false });
  const { exercice } = useExercice();
  const { asked, ms, entite } = useTerritory(search);
  return (
    <ListScreen<SansTarifRow>
      path="echeances/sans-tarif"
      title={`Lignes sans tarif ${exercice}${entite ? ` - ${entite.nom}` : ''}`}
      breadcrumb={[
        TABLEAU_DE_BORD,
        { label: 'Taxes' },
        { label: 'Échéances', to: '/echeances' },
        { label: 'Sans tarif' },
      ]}
      columns={COLUMNS}
      filters={sansTarifFilterFields}
      defaults={DEFAULTS}
      query={{ entite: asked, ramification: ms.length > 0 ? [...ms] : undefined, annee: exercice }}
      emptyText="Toutes les lignes de cet exercice ont leur échéance."
    />
  );
}
