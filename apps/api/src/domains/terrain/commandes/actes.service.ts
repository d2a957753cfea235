/** What each type of command does: it calls the service that the office's own screens call. */
import {
  type ContribuableTerrain,
  type Corps,
  contribuableBody,
  contribuablePatch,
  enrollementBody,
  TERRAIN_MESSAGES,
  type TypeCommande,
  venteBody,
  visitePatch,
} from '@octroi/contract';
import {
  declareVersement,
  openRegies,
  openSession,
  sellValeurs,
  sessionActs,
  tillAt,
} from '#src/domains/caisse/index.ts';
import {
  addEnrollement,
  correct,
  enrol,
  type GroupeCorrige,
  taxpayersOf,
} from '#src/domains/contribuables/index.ts';
import { cancelPayments } from '#src/domains/paiements/index.ts';
import {
  noteVisite,
  recordRemise,
  storeRaisons,
  tourneeOf,
  visiteDuJour,
} from '#src/domains/recouvrement/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findContribuables, findPaiement, isLocalTaken } from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';
import { bookReceived } from './paiement.service.ts';

/** The context of a command whose agent may act. */
type AgentContexte = Contexte & { person: Person };

const gone = (): AppError => new AppError('introuvable', TERRAIN_MESSAGES.contribuable);

/** The id of a named taxpayer, if it is in the agent's scope. @throws AppError 404 */
async function findVisible(
  { trx, appareil, person }: AgentContexte,
  reference: ContribuableTerrain,
): Promise<number> {
  const [id] = await findContribuables(trx, appareil.entiteId, [reference]);
  const [place] = id === undefined ? [] : await taxpayersOf(trx, scopeOf(person), [id]);
  if (!place) throw gone();
  return place.id;
}

async function enroler(contexte: AgentContexte, corps: Corps<'enrolement'>): Promise<Fait> {
  const { trx, appareil, enrolling, person, compteLe, requestId } = contexte;
  const { local, photo, precisionPosition: _, ...fiche } = corps;
  if (await isLocalTaken(trx, appareil.entiteId, local))
    throw new AppError('conflit.doublon', TERRAIN_MESSAGES.dejaEnrole);
  const body = contribuableBody.parse({ ...fiche, dateEnrollement: compteLe, reference: `terrain:${local}` });
  const { contribuable } = await enrol(trx, enrolling, person, body, { header: undefined, requestId });
  const { id, numKlis } = contribuable;
  return { resultat: { contribuable: id, numKlis }, contribuable: id, local, photo };
}

const GROUPE_WORDS: Readonly<Record<GroupeCorrige, string>> = {
  nom: 'Nom',
  telephone: 'Téléphone',
  position: 'Position',
};

/**
 * Corrects the person's own data; place, statut and lines stay as they are. What the office has changed since the
 * device saw it stays too, and becomes a case.
 */
async function corriger(contexte: AgentContexte, corps: Corps<'correction'>): Promise<Fait> {
  const { trx, enrolling, person, appareil, requestId } = contexte;
  const id = await findVisible(contexte, corps.contribuable);
  const {
    statut: _s,
    ramification: _r,
    lignes: _l,
    enabled: _e,
    ...fiche
  } = contribuablePatch.parse(corps.champs);
  const edition = { person, entiteId: appareil.entiteId, id, version: null, requestId };
  const seen = { ...corps.avant, version: corps.version };
  const conflits = await correct(trx, enrolling, edition, fiche, seen);
  const fait = { contribuable: id, photo: corps.photo };
  if (conflits.length === 0) return { resultat: { contribuable: id }, ...fait };
  const message = TERRAIN_MESSAGES.conflit(
    conflits.map(({ groupe, ...valeurs }) => ({ nom: GROUPE_WORDS[groupe], ...valeurs })),
  );
  return {
    resultat: { contribuable: id, conflits: conflits.map(({ groupe }) => groupe) },
    cas: { motif: 'conflit', code: 'terrain.conflit', message },
    ...fait,
  };
}

async function ajouterLigne(contexte: AgentContexte, corps: Corps<'ligne'>): Promise<Fait> {
  const { trx, enrolling, person, appareil, sequence, requestId } = contexte;
  const contribuable = await findVisible(contexte, corps.contribuable);
  const body = enrollementBody.parse({ ...corps.ligne, contribuable });
  const { row } = await addEnrollement(trx, enrolling, person, body, {
    header: `terrain:${appareil.id}:${sequence}`,
    requestId,
  });
  return { resultat: { enrollement: row.id, contribuable }, contribuable };
}

/** Cancels a payment of this device, the same day and from the same till session. */
async function annuler(
  contexte: AgentContexte,
  { recu, sequence, motif }: Corps<'annulation'>,
): Promise<Fait> {
  const { trx, appareil, approbations, person, compteLe, jour, requestId } = contexte;
  const { entiteId } = appareil;
  const payment = await findPaiement(trx, appareil, { recu, sequence });
  if (!payment) throw new AppError('introuvable', TERRAIN_MESSAGES.pasDePaiement);
  if (payment.jour !== jour) throw new AppError('conflit.regle', TERRAIN_MESSAGES.autreJour);
  await cancelPayments(trx, { till: tillAt(new Date(compteLe)), approbations }, person, {
    entiteId,
    payments: [{ id: payment.transaction, contribuable: payment.contribuable }],
    motif,
    author: { utilisateurId: person.id, requestId },
    le: compteLe,
  });
  return { resultat: { transaction: payment.transaction }, contribuable: payment.contribuable };
}

async function visiter(contexte: AgentContexte, corps: Corps<'visite'>): Promise<Fait> {
  const { trx, appareil, person, jour, enrolling, requestId } = contexte;
  const contribuable = await findVisible(contexte, corps.contribuable);
  const { entiteId } = appareil;
  const visite = await visiteDuJour(trx, { entiteId, agent: person.id, jour, par: person.id }, contribuable);
  const { issue, promisLe, promis, note } = corps;
  const patch = visitePatch.parse({ issue, promisLe, promis, note });
  await noteVisite(trx, enrolling.today(), person, visite, () => patch, { version: null, requestId });
  return { resultat: { visite }, contribuable };
}

/** The named régie, or the only one of the collectivité. @throws AppError 400 */
async function regieOf({ trx, appareil }: AgentContexte, regie: number | null | undefined): Promise<number> {
  if (regie) return regie;
  const regies = await openRegies(trx, [appareil.entiteId]);
  if (regies.length !== 1) throw invalid('regie', 'Veuillez choisir la régie');
  return (regies[0] as { id: number }).id;
}

async function ouvrir(contexte: AgentContexte, { fonds, regie }: Corps<'session'>): Promise<Fait> {
  const { trx, person, compteLe, requestId } = contexte;
  const body = { regie: await regieOf(contexte, regie), fonds };
  const { id } = await sessionActs(trx).open(person, body, requestId, compteLe);
  return { resultat: { session: id } };
}

async function compter(
  { trx, person, compteLe, requestId }: AgentContexte,
  { billets }: Corps<'comptage'>,
): Promise<Fait> {
  const open = await openSession(trx, person.id);
  if (!open) throw new AppError('caisse.session_absente', TERRAIN_MESSAGES.pasDeSession);
  const { id } = await sessionActs(trx).close(person, open.id, { billets, compteeLe: compteLe }, requestId);
  return { resultat: { session: id } };
}

async function verser(contexte: AgentContexte, corps: Corps<'versement'>): Promise<Fait> {
  const { trx, person, requestId } = contexte;
  const { montant, destination, destinataire, reference, photo } = corps;
  const body = {
    regie: await regieOf(contexte, corps.regie),
    montant,
    destination,
    ...(destinataire ? { destinataire } : {}),
    ...(reference ? { reference } : {}),
  };
  const { id } = await declareVersement(trx, person, body, { requestId });
  return { resultat: { versement: id }, photo };
}

async function vendre(contexte: AgentContexte, corps: Corps<'vente'>): Promise<Fait> {
  const { trx, person, enrolling, compteLe, requestId } = contexte;
  const body = venteBody.parse(corps);
  const { id } = await sellValeurs(trx, enrolling.today(), person, body, { requestId, le: compteLe });
  return { resultat: { vente: id } };
}

/** Records a notice handed over at the instant of the phone. */
async function distribuer(contexte: AgentContexte, corps: Corps<'avis'>): Promise<Fait> {
  const { trx, person, compteLe, jour, requestId } = contexte;
  const { avis, remisA, latitude, longitude, precisionPosition, photo } = corps;
  const position =
    typeof latitude === 'number' && typeof longitude === 'number' && typeof precisionPosition === 'number'
      ? { latitude, longitude, precision: precisionPosition }
      : null;
  const { id, contribuable } = await recordRemise(
    trx,
    person,
    { avis, remisLe: jour, remisA, agent: person.id, phone: { instant: compteLe, position } },
    requestId,
  );
  return { resultat: { remise: id, contribuable }, contribuable, photo };
}

/** Adds the visits that the device proposed to the agent's tour of that day; whoever is gone or elsewhere now is left out. */
async function proposer(contexte: AgentContexte, { visites }: Corps<'tournee'>): Promise<Fait> {
  const { trx, appareil, person, jour, requestId } = contexte;
  demand(person, 'tournees', 'Modifier');
  const { entiteId } = appareil;
  const ids = await findContribuables(
    trx,
    entiteId,
    visites.map(({ contribuable }) => contribuable),
  );
  const known = ids.filter((id): id is number => id !== undefined);
  const seen = new Set((await taxpayersOf(trx, scopeOf(person), known)).map(({ id }) => id));
  const proposed: { id: number; raison: string }[] = [];
  for (const [rank, { raison }] of visites.entries()) {
    const contribuable = ids[rank];
    if (contribuable === undefined || !seen.has(contribuable)) continue;
    const of = { entiteId, agent: person.id, jour, par: person.id };
    proposed.push({ id: await visiteDuJour(trx, of, contribuable), raison });
  }
  const [first] = proposed;
  if (!first) throw gone();
  await storeRaisons(trx, entiteId, proposed);
  const tournee = await tourneeOf(trx, entiteId, first.id);
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'créer',
    domaine: 'recouvrement',
    ressource: 'tournees',
    id: tournee,
    apres: { agent: person.id, jour, proposees: proposed.length },
    requestId,
  });
  return { resultat: { tournee } };
}

/** Everything but payments is refused for a disabled agent and an erased device. @throws AppError 403 */
function demandAgent(contexte: Contexte): AgentContexte {
  const { appareil, person } = contexte;
  if (appareil.statut === 'effacé') throw new AppError('acces.refuse', TERRAIN_MESSAGES.appareilEfface);
  if (!person) throw new AppError('acces.refuse', TERRAIN_MESSAGES.agentDesactive);
  return { ...contexte, person };
}

/** What each type of command does. @throws AppError if it is refused */
export const ACTES: { [Type in TypeCommande]: (contexte: Contexte, corps: Corps<Type>) => Promise<Fait> } = {
  paiement: bookReceived,
  enrolement: (contexte, corps) => enroler(demandAgent(contexte), corps),
  correction: (contexte, corps) => corriger(demandAgent(contexte), corps),
  ligne: (contexte, corps) => ajouterLigne(demandAgent(contexte), corps),
  annulation: (contexte, corps) => annuler(demandAgent(contexte), corps),
  visite: (contexte, corps) => visiter(demandAgent(contexte), corps),
  session: (contexte, corps) => ouvrir(demandAgent(contexte), corps),
  comptage: (contexte, corps) => compter(demandAgent(contexte), corps),
  versement: (contexte, corps) => verser(demandAgent(contexte), corps),
  vente: (contexte, corps) => vendre(demandAgent(contexte), corps),
  avis: (contexte, corps) => distribuer(demandAgent(contexte), corps),
  tournee: (contexte, corps) => proposer(demandAgent(contexte), corps),
};
