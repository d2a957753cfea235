/** Moves taxpayers to another place and records why (docs/regles-de-calcul.md). */
import { DEPLACEMENT_MESSAGES, type Deplacement, formatDay, MOTIFS_DEPLACEMENT } from '@octroi/contract';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import { type Enrolling, firstYearOf } from '../saisie/facturation.service.ts';
import { moveEquipements } from '../saisie/saisie.repository.ts';
import {
  duesOfEach,
  firstOpenDay,
  latestStays,
  moveContribuables,
  pathsOf,
} from './deplacement.repository.ts';

/** Taxpayers of one place who move to another place of the same collectivité. */
interface Move {
  entiteId: number;
  ids: readonly number[];
  from: number;
  to: number;
  deplacement: Deplacement;
}

const FIELD = 'deplacement.du';

/** @throws AppError 400 if the move is in the future or in a closed year */
export async function demandDeplacement(
  queries: Queries,
  { today }: Enrolling,
  entiteId: number,
  deplacement: Deplacement,
): Promise<void> {
  if (deplacement.motif === 'erreur') return;
  const { du } = deplacement;
  if (du > today()) throw invalid(FIELD, DEPLACEMENT_MESSAGES.futur);
  const first = await firstOpenDay(queries, entiteId);
  if (du >= first) return;
  const reason = first > '2000-01-01' ? `L’exercice ${Number(first.slice(0, 4)) - 1} est clos : ` : '';
  throw invalid(FIELD, `${reason}choisissez un jour à partir du ${formatDay(first)}.`);
}

/** Taxpayers who came to their present place after the day of the move: their stay in between is unknown. */
export async function arrivedLater(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
  deplacement: Deplacement,
): Promise<Map<number, string>> {
  if (deplacement.motif === 'erreur') return new Map();
  const stays = await latestStays(queries, entiteId, ids);
  return new Map([...stays].filter(([, since]) => since > deplacement.du));
}

/** @throws AppError 400 if the move is dated before the taxpayer came to its present place */
export async function demandArrived(queries: Queries, move: Move): Promise<void> {
  const [since] = (await arrivedLater(queries, move.entiteId, move.ids, move.deplacement)).values();
  if (since !== undefined)
    throw invalid(
      FIELD,
      `Ce contribuable est là où il est depuis le ${formatDay(since)} : choisissez ce jour ou un jour après.`,
    );
}

/**
 * Moves taxpayers with their equipment. The caller has locked them.
 * @param bill bills the taxpayers at their new place
 * @param par author of the move; the history of each taxpayer shows it, with the amounts due before and after
 */
export async function displace(
  trx: OpenTransaction,
  enrolling: Enrolling,
  move: Move,
  bill: () => Promise<void>,
  { par, requestId }: { par: number | null; requestId?: string | undefined },
): Promise<void> {
  const { entiteId, ids, from, to, deplacement } = move;
  const annee = firstYearOf(enrolling, deplacement);
  const before = await duesOfEach(trx, entiteId, ids, annee);
  await moveContribuables(trx, entiteId, ids, to, deplacement);
  await moveEquipements(trx, entiteId, ids, from, to);
  await bill();
  const after = await duesOfEach(trx, entiteId, ids, annee);
  const paths = await pathsOf(trx, [from, to]);
  await writeJournals(
    trx,
    ids.map((id) => ({
      entiteId,
      utilisateurId: par,
      acte: 'changer de secteur' as const,
      domaine: 'contribuables',
      ressource: 'contribuables',
      id,
      avant: { ramification: paths.get(from), total: before.get(id) },
      apres: {
        ramification: paths.get(to),
        total: after.get(id),
        motif: MOTIFS_DEPLACEMENT[deplacement.motif],
        ...(deplacement.motif === 'erreur' ? {} : { debut: deplacement.du }),
      },
      requestId,
    })),
  );
}
