/** Suspensions of collection and moratoires: a place does not owe a tax for some time, or owes it later (docs/adr/0082, 0084). */
import {
  addDays,
  type FinSuspensionBody,
  formatDay,
  NATURES_SUSPENSION_WORDS,
  SUSPENSION_MESSAGES,
  type SuspensionBody,
  type SuspensionEffet,
  type SuspensionQuery,
  type SuspensionRow,
} from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Approbations, Commande } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { taxeExists } from '../taxes/taxes.repository.ts';
import { nodesToBill, placesOfPast, visibleByEntite } from '../echeances/lieux.repository.ts';
import { firstClosed } from '../echeances/exercices.repository.ts';
import { countMoving } from '../echeances/exigibles.repository.ts';
import { previewPlaces, reglementOf } from '../echeances/echeances.service.ts';
import {
  billedYears,
  endSuspension,
  hasSame,
  insertSuspension,
  lockBeginning,
  lockSuspension,
  type Span,
  type StoredSuspension,
  suspensionConditions,
  suspensionSource,
} from './suspensions.repository.ts';

interface Fin extends FinSuspensionBody {
  id: number;
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** @throws AppError 409 if one of the years is closed */
async function demandOpen(trx: OpenTransaction, { entiteId, du, au }: Span): Promise<void> {
  const closed = await firstClosed(trx, entiteId, yearOf(du), yearOf(au));
  if (closed !== undefined) throw new AppError('conflit.regle', SUSPENSION_MESSAGES.close(closed));
}

/** @throws AppError 400 for a tax or a place of others, 403, 404, 409 in a closed year, or if the same is in force */
async function suspend(
  trx: OpenTransaction,
  person: Person,
  body: SuspensionBody,
  document: string | null,
): Promise<{ id: number; span: Span }> {
  const { nature = 'suspension', entite: entiteId, taxe = null, ramification = null, du, au } = body;
  demandEntite(person, entiteId);
  if (taxe !== null && !(await taxeExists(trx, entiteId, taxe)))
    throw invalid('taxe', SUSPENSION_MESSAGES.taxe);
  if (ramification !== null) {
    const seen = await visibleByEntite(trx, scopeOf(person), [ramification]);
    if (!seen.has(entiteId)) throw invalid('ramification', SUSPENSION_MESSAGES.lieu);
  }
  const span = { nature, entiteId, taxe, ramification, du, au };
  await demandOpen(trx, span);
  if (await hasSame(trx, span)) throw new AppError('conflit.doublon', SUSPENSION_MESSAGES.pareille);
  return { id: await insertSuspension(trx, body, { par: person.id, document }), span };
}

/** @throws AppError 400 for a day outside it, 404, 409 in a closed year or once it is withdrawn */
async function end(
  trx: OpenTransaction,
  person: Person,
  { id, depuis }: Fin,
): Promise<{ stored: StoredSuspension; span: Span }> {
  const stored = await lockSuspension(trx, id);
  if (!stored) throw notFound();
  demandEntite(person, stored.entiteId);
  const { nature, entiteId, taxe, ramification, du, fin } = stored;
  if (fin < du) throw new AppError('conflit.regle', SUSPENSION_MESSAGES.finie);
  if (depuis < du || depuis > fin) throw invalid('depuis', SUSPENSION_MESSAGES.hors);
  const span = { nature, entiteId, taxe, ramification, du: depuis, au: fin };
  await demandOpen(trx, span);
  await endSuspension(trx, stored, depuis);
  return { stored, span };
}

/** The échéances that fall due on another day, by year. */
const movedBy = (trx: OpenTransaction, { entiteId, taxe, ramification }: Span) =>
  countMoving(trx, { entiteId, taxeId: taxe ?? undefined, lieu: ramification ?? undefined });

/** Stores the jobs that adjust what is billed, one per year. @returns a function that starts them */
async function noteWork(
  trx: OpenTransaction,
  jobs: Pick<Jobs, 'create'>,
  person: Person,
  span: Span,
  creer: boolean,
): Promise<() => Promise<void>> {
  const { nature, entiteId, taxe, du, au } = span;
  const [annees, does] =
    nature === 'moratoire'
      ? [(await movedBy(trx, span)).keys(), { creer: false, reprix: false, fermer: false, deplacer: true }]
      : [
          await billedYears(trx, entiteId, yearOf(du), yearOf(au)),
          { creer, reprix: true, fermer: true, deplacer: false },
        ];
  const begins: (() => Promise<void>)[] = [];
  for (const annee of annees)
    begins.push((await jobs.create(trx, reglementOf(person, { entiteId, taxe, annee }, does))).enqueue);
  return async () => {
    for (const begin of begins) await begin();
  };
}

/** What the jobs would change, place by place: one statement for all would join their rates and lines in nested loops. */
async function preview(trx: OpenTransaction, span: Span, creer: boolean): Promise<SuspensionEffet> {
  const { nature, entiteId, taxe, ramification, du, au } = span;
  const effet = { echeances: 0, montant: 0 };
  if (nature === 'moratoire') {
    for (const { nombre, reste } of (await movedBy(trx, span)).values()) {
      effet.echeances += nombre;
      effet.montant += reste;
    }
    return effet;
  }
  const places =
    ramification === null
      ? await nodesToBill(trx, entiteId, undefined)
      : await placesOfPast(trx, entiteId, ramification);
  for (const annee of await billedYears(trx, entiteId, yearOf(du), yearOf(au)))
    for (const report of await previewPlaces(
      trx,
      { entiteId, annee, places, taxeId: taxe ?? undefined },
      creer,
    )) {
      effet.echeances += report.creees + report.retarifees + report.fermees;
      effet.montant += Math.abs(report.apres - report.avant);
    }
  return effet;
}

const suspending = (jobs: Pick<Jobs, 'create'>): Commande<SuspensionBody, { id: number }> => ({
  nom: 'fiscalite.suspension',
  nature: 'suspension',
  domaine: 'fiscalite',
  async execute(trx, person, body, requestId, approved) {
    demand(person, 'suspensions', 'Créer');
    await lockBeginning(trx, body.entite);
    const { id, span } = await suspend(trx, person, body, approved?.piece ?? null);
    const { nature = 'suspension', entite: entiteId, du, au, partielles, payes, motif, reference } = body;
    const apres = {
      nature: NATURES_SUSPENSION_WORDS[nature],
      debut: du,
      fin: au,
      ...(partielles && { partielles }),
      ...(payes && { payes }),
      reference,
    };
    await writeJournal(trx, {
      entiteId,
      utilisateurId: person.id,
      acte: 'créer',
      domaine: 'fiscalite',
      ressource: 'suspensions',
      id,
      apres: { ...apres, motif },
      requestId,
    });
    return {
      result: { id },
      effet: {
        entiteId,
        objet: `${nature === 'moratoire' ? 'Différer l’exigibilité' : 'Suspendre la perception'} du ${formatDay(du)} au ${formatDay(au)} : ${motif}`,
        montant: null,
        motif,
        avant: null,
        apres,
      },
      after: await noteWork(trx, jobs, person, span, false),
    };
  },
});

const ending = (jobs: Pick<Jobs, 'create'>): Commande<Fin, void> => ({
  nom: 'fiscalite.fin-suspension',
  nature: 'suspension',
  domaine: 'fiscalite',
  async execute(trx, person, body, requestId) {
    demand(person, 'suspensions', 'Modifier');
    const { stored, span } = await end(trx, person, body);
    const { nature, entiteId, id, du, fin, motif, reference } = stored;
    const [avant, apres] = [
      { debut: du, fin, reference },
      { debut: du, fin: addDays(body.depuis, -1), reference },
    ];
    await writeJournal(trx, {
      entiteId,
      utilisateurId: person.id,
      acte: 'modifier',
      domaine: 'fiscalite',
      ressource: 'suspensions',
      id,
      avant,
      apres,
      requestId,
    });
    return {
      result: undefined,
      effet: {
        entiteId,
        objet: `Finir le ${formatDay(body.depuis)} ${nature === 'moratoire' ? 'le moratoire' : 'la suspension de perception'} : ${motif}`,
        montant: null,
        motif,
        avant,
        apres,
      },
      after: await noteWork(trx, jobs, person, span, true),
    };
  },
});

/** The list within the person's rights and scope. @throws AppError 403 */
export function narrowSuspensions(person: Person, query: SuspensionQuery): NarrowedList<SuspensionRow> {
  demand(person, 'suspensions', 'Lister');
  return {
    source: suspensionSource,
    conditions: suspensionConditions(scopeOf(person), query),
    ...narrowingOf(query),
  };
}

export function suspensionService(
  db: Database,
  { approbations, jobs }: { approbations: Pick<Approbations, 'define'>; jobs: Pick<Jobs, 'create'> },
) {
  /** Runs an act and undoes it, to tell what it would change. */
  async function tryOut(
    work: (trx: OpenTransaction) => Promise<Span>,
    creer: boolean,
  ): Promise<SuspensionEffet> {
    const trx = await db.startTransaction().execute();
    try {
      return await preview(trx, await work(trx), creer);
    } finally {
      await trx.rollback().execute();
    }
  }
  const [begin, finish] = [approbations.define(suspending(jobs)), approbations.define(ending(jobs))];
  return {
    ...readerOf(db, narrowSuspensions),
    begin: (person: Person, body: SuspensionBody, requestId: string) => begin(person, body, requestId),
    finish(person: Person, id: number, body: FinSuspensionBody, requestId: string): Promise<void> {
      demand(person, 'suspensions', 'Modifier');
      return finish(person, { ...body, id }, requestId);
    },
    prepare(person: Person, body: SuspensionBody): Promise<SuspensionEffet> {
      demand(person, 'suspensions', 'Créer');
      return tryOut(async (trx) => (await suspend(trx, person, body, null)).span, false);
    },
    prepareFin(person: Person, id: number, body: FinSuspensionBody): Promise<SuspensionEffet> {
      demand(person, 'suspensions', 'Modifier');
      return tryOut(async (trx) => (await end(trx, person, { ...body, id })).span, true);
    },
  };
}
