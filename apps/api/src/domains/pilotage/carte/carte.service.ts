/** The situation map. Its figures are those of the list of taxpayers, by cell. */
import {
  type Cadre,
  type Carte,
  type Contour,
  CONTOURS,
  type ContourQuery,
  type Contours,
  type FigureQuery,
  type Forme,
  type LieuxCarte,
  type MailleQuery,
  type Mailles,
  MAX_CONTOURS,
} from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { readMailles, type Sommes, sumOnMap } from './carte.repository.ts';
import {
  isRedrawWaiting,
  type PlaceRead,
  readPlaces,
  redrawNext,
  sumByPlace,
} from './contours.repository.ts';
import { readLieux } from './lieux.repository.ts';
import { hullOf, type Point } from './hull.ts';
import { cadreOf, extentOf, thin, touches } from './outline.ts';
import { demandPlace } from '../place.service.ts';
import { sumAmounts, sumEnrolled } from '../totals/totals.repository.ts';

export type CarteService = ReturnType<typeof carteService>;

/** @param today the installation's present day, for the default fiscal year */
export function carteService(db: Database, today: () => string) {
  const cartes = freshCache<Carte>(200);
  const mailles = freshCache<Mailles>(500);
  const contours = freshCache<Contours>(200);
  const lieux = freshCache<LieuxCarte>(200);

  async function scopeAndYear(person: Person, query: FigureQuery): Promise<{ scope: Scope; annee: number }> {
    demand(person, 'carte', 'Voir');
    const scope = scopeOf(person);
    await demandPlace(db, scope, query);
    return { scope, annee: query.annee ?? Number(today().slice(0, 4)) };
  }

  return {
    /** Sums and bounds of the whole selection. */
    async carte(person: Person, query: FigureQuery): Promise<Carte> {
      const { scope, annee } = await scopeAndYear(person, query);
      return cartes.get(db, JSON.stringify([scope, query, annee]), async () => {
        const place = { ...query, betail: query.betail === '1' };
        const [enrolled, amounts, { cadre, ...onMap }] = await Promise.all([
          sumEnrolled(db, scope, place),
          sumAmounts(db, scope, place, annee),
          sumOnMap(db, scope, query, annee),
        ]);
        const total = { contribuables: enrolled.total, ...amounts };
        const sansPosition = {
          contribuables: total.contribuables - onMap.contribuables,
          prevu: total.prevu - onMap.prevu,
          paye: total.paye - onMap.paye,
        };
        return { total: withRest(total), sansPosition: withRest(sansPosition), cadre };
      });
    },
    /** The outlines of the places in a part of the map, with what the selection paid there. */
    async contours(person: Person, query: ContourQuery): Promise<Contours> {
      const { scope, annee } = await scopeAndYear(person, query);
      return contours.get(db, JSON.stringify([scope, query, annee]), async () => {
        const { cadre, niveau, ...selection } = query;
        const inSight = (await readPlaces(db, scope, selection, CONTOURS[niveau]))
          .flatMap(shapeOf)
          .filter((shape) => touches(shape.cadre, cadre))
          // largest first: smaller outlines are drawn later, above them
          .toSorted((one, other) => extentOf(other.cadre) - extentOf(one.cadre) || one.id - other.id)
          .slice(0, MAX_CONTOURS);
        const ids = inSight.map(({ id }) => id);
        const amounts = new Map(
          (await sumByPlace(db, scope, selection, annee, ids)).map((sums) => [sums.id, sums]),
        );
        return {
          contours: inSight.map(({ id, nom, polygones }) => {
            const { prevu = 0, paye = 0 } = amounts.get(id) ?? {};
            return { id, nom, polygones: thin(polygones, (cadre.est - cadre.ouest) / DETAILS), prevu, paye };
          }),
        };
      });
    },
    /** The places right below the selection. */
    async lieux(person: Person, query: FigureQuery): Promise<LieuxCarte> {
      const { scope, annee } = await scopeAndYear(person, query);
      return lieux.get(db, JSON.stringify([scope, query, annee]), async () => ({
        lieux: await readLieux(db, scope, query, annee),
      }));
    },
    /** The cells of a part of the map. */
    async mailles(person: Person, query: MailleQuery): Promise<Mailles> {
      const { scope, annee } = await scopeAndYear(person, query);
      return mailles.get(db, JSON.stringify([scope, query, annee]), async () => {
        const rows = await readMailles(db, scope, query, annee);
        return { zoom: query.zoom, mailles: rows.map(withRest) };
      });
    },
  };
}

/** Points of an outline nearer to one another than this fraction of the visible width fall on the same pixel. */
const DETAILS = 2000;

interface Shape extends Omit<Contour, 'prevu' | 'paye'> {
  cadre: Cadre;
}

/** A secteur is named with its quartier, since many share a name. */
const nameOf = (chemin: readonly string[]): string =>
  (chemin.length > 1 ? chemin.slice(1) : chemin).join(' › ');

/** None where the positions of the taxpayers enclose no area. */
function shapeOf({ id, chemin, forme, coins }: PlaceRead): Shape[] {
  const polygones = forme ? polygonsOf(forme) : aroundTaxpayers(coins ?? []);
  return polygones ? [{ id, nom: nameOf(chemin), polygones, cadre: cadreOf(polygones) }] : [];
}

function aroundTaxpayers(coins: readonly Point[]): Contour['polygones'] | null {
  const corners = hullOf(coins);
  return corners && [[corners.map(([y, x]): [number, number] => [y, x])]];
}

/** What a town enters has the longitude first, and each ring ends at its first point. */
const polygonsOf = ({ coordinates }: Forme): Contour['polygones'] =>
  coordinates.map((rings) =>
    rings.map((ring) => ring.slice(0, -1).map(([x, y]): [number, number] => [y, x])),
  );

/** Draws the outlines around taxpayers who came, went or changed position, one collectivité after another. */
export async function redrawContours(db: Database): Promise<void> {
  // looks first: a write that does nothing would still empty every answer that is kept
  if (!(await isRedrawWaiting(db))) return;
  while (await db.transaction().execute((trx) => redrawNext(trx)));
}

const withRest = <Row extends Sommes>(row: Row) => ({ ...row, restant: row.prevu - row.paye });
