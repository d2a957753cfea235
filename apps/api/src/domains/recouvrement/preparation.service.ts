/** Preparing a tour: whom it visits, who can be sent, in which order. */
import {
  addDays,
  formatDay,
  formatNumber,
  JOURS_D_AVANCE,
  MAX_VISITES,
  type Preparation,
  type TourneeRow,
} from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { lockPerson } from '#src/platform/access/person.repository.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { TargetsOf } from '#src/platform/resource/removal.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import {
  agentsFor,
  type Choisi,
  choisisDe,
  dejaPrevus,
  insertTournee,
  placesUnseen,
} from './preparation.repository.ts';
import { readTournee } from './tournees.service.ts';

/** What a call makes a tour of. */
interface Prevue {
  ids: readonly number[];
  agent: number;
  jour: string;
}

interface Created {
  tournee: TourneeRow;
  sansDette: number;
  dejaPrevus: number;
}

const contribuables = (count: number): string => `${formatNumber(count)} contribuable${count > 1 ? 's' : ''}`;
const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Those among the chosen who owe, of the one collectivité. @throws AppError 400, 404, 409 */
function debtorsOf(choisis: readonly Choisi[], asked: number): { entiteId: number; debtors: Choisi[] } {
  if (choisis.length < asked) throw notFound();
  for (const choisi of choisis) refuseSysteme(choisi);
  const debtors = choisis.filter(({ exigible }) => exigible > 0);
  const [first, ...others] = distinct(choisis.map(({ entiteId }) => entiteId));
  if (first === undefined) throw invalid('ids', 'Aucun contribuable n’est choisi.');
  if (others.length > 0)
    throw invalid('ids', 'Une tournée se fait dans une seule collectivité. Choisissez-la d’abord.');
  if (debtors.length > MAX_VISITES)
    throw invalid(
      'ids',
      `${contribuables(debtors.length)} doivent quelque chose : une tournée en visite ${MAX_VISITES} au plus. ` +
        'Ajoutez un filtre, un quartier par exemple.',
    );
  return { entiteId: first, debtors };
}

/** The days that a tour may be for. @throws AppError 400 */
function demandDay(jour: string, today: string): void {
  const [first, last] = [today, addDays(today, JOURS_D_AVANCE)];
  if (jour < first) throw invalid('jour', 'Une tournée se prépare pour aujourd’hui ou pour plus tard.');
  if (jour > last) throw invalid('jour', `Une tournée se prépare jusqu’au ${formatDay(last)} au plus.`);
}

/** @throws AppError 400 where the agent is nobody at work, or does not see all of them */
async function demandAgent(
  queries: Queries,
  id: number,
  debtors: readonly Choisi[],
): Promise<{ id: number; username: string }> {
  const agent = await findAbsent(queries, id);
  if (!agent) throw invalid('agent', 'Cet agent n’existe pas, ou son compte est désactivé.');
  // its session says nothing of what it sees
  const scope = scopeOf(agent as Person);
  const unseen = new Set(
    await placesUnseen(queries, scope, distinct(debtors.map(({ ramification }) => ramification))),
  );
  const { length: hidden } = debtors.filter(({ ramification }) => unseen.has(ramification));
  if (hidden > 0)
    throw invalid(
      'agent',
      `${contribuables(hidden)} ${hidden > 1 ? 'sont' : 'est'} hors du périmètre de cet agent. Choisissez un autre agent, ou d’autres contribuables.`,
    );
  return { id, username: agent.username };
}

/** Makes the tour inside the caller's transaction. @throws AppError 400, 404, 409 */
async function plan(
  trx: OpenTransaction,
  person: Person,
  { ids, agent, jour }: Prevue,
  today: string,
  requestId: string,
): Promise<Omit<Created, 'tournee'> & { id: number }> {
  // two tours of an agent that are made at once see each other's visits
  await lockPerson(trx, agent);
  const { entiteId, debtors } = debtorsOf(await choisisDe(trx, scopeOf(person), ids, today), ids.length);
  if (debtors.length === 0)
    throw new AppError('conflit.regle', 'Aucun des contribuables choisis ne doit rien à ce jour.');
  const sent = await demandAgent(trx, agent, debtors);
  const known = new Set(
    await dejaPrevus(
      trx,
      entiteId,
      { agent, jour },
      debtors.map((one) => one.id),
    ),
  );
  const visites = debtors.filter((one) => !known.has(one.id));
  if (visites.length === 0)
    throw new AppError(
      'conflit.doublon',
      `Ils sont déjà tous dans une tournée de cet agent le ${formatDay(jour)}.`,
    );
  const made = await insertTournee(trx, entiteId, { agent, jour, par: person.id }, visites);
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'créer',
    domaine: 'recouvrement',
    ressource: 'tournees',
    id: made,
    apres: { agent: sent, jour, contribuables: visites.length },
    requestId,
  });
  return { id: made, sansDette: ids.length - debtors.length, dejaPrevus: known.size };
}

export function preparationService(db: Database, today: () => string) {
  return {
    /** Says whom a tour would visit, and who can be sent. @throws AppError 400, 403, 404 */
    async prepare(person: Person, targets: TargetsOf): Promise<Preparation> {
      demand(person, 'tournees', 'Créer');
      const ids = await targets();
      const choisis = await choisisDe(db, scopeOf(person), ids, today());
      const { entiteId, debtors } = debtorsOf(choisis, ids.length);
      const places = distinct(debtors.map(({ ramification }) => ramification));
      return {
        choisis: ids.length,
        visites: debtors.length,
        sansDette: ids.length - debtors.length,
        exigible: debtors.reduce((sum, { exigible }) => sum + exigible, 0),
        lieux: distinct(debtors.map(({ lieu }) => lieu)),
        agents: debtors.length > 0 ? await agentsFor(db, entiteId, places) : [],
      };
    },

    /**
     * Makes a tour of those among the chosen who owe, in the order of a walk. Whoever the agent sees on that day already
     * is left out.
     * @throws AppError 400, 403, 404; 409 where nobody is left
     */
    async create(person: Person, asked: () => Promise<Prevue>, requestId: string): Promise<Created> {
      demand(person, 'tournees', 'Créer');
      const { ids, agent, jour } = await asked();
      demandDay(jour, today());
      const { id, ...leftOut } = await db
        .transaction()
        .execute((trx) => plan(trx, person, { ids, agent, jour }, today(), requestId));
      const tournee = await readTournee(db, scopeOf(person), id);
      return { tournee, ...leftOut };
    },
  };
}
