import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import type { ActeTerrainRow } from '@octroi/contract/terrain/actes';
import { linkOptions } from '@tanstack/react-router';

/** The lists behind the figures of an agent in a period. */
export function listsOf({ entite, agent }: ActeTerrainRow, { from, to }: OpenRange) {
  const byAgent: FilterRow[] = [{ column: 'user.id', operator: 'eq', x: String(agent.id) }];
  // what takes money back is a cancellation, which has its own figure
  const paid: FilterRow[] = [
    { column: 'trans.statut', operator: 'eq', x: 'Confirmé' },
    { column: 'trans.montant', operator: 'gt', x: '0' },
    ...byAgent,
  ];
  const place = { entite: entite.id, from, to, dates: from || to ? undefined : ('toutes' as const) };
  return {
    enrolements: linkOptions({
      to: SCREENS.contribuables.url,
      search: { ...place, betail: 'tous', f: byAgent },
    }),
    paiements: linkOptions({
      to: SCREENS.transactions.url,
      search: { ...place, f: paid },
    }),
    visites: linkOptions({
      to: SCREENS.tournees.url,
      search: { entite: entite.id, from, to, f: byAgent },
    }),
  };
}
