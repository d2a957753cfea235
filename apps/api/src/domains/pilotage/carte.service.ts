/** The situation map: who pays where. Figures are those of the list of taxpayers, cell by cell. */
import {
  type Cadre,
  type Carte,
  type Contour,
  CONTOURS,
  type ContourQuery,
  type Contours,
  type FigureQuery,
  type MailleQuery,
  type Mailles,
  MAX_CONTOURS,
  type NiveauContour,
} from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { readMailles, type Sommes, sumOnMap } from './carte.repository.ts';
import { readPlaces, sumByPlace } from './contours.repository.ts';
import { hullOf } from './hull.ts';
import { demandPlace } from './place.service.ts';
import { sumAmounts, sumEnrolled } from './totals.repository.ts';

export type CarteService = ReturnType<typeof carteService>;

/** @param today the installation's present day, for the default fiscal year */
export function carteService(db: Database, today: () => string) {
  const cartes = freshCache<Carte>(200);
  const mailles = freshCache<Mailles>(500);
  const shapes = timedCache<Shape[]>();

  async function asked(person: Person, query: FigureQuery): Promise<{ scope: Scope; annee: number }> {
    demand(person, 'carte', 'Voir');
    const scope = scopeOf(person);
    await demandPlace(db, scope, query);
    return { scope, annee: query.annee ?? Number(today().slice(0, 4)) };
  }

  return {
    /** All that the selection holds, and its bounds. */
    async carte(person: Person, query: FigureQuery): Promise<Carte> {
      const { scope, annee } = await asked(person, query);
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
    /** The outlines of the places in a part of the map, with what was paid of the selection there. */
    async contours(person: Person, query: ContourQuery): Promise<Contours> {
      const { scope, annee } = await asked(person, query);
      const { cadre, niveau, ...selection } = query;
      const { entite, ramification, ms } = selection;
      const place = { entite, ramification, ms };
      const known = await shapes.get(JSON.stringify([scope, place, niveau]), () =>
        readShapes(db, scope, place, niveau),
      );
      const inSight = known.filter(({ anneau }) => touches(anneau, cadre)).slice(0, MAX_CONTOURS);
      const ids = inSight.map(({ id }) => id);
      const amounts = new Map(
        (await sumByPlace(db, scope, selection, annee, ids)).map((sums) => [sums.id, sums]),
      );
      return {
        contours: inSight.map((shape) => {
          const { prevu = 0, paye = 0 } = amounts.get(shape.id) ?? {};
          return { ...shape, prevu, paye };
        }),
      };
    },
    /** The cells of a part of the map. */
    async mailles(person: Person, query: MailleQuery): Promise<Mailles> {
      const { scope, annee } = await asked(person, query);
      return mailles.get(db, JSON.stringify([scope, query, annee]), async () => {
        const rows = await readMailles(db, scope, query, annee);
        return { zoom: query.zoom, mailles: rows.map(withRest) };
      });
    },
  };
}

type Shape = Omit<Contour, 'prevu' | 'paye'>;

/** Outlines, the largest first: those that lie upon them are drawn later, and stay in sight. */
async function readShapes(
  db: Database,
  scope: Scope,
  place: Pick<FigureQuery, 'entite' | 'ramification' | 'ms'>,
  niveau: NiveauContour,
): Promise<Shape[]> {
  const places = await readPlaces(db, scope, place, CONTOURS[niveau]);
  return places
    .flatMap(({ id, chemin, points }) => {
      const anneau = hullOf(points);
      // a secteur is told by its quartier: many share a name
      const nom = (chemin.length > 1 ? chemin.slice(1) : chemin).join(' › ');
      return anneau ? [{ id, nom, anneau: anneau.map(([y, x]): [number, number] => [y, x]) }] : [];
    })
    .toSorted((a, b) => widthOf(b) - widthOf(a) || a.id - b.id);
}

const spanOf = (values: readonly number[]): readonly [least: number, most: number] => [
  Math.min(...values),
  Math.max(...values),
];
const widthOf = ({ anneau }: Shape): number => {
  const [[south, north], [west, east]] = [spanOf(anneau.map(([y]) => y)), spanOf(anneau.map(([, x]) => x))];
  return (north - south) * (east - west);
};

function touches(anneau: Shape['anneau'], { ouest, sud, est, nord }: Cadre): boolean {
  const [[south, north], [west, east]] = [spanOf(anneau.map(([y]) => y)), spanOf(anneau.map(([, x]) => x))];
  return south < nord && north > sud && west < est && east > ouest;
}

/** Kept for a while whatever is written: one taxpayer more hardly moves an outline. */
const SHAPES_MS = 300_000;
const MAX_SHAPES = 200;

function timedCache<Value>() {
  const kept = new Map<string, { value: Promise<Value>; until: number }>();
  return {
    get(key: string, load: () => Promise<Value>): Promise<Value> {
      const known = kept.get(key);
      if (known && known.until > Date.now()) return known.value;
      const value = load();
      kept.delete(key);
      kept.set(key, { value, until: Date.now() + SHAPES_MS });
      if (kept.size > MAX_SHAPES) kept.delete(kept.keys().next().value as string);
      value.catch(() => kept.delete(key));
      return value;
    },
  };
}

const withRest = <Row extends Sommes>(row: Row) => ({ ...row, restant: row.prevu - row.paye });
