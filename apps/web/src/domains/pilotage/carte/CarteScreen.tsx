import { SCREENS } from '@octroi/contract/register';
import { useMemo, useState } from 'react';
import { Skeleton } from '@mantine/core';
import type { MailleCarte } from '@octroi/contract/pilotage/carte';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { type Bounds, MapView, type Viewport } from '#src/ui/map/index.ts';
import { PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { rangeText } from '#src/ui/period/period-search.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import type { TerritorySearch } from '#src/ui/territory/territory-search.ts';
import { BetailSwitch } from '../BetailSwitch.tsx';
import { useFigureLinks } from '../use-figure-links.ts';
import { useFigured } from '../use-figures.ts';
import { boundsOf, cellBounds, maillePoint, opensList } from './cellules.ts';
import { Legende } from './Legende.tsx';
import { MaillesTable } from './MaillesTable.tsx';
import { ecrireVue, lireVue } from './search.ts';
import { useCarte } from './use-carte.ts';
import dashboard from '../Dashboard.module.css';
import classes from './Carte.module.css';

const route = getRouteApi(`/shell${SCREENS.carte.url}`);

/** Taxpayers on the map, gathered by cell and drawn by the share that they paid; the same figures in a table. */
export function CarteScreen() {
  const search = route.useSearch();
  const all = search.from || search.to ? undefined : ('toutes' as const);
  const figured = useFigured({ ...search, dates: all });
  const [viewport, setViewport] = useState<Viewport>();
  const [target, setTarget] = useState<Bounds>();
  const { carte, mailles, stale, error, retry } = useCarte(figured, viewport);
  const patch = usePatchSearch();
  const navigate = route.useNavigate();
  const linkTo = useFigureLinks(figured);
  const { territory, range, annee } = figured;

  const vue = lireVue(search.vue);
  const whole = useMemo(() => (carte?.cadre ? boundsOf(carte.cadre) : undefined), [carte]);
  const bounds = target ?? (vue ? undefined : whole);
  const points = useMemo(
    () => mailles?.mailles.map((cell) => maillePoint(cell, mailles.zoom)) ?? [],
    [mailles],
  );

  const move = (next: Viewport): void => {
    setViewport(next);
    const seen = ecrireVue({ ...next.centre, zoom: next.zoom });
    if (viewport && seen !== search.vue)
      void navigate({ search: (now) => ({ ...now, vue: seen }), replace: true, resetScroll: false });
  };
  /** Another place is looked at as a whole again. */
  const choosePlace = (place: TerritorySearch): void => {
    setTarget(undefined);
    patch({ ...place, vue: undefined });
  };
  const near = (cell: MailleCarte): void => setTarget(cellBounds(cell, mailles?.zoom ?? 0));
  const open = (id: string | number): void => {
    const cell = mailles?.mailles.find(({ x, y }) => `${mailles.zoom}/${x}/${y}` === id);
    if (!cell || !mailles) return;
    if (!opensList(cell, mailles.zoom)) return near(cell);
    const place = { entite: territory.asked, ms: territory.ms };
    void navigate({
      to: SCREENS.contribuables.url,
      search: { ...linkTo(place, 'montant'), maille: String(id) },
    });
  };
  const nobody = carte?.cadre === null;

  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, { label: 'Statistiques' }]}
        title={`${territory.names.join(' › ') || territory.everywhere} › Carte de situation`}
        subtitle={`Exercice ${annee}, enrôlement : ${rangeText(range).toLowerCase()}`}
      />
      <div className={dashboard.controls}>
        <PeriodPicker
          value={range}
          lastYear
          open
          onChange={({ from, to }) => patch({ from, to, dates: undefined })}
        />
        <BetailSwitch value={search.betail} onChange={(betail) => patch({ betail })} />
      </div>
      <div className={dashboard.controls}>
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            choosePlace({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
      </div>
      {error ? (
        <div className={dashboard.card}>
          <ErrorState error={error} onRetry={retry} />
        </div>
      ) : (
        <>
          <section className={classes.card} aria-label="Carte" aria-busy={stale}>
            {nobody ? (
              <EmptyState
                title="Rien à montrer sur la carte"
                text={
                  carte.sansPosition.contribuables > 0
                    ? 'Aucun de ces contribuables n’a de position : ils sont dans le tableau.'
                    : 'Aucun contribuable ne répond à ces critères. Élargissez la période ou le lieu.'
                }
              />
            ) : carte ? (
              <MapView
                label="Carte des contribuables par part payée ; les mêmes chiffres sont dans le tableau"
                points={points}
                gathered
                onOpen={({ id }) => open(id)}
                onMove={move}
                bounds={bounds}
                {...(vue ? { centre: vue } : {})}
                height={520}
              />
            ) : (
              <Skeleton height={520} radius={8} />
            )}
            {nobody ? null : <Legende />}
          </section>
          <MaillesTable
            carte={carte}
            mailles={nobody ? { zoom: 0, mailles: [] } : mailles}
            figured={figured}
            stale={stale}
            onNear={near}
          />
        </>
      )}
    </>
  );
}
