/** The situation map: who pays where. Figures are those of the list of taxpayers, cell by cell. */
import type { Carte, FigureQuery, MailleQuery, Mailles } from '@octroi/contract';
import { demand, type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { readMailles, type Sommes, sumOnMap } from './carte.repository.ts';
import { demandPlace } from './place.service.ts';
import { sumAmounts, sumEnrolled } from './totals.repository.ts';

export type CarteService = ReturnType<typeof carteService>;

/** @param today the installation's present day, for the default fiscal year */
export function carteService(db: Database, today: () => string) {
  const cartes = freshCache<Carte>(200);
  const mailles = freshCache<Mailles>(500);

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

const withRest = <Row extends Sommes>(row: Row) => ({ ...row, restant: row.prevu - row.paye });
