import { SCREENS } from '@octroi/contract/register';
import '@mantine/core/styles/Skeleton.layer.css';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { formatNumber, TROP_PERCU } from '@octroi/contract/platform/values/money';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { hasRestant } from '@octroi/contract/pilotage/classeurs/dashboard';
import { share } from '@octroi/contract/pilotage/share';
import { Link } from '@tanstack/react-router';
import type { ListAddress } from '../figure-links.ts';
import { useFigureLinks } from '../use-figure-links.ts';
import type { FigureScope } from '../use-figures.ts';
import classes from './Dashboard.module.css';

interface TilesProps {
  /** Absent while loading. */
  data: Dashboard | undefined;
  scope: FigureScope;
}

/** The five figures of a place and a period, each linked to the list behind it. */
export function Tiles({ data, scope }: TilesProps) {
  const stats = data?.stats;
  const { base, annee, territory } = scope;
  const linkTo = useFigureLinks(scope);
  const place = { entite: territory.entiteId, ms: territory.ms };
  const amounts = linkTo(place, 'montant');
  const paid = stats && share(stats.paiement, stats.prevu);
  const unpaidShare = stats && share(stats.restant, stats.prevu);
  const showsRestant = !stats || hasRestant(base, stats);
  return (
    <section className={classes.tiles} aria-label="Chiffres">
      <Tile
        label="Contribuable(s) enrôlé(s)"
        value={stats?.contribuables}
        help={agentsText(stats?.agents)}
        address={linkTo(place, 'contribuables')}
      />
      <Tile
        label="Assiète"
        value={stats?.prevu}
        help={base === 'enrolement' ? `F CFA, exercice ${annee}` : 'F CFA, échu dans la période'}
        address={amounts}
      />
      <Tile
        label="Montant payé"
        value={stats?.paiement}
        help={
          paid === undefined ? (
            'F CFA'
          ) : (
            <>
              <b className={paid > 0 ? classes.good : undefined}>{paid} %</b> de l’assiète
            </>
          )
        }
        address={amounts}
      />
      <Tile
        label="Montant Restant"
        value={showsRestant ? stats?.restant : null}
        advance={showsRestant && stats !== undefined && stats.restant < 0}
        help={showsRestant ? leftText(unpaidShare) : 'rien n’est échu dans la période'}
        address={amounts}
      />
      <Tile label="Part NTA" value={stats?.partNta} help={partText(data)} />
    </section>
  );
}

function agentsText(agents: number | undefined): string {
  if (!agents) return 'dans la période';
  return `par ${formatNumber(agents)} agent${agents > 1 ? 's' : ''}`;
}

function leftText(unpaidShare: number | undefined): string {
  if (unpaidShare === undefined) return 'F CFA';
  return unpaidShare < 0 ? 'payé au-delà de l’assiète' : `${unpaidShare} % de l’assiète`;
}

const percents = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 });

/** NTA's shares are rounded per collectivité, so their sum may differ from the share of the total: the text says so. */
const partText = (data: Dashboard | undefined): string =>
  typeof data?.tauxNta === 'number'
    ? `${percents.format(data.tauxNta)} % du montant payé, somme de parts arrondies par collectivité`
    : 'du montant payé, somme de parts arrondies par collectivité';

interface TileProps {
  label: string;
  /** Absent while loading, null without a value. */
  value: number | null | undefined;
  help: ReactNode;
  /** More was paid than planned. */
  advance?: boolean;
  address?: ListAddress;
}

function Tile({ label, value, help, advance = false, address }: TileProps) {
  const content = (
    <>
      <span className={classes.value}>
        {value === undefined ? (
          <Skeleton height={24} width="70%" my={5} component="span" display="block" />
        ) : value === null ? (
          '–'
        ) : (
          formatNumber(value)
        )}
        {advance ? <em>{TROP_PERCU}</em> : null}
      </span>
      <span className={classes.label}>{label}</span>
      <span className={classes.help}>{value === undefined ? '\u00a0' : help}</span>
    </>
  );
  if (!address) return <div className={classes.tile}>{content}</div>;
  return (
    <Link
      to={SCREENS.contribuables.url}
      search={address}
      className={classes.tile}
      title="Voir les contribuables"
    >
      {content}
    </Link>
  );
}
