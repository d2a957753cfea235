import { baseTaxableColumns } from '@octroi/contract/contribuables/base-taxable-columns';
import type { EnrollementRow } from '@octroi/contract/contribuables/lignes';
import { withLook } from '#src/ui/list/columns.ts';

/** The list of taxable bases on screen. */
export const COLUMNS = withLook<EnrollementRow>(baseTaxableColumns, {
  base: { width: 200 },
  precision: { width: 130 },
  numKlis: {
    href: ({ contribuable }) => ({ to: `/contribuables/profile/${contribuable.id}` }),
    width: 132,
    grow: 0,
  },
  fullName: { width: 180, primary: true },
  localisation: { width: 150 },
  statut: { width: 106 },
  agent: { width: 140 },
  agentNom: { width: 170 },
});
