import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { enrollementColumns } from '@octroi/contract/contribuables/enrollement-columns';
import { withLook } from '#src/ui/list/columns.ts';

/** The enrolment list on screen. */
export const COLUMNS = withLook<ContribuableRow>(enrollementColumns, {
  numKlis: { href: ({ id }) => ({ to: `/contribuables/profile/${id}` }), width: 150, grow: 0 },
  fullName: { width: 180, primary: true },
  localisation: { width: 150 },
  statut: { width: 106 },
  bases: { width: 220 },
  agent: { width: 140 },
  agentNom: { width: 170 },
  correcteur: { width: 130 },
  correcteurNom: { width: 170 },
});
