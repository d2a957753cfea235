import { isRareTile, JOURNEE_TILES } from '@octroi/contract/journee';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { mayAll } from '@octroi/contract/rights';
import { useQueries } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { JourneePlace } from '#src/platform/journee.ts';
import { useSession } from '#src/platform/session.ts';
import classes from './Journee.module.css';

/** The waiting work declared by each domain: a number, with a link. */
export function Tuiles({ place }: { place: JourneePlace }) {
  const { permissions } = useSession();
  const { journeeTiles } = useRouteContext({ from: '__root__' });
  const tiles = journeeTiles
    .filter(({ cle }) => mayAll(permissions, JOURNEE_TILES[cle]))
    .toSorted((a, b) => Number(isRareTile(a.cle)) - Number(isRareTile(b.cle)));
  const queries = useQueries({
    queries: tiles.map(({ cle, resource, read }) => ({
      queryKey: [resource, 'journee', cle, place],
      queryFn: () => read(place),
    })),
  });
  const shown = tiles.flatMap((tile, index) => {
    const { data, error } = queries[index] ?? {};
    return data === null || (isRareTile(tile.cle) && !data && !error) ? [] : [{ ...tile, data, error }];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label="Ce qui attend" className={classes.tiles}>
      {shown.map(({ cle, label, icon: Icon, data, error }) => {
        const content = (
          <>
            <b>{data ? formatNumber(data.nombre) : '–'}</b>
            <span>
              <span className={classes.label}>
                <Icon size={16} /> {label}
              </span>
              <small>{data?.detail ?? (error ? 'Pas de réponse' : '\u00a0')}</small>
            </span>
          </>
        );
        return data ? (
          <Link key={cle} {...data.href} className={classes.tile} data-none={data.nombre === 0 || undefined}>
            {content}
          </Link>
        ) : (
          <div key={cle} className={classes.tile} aria-busy={!error}>
            {content}
          </div>
        );
      })}
    </section>
  );
}
