import { contribuableColumns } from '@octroi/contract/contribuables/columns';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { withLook } from '#src/ui/list/columns.ts';

export { placeText } from '@octroi/contract/columns';

/** The taxpayer list on screen. */
export const COLUMNS = withLook<ContribuableRow>(contribuableColumns, {
  numKlis: { href: ({ id }) => ({ to: `/contribuables/profile/${id}` }), width: 108, grow: 0 },
  fullName: { width: 180, primary: true },
  localisation: { width: 150 },
  telephone: { width: 116, grow: 0 },
  statut: { width: 106 },
  bases: { width: 220 },
  agent: { width: 140 },
  agentNom: { width: 170 },
});
