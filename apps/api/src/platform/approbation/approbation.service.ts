/**
 * Commands that wait for a second person (adr/0033). A command is tried: what it would change, and how much it weighs, is
 * known by having been done. Where it must wait that is undone and its frozen body kept; whoever approves has it done
 * again, once, as its requester, and only where it still changes just that. What is only shown beside is not compared.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Approbation,
  type ApprobationRow,
  type Laisse,
  type ListQuery,
  may,
  NATURES_APPROBATION,
  type NatureApprobation,
} from '@octroi/contract';
import { demandEntite, demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, notFound, refused, toAppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { askedOf, findRow, type ListReply } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import {
  approbationSource,
  approbationVisible,
  countToDecide,
  readChange,
} from './approbation-list.repository.ts';
import {
  type Decision,
  hasSeuil,
  lockApprobation,
  type StoredApprobation,
  writeDecision,
} from './approbation.repository.ts';
import { changedSince } from './changes.ts';
import { type Commande, type Effet, entryOf, type Run, runOf } from './commande.ts';

export type { Approved, Commande, Done, Effet, Run } from './commande.ts';

type Commandes = ReadonlyMap<string, Commande<unknown, unknown>>;

/** Why it is not this person who decides. @throws AppError 403, 409 */
function demandDecidable(person: Person, held: StoredApprobation): void {
  if (!may(person.grants, NATURES_APPROBATION[held.nature].screen, 'Approuver')) throw refused();
  if (held.demandeurId === person.id)
    throw new AppError(
      'approbation.demandeur',
      'Vous avez demandé cela : une autre personne doit le décider.',
    );
  if (held.statut !== 'attente')
    throw new AppError('approbation.decidee', `Cette demande est déjà ${held.statut}.`);
  if (held.expired)
    throw new AppError(
      'approbation.expiree',
      'Cette demande a expiré : la personne qui l’a faite peut la refaire.',
    );
}

/** Refusals that a later attempt would meet again; what passes by itself leaves the command waiting. */
const isLasting = (error: AppError): boolean => error.status < 500 && error.status !== 429;

const reasonOf = (error: AppError): string =>
  error.code === 'acces.refuse' ? 'La personne qui a demandé n’a plus le droit de le faire.' : error.message;

export interface Approbations {
  define: <Corps, Result>(commande: Commande<Corps, Result>) => Run<Corps, Result>;
  /** Whether a nature of command may have to wait in one of the collectivités. */
  asks: (queries: Queries, nature: NatureApprobation, entites: readonly number[]) => Promise<boolean>;
  /** @throws AppError 403, 404 */
  approve: (person: Person, id: number, requestId: string) => Promise<Approbation>;
  /** @param body read once the person is known to have the right */
  refuse: (person: Person, id: number, body: { motif: string }, requestId: string) => Promise<Approbation>;
  list: (person: Person, query: ListQuery) => Promise<ListReply<ApprobationRow>>;
  find: (person: Person, id: number) => Promise<Approbation>;
  /** How many wait for this person. */
  count: (person: Person) => Promise<number>;
}

/** Holds an approval that the person decides. @throws AppError 403, 404, 409 */
async function hold(trx: OpenTransaction, person: Person, id: number): Promise<StoredApprobation> {
  demandUtilisateur(person);
  const held = await lockApprobation(trx, id);
  if (!held) throw notFound();
  demandEntite(person, held.entiteId);
  demandDecidable(person, held);
  return held;
}

/** @throws AppError where the command would do something else than was approved */
function demandApproved(held: StoredApprobation, effet: Effet | null, plafond: boolean): void {
  if (!effet) throw new AppError('conflit.regle', 'C’est déjà fait depuis la demande.');
  if (plafond && effet.montant !== null && effet.montant <= (held.montant ?? 0)) return;
  // through JSON, as what it is compared with was kept
  const now = JSON.parse(JSON.stringify([effet.montant, effet.avant ?? null, effet.apres ?? null]));
  if (!isDeepStrictEqual(now, [held.montant, held.avant, held.apres]))
    throw new AppError('conflit.regle', changedSince(held, { ...effet, avant: now[1], apres: now[2] }));
}

/** @returns what follows once it is written and what was left out, or why it cannot be done any more */
async function carryOut(
  trx: OpenTransaction,
  commandes: Commandes,
  held: StoredApprobation,
  requestId: string,
): Promise<
  { after?: (() => Promise<void>) | undefined; laisses?: readonly Laisse[] | undefined } | { echec: string }
> {
  const demandeur = await findAbsent(trx, held.demandeurId);
  if (!demandeur) return { echec: 'Le compte de la personne qui a demandé n’est plus actif.' };
  const commande = commandes.get(held.commande);
  if (!commande) return { echec: 'Cette version d’Octroi ne connaît plus cette commande.' };
  const person: Person = { ...demandeur, session: { id: 0, kind: 'bearer', confirmed: true } };
  try {
    return await inTransaction(trx, async () => {
      const { entiteId, avant, vise } = held;
      const approved = { entiteId, avant, vise };
      const { effet, after } = await commande.execute(trx, person, held.corps, requestId, approved);
      demandApproved(held, effet, commande.plafond ?? false);
      return { after, laisses: effet?.laisses };
    });
  } catch (error) {
    const known = toAppError(error);
    if (!known || !isLasting(known)) throw error;
    return { echec: reasonOf(known) };
  }
}

/** Writes a decision, and who took it on whose command. */
async function decide(
  trx: OpenTransaction,
  held: StoredApprobation,
  decision: Pick<Decision, 'statut' | 'reponse' | 'laisses'>,
  { person, requestId, domaine }: { person: Person; requestId: string; domaine: string },
): Promise<void> {
  const { statut, reponse } = decision;
  const { id, entiteId, nature, objet, montant, demandeur } = held;
  await writeDecision(trx, held, { ...decision, decideurId: person.id });
  const acte = statut === 'refusée' ? 'refuser une approbation' : 'approuver';
  await writeJournal(trx, {
    ...entryOf({ entiteId, domaine, id }, { person, acte, requestId }),
    avant: { statut: 'attente' },
    apres: { statut, nature, objet, montant, demandeur, reponse },
  });
}

export function approbations(db: Database): Approbations {
  const commandes = new Map<string, Commande<unknown, unknown>>();
  const domaineOf = ({ commande }: StoredApprobation): string =>
    commandes.get(commande)?.domaine ?? 'administration';

  async function find(person: Person, id: number): Promise<Approbation> {
    demandUtilisateur(person);
    const row = await findRow(db, approbationSource(person), id, {
      conditions: [approbationVisible(person)],
    });
    if (!row) throw notFound();
    return { ...row, ...(await readChange(db, id)) };
  }

  const reader = readerOf(db, (person, query: ListQuery) => {
    demandUtilisateur(person);
    return {
      source: approbationSource(person),
      conditions: [approbationVisible(person)],
      ...askedOf(query),
    };
  });

  return {
    define(commande) {
      commandes.set(commande.nom, commande as unknown as Commande<unknown, unknown>);
      return runOf(db, commande);
    },

    asks: hasSeuil,

    async approve(person, id, requestId) {
      const after = await db.transaction().execute(async (trx) => {
        const held = await hold(trx, person, id);
        const done = await carryOut(trx, commandes, held, requestId);
        const reponse = 'echec' in done ? done.echec : null;
        const statut = reponse === null ? 'approuvée' : 'échouée';
        const laisses = 'laisses' in done ? (done.laisses ?? []) : [];
        await decide(
          trx,
          held,
          { statut, reponse, laisses },
          { person, requestId, domaine: domaineOf(held) },
        );
        return 'after' in done ? done.after : undefined;
      });
      await after?.();
      return find(person, id);
    },

    async refuse(person, id, body, requestId) {
      await db.transaction().execute(async (trx) => {
        const held = await hold(trx, person, id);
        const decision = { statut: 'refusée', reponse: body.motif } as const;
        await decide(trx, held, decision, { person, requestId, domaine: domaineOf(held) });
      });
      return find(person, id);
    },

    list: (person, query) => reader.list(person, query),
    find,
    count: (person) => countToDecide(db, person),
  };
}
