import '@mantine/core/styles/Skeleton.layer.css';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatDay } from '@octroi/contract/platform/values/period';
import { arrieresText } from '@octroi/contract/pilotage/classeurs/rythme';
import { memeJourAvant } from '@octroi/contract/pilotage/projection';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { share } from '@octroi/contract/pilotage/share';
import { Link } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { amountText, changeOf, shareText } from '../statistiques/change.ts';
import { yearRange } from './cumuls.ts';
import type { RythmeLinks } from './links.ts';
import { useSession } from '#src/platform/session.ts';
import classes from './Rythme.module.css';
import tiles from '../dashboard/Dashboard.module.css';

interface RythmeTilesProps {
  rythme: Rythme | undefined;
  annee: number;
  links: RythmeLinks;
}

/** Received for the year, planned, received for the year before by the same day, arrears, projected total. */
export function RythmeTiles({ rythme, annee, links }: RythmeTilesProps) {
  const year = yearRange(annee);
  const { today } = useSession();
  // while the figures load, the labels are those of the day that they will most likely have
  const jour = rythme ? rythme.jour : lastDayOf(year, today);
  // before the year begins, it is compared with the whole year before
  const before = jour ? memeJourAvant(jour) : `${annee - 1}-12-31`;
  const precedent = jour ? rythme?.precedent.encaisse : rythme?.precedent.total;
  const change = rythme && jour ? changeOf(rythme.encaisse, rythme.precedent.encaisse) : undefined;
  const paid = rythme && share(rythme.encaisse, rythme.attendu);
  const end = rythme?.projection && share(rythme.projection.montant, rythme.attendu);
  return (
    <section className={classes.tiles} aria-label="Chiffres">
      <Tile
        label={jour ? `Encaissé pour ${annee} au ${formatDay(jour)}` : `Encaissé pour ${annee}`}
        value={rythme?.encaisse}
        help={paid === undefined ? 'F CFA, pour cet exercice' : `${paid} % de l’attendu`}
        address={links.recus(annee, { to: jour ?? year.to })}
      />
      <Tile
        label={`Attendu en ${annee}`}
        value={rythme?.attendu}
        help="F CFA, échéances de toute l’année"
        address={links.echus(year)}
      />
      {jour ? (
        <Tile
          label={`Échu au ${formatDay(jour)}`}
          value={rythme?.echu}
          help={rythme ? `écart : ${amountText(changeOf(rythme.encaisse, rythme.echu))}` : ''}
          address={links.echus({ from: year.from, to: jour })}
        />
      ) : null}
      <Tile
        label={`Encaissé pour ${annee - 1} au ${formatDay(before)}`}
        value={precedent}
        help={
          change
            ? `${annee} : ${amountText(change)}${shareText(change) ? ` (${shareText(change)})` : ''}`
            : ''
        }
        address={links.recus(annee - 1, { to: before })}
      />
      <Tile
        label={arrieresText(annee)}
        value={rythme?.arrieres}
        help="F CFA, reçus pour les exercices précédents, à part"
        address={links.arrieres(annee, { from: year.from, to: jour ?? year.to })}
      />
      <Tile
        label={`Projection au 31/12/${annee}`}
        value={rythme && (rythme.projection?.montant ?? null)}
        help={
          end === undefined || end === null
            ? 'méthode sous le graphique'
            : `${end} % de l’attendu, méthode sous le graphique`
        }
      />
    </section>
  );
}

const lastDayOf = ({ from, to }: { from: string; to: string }, today: string): string | null =>
  today < from ? null : today < to ? today : to;

interface TileProps {
  label: string;
  /** Absent while loading, null without a value. */
  value: number | null | undefined;
  help: ReactNode;
  address?: Href;
}

function Tile({ label, value, help, address }: TileProps) {
  const content = (
    <>
      <span className={tiles.value}>
        {value === undefined ? (
          <Skeleton height={24} width="70%" my={5} component="span" display="block" />
        ) : value === null ? (
          '–'
        ) : (
          formatNumber(value)
        )}
      </span>
      <span className={tiles.label}>{label}</span>
      <span className={`${tiles.help} ${classes.help}`}>{help}</span>
    </>
  );
  return address ? (
    <Link {...address} className={tiles.tile}>
      {content}
    </Link>
  ) : (
    <div className={tiles.tile}>{content}</div>
  );
}
