import { equipementColumns } from '@octroi/contract/contribuables/equipement-columns';
import type { EquipementRow } from '@octroi/contract/contribuables/lignes';
import { withLook } from '#src/ui/list/columns.ts';

/** The equipment list on screen. */
export const COLUMNS = withLook<EquipementRow>(equipementColumns, {
  numKlis: {
    href: ({ contribuable }) => ({ to: `/contribuables/profile/${contribuable.id}` }),
    width: 150,
    grow: 0,
    primary: true,
  },
  secteur: { width: 180 },
  statut: { width: 206 },
  base: { width: 220 },
  agent: { width: 140 },
  agentNom: { width: 170 },
});
