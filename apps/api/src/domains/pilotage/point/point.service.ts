/** The figures of « Point du mois », from stored totals: a month, and its year until the month's last counted day. */
import { type DayRange, memeJourAvant, MOYEN_KEYS } from '@octroi/contract';
import type { Scope } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { readRythme } from '../rythme/rythme.service.ts';
import { recettesParMoyen } from '../statistiques/recettes.service.ts';
import { type PointLieu, readLieux } from './point.repository.ts';
import { sumForYears, sumReceived } from '../totals/totals.repository.ts';

export interface PointFigures {
  annee: number;
  /** Received in the month, by the fiscal years it is for. */
  recu: { exercice: number; arrieres: number; avance: number; total: number };
  /** Received on the same days of the year before. */
  avant: number;
  /** Received in the month for livestock, which no other figure counts. */
  betail: number;
  /** Received for the year until the day, due until the day, due in the whole year; and what came before January. */
  exercice: { encaisse: number; echu: number; attendu: number; avant: number };
  /** Received for the year, and due, in each month until the day. */
  mois: { recu: number; echu: number }[];
  lieux: PointLieu[];
  /** Received in the month by method; without methods that brought nothing. */
  moyens: { cle: (typeof MOYEN_KEYS)[number] | 'autres' | 'remboursements'; montant: number }[];
}

export async function readPoint(
  db: Database,
  scope: Scope,
  entite: number,
  { from, to }: DayRange,
): Promise<PointFigures> {
  const annee = Number(to.slice(0, 4));
  const place = { entite: [entite] };
  const month = { ...place, from, to };
  const receipts = { total: 'tenu_recette', received: false, condition: undefined } as const;
  const received = async (days: DayRange, betail: boolean): Promise<number> =>
    (await sumReceived(db, scope, { ...place, ...days, betail }, receipts)).montant;
  const [rythme, exercice, arrieres, total, avant, betail, lieux, moyens] = await Promise.all([
    readRythme(db, scope, { ...place, betail: '0' }, annee, to),
    sumForYears(db, scope, { ...month, betail: false }, { annee }),
    sumForYears(db, scope, { ...month, betail: false }, { avant: annee }),
    received({ from, to }, false),
    received({ from: memeJourAvant(from), to: memeJourAvant(to) }, false),
    received({ from, to }, true),
    readLieux(db, scope, entite, { from, to }),
    recettesParMoyen(db, scope, { ...month, betail: '0', pas: 'annee' }),
  ]);
  const { encaisse, echu, attendu, mois } = rythme;
  const reached = Number(to.slice(5, 7));
  return {
    annee,
    recu: { exercice, arrieres, avance: total - exercice - arrieres, total },
    avant,
    betail,
    exercice: { encaisse, echu, attendu, avant: rythme.avant },
    mois: mois.slice(0, reached).map((each, index) => ({
      recu: each.encaisse ?? 0,
      // of the last month, what is due until the day
      echu: index + 1 < reached ? each.exigible : echu - (mois[index - 1]?.cumulExigible ?? 0),
    })),
    lieux,
    moyens: ([...MOYEN_KEYS, 'autres', 'remboursements'] as const)
      .map((cle) => ({ cle, montant: moyens.totaux[cle] }))
      .filter(({ montant }) => montant !== 0),
  };
}
