import type { Detention } from '@octroi/contract/caisse/caisse';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useSession } from '#src/platform/session.ts';
import { Facts } from '#src/ui/page/Facts.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import classes from './Caisse.module.css';

/** Badges for a person who holds too much cash, or for too long. */
export const DetentionBadges = ({ tropDetenu, tropLongtemps }: Detention) => (
  <span className={classes.badges}>
    {tropDetenu ? <StatusBadge status="Au-delà du plafond" /> : null}
    {tropLongtemps ? <StatusBadge status="En retard" /> : null}
    {!tropDetenu && !tropLongtemps ? <StatusBadge status="En règle" /> : null}
  </span>
);

/** The cash that a person holds in a régie. */
export function DetentionFacts({ detention }: { detention: Detention }) {
  const { timeZone } = useSession();
  const { detenu, enTransit, ecarts, depuis, plafond, delaiJours } = detention;
  return (
    <Facts
      facts={[
        ['Détenu', detenu === null ? 'Dit quand la caisse est comptée' : formatFrancs(detenu)],
        ['En route', enTransit > 0 ? formatFrancs(enTransit) : null],
        ['Écarts à régler', ecarts === 0 ? null : formatFrancs(ecarts)],
        ['Depuis', depuis && formatInstant(depuis, timeZone).jour],
        ['Plafond', `${formatFrancs(plafond)}, à verser sous ${delaiJours} jours`],
        ['État', <DetentionBadges key="etat" {...detention} />],
      ]}
    />
  );
}
