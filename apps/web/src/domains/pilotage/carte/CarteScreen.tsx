import { SCREENS } from '@octroi/contract/register';
import { useMemo, useState } from 'react';
import { Skeleton } from '@mantine/core';
import type { Carte, LieuCarte, MailleCarte } from '@octroi/contract/pilotage/carte';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { type Bounds, type MapArea, MapView, type Viewport } from '#src/ui/map/index.ts';
import { thenFocus } from '#src/ui/page/next-focus.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { rangeText } from '@octroi/contract/platform/values/period';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { BetailSwitch } from '../BetailSwitch.tsx';
import { useFigureLinks } from '../use-figure-links.ts';
import { type FigureScope, useFigureScope } from '../use-figures.ts';
import {
  boundsOf,
  cellBounds,
  contourArea,
  lieuPoint,
  maillePoint,
  opensList,
  ZOOM_RUES,
} from './cellules.ts';
import { Classement } from './Classement.tsx';
import { partOf } from './ecart.ts';
import { Legende } from './Legende.tsx';
import { MaillesTable } from './MaillesTable.tsx';
import { formatVue, parseVue } from './search.ts';
import { type CarteState, useCarte } from './use-carte.ts';
import dashboard from '../dashboard/Dashboard.module.css';
import classes from './Carte.module.css';

const route = getRouteApi(`/shell${SCREENS.carte.url}`);

/** The visible part of the map, kept in the address; a requested part takes precedence. */
function useSight() {
  const { vue: addressVue } = route.useSearch();
  const navigate = route.useNavigate();
  const [viewport, setViewport] = useState<Viewport>();
  const [target, aim] = useState<Bounds>();
  const move = (next: Viewport): void => {
    setViewport(next);
    const nextVue = formatVue({ ...next.centre, zoom: next.zoom });
    if (viewport && nextVue !== addressVue)
      void navigate({ search: (now) => ({ ...now, vue: nextVue }), replace: true, resetScroll: false });
  };
  return { vue: parseVue(addressVue), viewport, target, aim, move };
}
type Sight = ReturnType<typeof useSight>;

/**
 * Places coloured by their gap to the mean paid share, with a ranked list beside; at street zoom, taxpayers in circles. The same
 * figures are in a table.
 */
export function CarteScreen() {
  const search = route.useSearch();
  const all = search.from || search.to ? undefined : ('toutes' as const);
  const scope = useFigureScope({ ...search, dates: all });
  const sight = useSight();
  const state = useCarte(scope, sight.viewport);
  const { carte, mailles, cellQuery, stale, failure, contoursFailure } = state;
  const { territory, range, annee } = scope;
  const patch = usePatchSearch();
  const mean = carte ? partOf(carte.total) : null;
  /** Chooses a place, from the list or the map: it is then shown whole, and the keyboard goes on at the map. */
  const choose = ({ type, id }: Pick<LieuCarte, 'type' | 'id'>): void => {
    sight.aim(undefined);
    void thenFocus(
      () =>
        patch(
          type === 'entite' ? { entite: id, ms: undefined, vue: undefined } : { ms: [id], vue: undefined },
        ),
      theMap,
    );
  };
  const near = (cell: MailleCarte): void => sight.aim(cellBounds(cell, mailles?.zoom ?? 0));
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Statistiques')]}
        title={`${territory.names.join(' › ') || territory.everywhere} › ${SCREENS.carte.nom}`}
        subtitle={`Exercice ${annee}, enrôlement : ${rangeText(range).toLowerCase()}`}
      />
      <Controls scope={scope} onPlace={() => sight.aim(undefined)} />
      {failure ? (
        <div className={dashboard.card}>
          <ErrorState failure={failure} />
        </div>
      ) : (
        <>
          {contoursFailure ? (
            <UnreadNote failure={contoursFailure}>Les contours des lieux n’ont pas pu être lus.</UnreadNote>
          ) : null}
          <div className={classes.beside}>
            <CarteCard
              state={state}
              sight={sight}
              scope={scope}
              mean={mean}
              onNear={near}
              onChoose={choose}
            />
            <Classement lieux={state.lieux?.lieux} mean={mean} scope={scope} onChoose={choose} />
          </div>
          <MaillesTable
            carte={carte}
            query={cellQuery}
            mailles={isEmpty(carte) ? { zoom: 0, mailles: [] } : mailles}
            scope={scope}
            stale={stale}
            onNear={near}
          />
        </>
      )}
    </>
  );
}

const MAP = 'carte';
/** The part of the page with the map, which stays while the map of another place loads. */
const theMap = (): HTMLElement | null => document.querySelector(`#${MAP}`);

/** Whether no selected taxpayer has a position. */
const isEmpty = (carte: Carte | undefined): carte is Carte & { cadre: null } => carte?.cadre === null;

interface ControlsProps {
  scope: FigureScope;
  /** Called when another place is chosen, to show it completely. */
  onPlace: () => void;
}

/** Period, livestock and place, all in the address. */
function Controls({ scope: { territory, range }, onPlace }: ControlsProps) {
  const { betail } = route.useSearch();
  const patch = usePatchSearch();
  return (
    <>
      <div className={dashboard.controls}>
        <PeriodPicker
          value={range}
          lastYear
          open
          onChange={({ from, to }) => patch({ from, to, dates: undefined })}
        />
        <BetailSwitch value={betail} onChange={(next) => patch({ betail: next })} />
      </div>
      <div className={dashboard.controls}>
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) => {
            onPlace();
            patch({ entite, ms: ramification ? [ramification] : undefined, vue: undefined });
          }}
        />
      </div>
    </>
  );
}

interface CarteCardProps {
  state: CarteState;
  sight: Sight;
  scope: FigureScope;
  /** Paid share of the selection, percent. */
  mean: number | null;
  onNear: (cell: MailleCarte) => void;
  onChoose: (lieu: Pick<LieuCarte, 'type' | 'id'>) => void;
}

/** The map with its legend: a mark opens the list of its taxpayers, or zooms in. */
function CarteCard({ state, sight, scope, mean, onNear, onChoose }: CarteCardProps) {
  const { carte, mailles, contours, lieux, stale } = state;
  const navigate = route.useNavigate();
  const linkTo = useFigureLinks(scope);
  const { vue, target, move } = sight;
  const fullExtent = useMemo(() => (carte?.cadre ? boundsOf(carte.cadre) : undefined), [carte]);
  const areas = useMemo(
    () => contours?.contours.map((contour) => contourArea(contour, mean)) ?? [],
    [contours, mean],
  );
  const inStreets = (sight.viewport?.zoom ?? 0) >= ZOOM_RUES;
  const hasAreas = areas.length > 0;
  const points = useMemo(() => {
    if (inStreets) return mailles?.mailles.map((cell) => maillePoint(cell, mailles.zoom, mean)) ?? [];
    // where no outline is drawn, a place is a dot; texts are written from the largest place on, as far as there is room
    const largestFirst = (lieux?.lieux ?? []).toSorted((a, b) => b.prevu - a.prevu);
    return hasAreas ? [] : largestFirst.flatMap((lieu) => lieuPoint(lieu, mean));
  }, [inStreets, hasAreas, mailles, lieux, mean]);
  const chooseArea = ({ id }: MapArea): void => onChoose({ type: 'ramification', id: Number(id) });
  const open = (id: string | number): void => {
    const lieu = lieux?.lieux.find((each) => `${each.type} ${each.id}` === id);
    if (lieu) return onChoose(lieu);
    const cell = mailles?.mailles.find(({ x, y }) => `${mailles.zoom}/${x}/${y}` === id);
    if (!cell || !mailles) return;
    if (!opensList(cell, mailles.zoom)) return onNear(cell);
    const place = { entite: scope.territory.entiteId, ms: scope.territory.ms };
    void navigate({
      to: SCREENS.contribuables.url,
      search: { ...linkTo(place, 'montant'), maille: String(id) },
    });
  };
  return (
    <section
      id={MAP}
      tabIndex={-1}
      className={`${classes.card} ${classes.frame}`}
      aria-label="Carte"
      aria-busy={stale}
    >
      {isEmpty(carte) ? (
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
          label="Carte des contribuables par part payée ; les mêmes chiffres sont dans le classement et le tableau"
          points={points}
          areas={areas}
          gathered
          onOpen={({ id }) => open(id)}
          onArea={chooseArea}
          onMove={move}
          bounds={target ?? (vue ? undefined : fullExtent)}
          {...(vue ? { centre: vue } : {})}
          height={520}
        />
      ) : (
        <Skeleton height={520} radius={8} />
      )}
      {isEmpty(carte) ? null : <Legende />}
    </section>
  );
}
