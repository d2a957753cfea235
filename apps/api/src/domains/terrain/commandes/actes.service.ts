/** What commands do that are no payment: each by the service that does it for everybody else. */
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
import { addEnrollement, edit, enrol, taxpayersOf } from '#src/domains/contribuables/index.ts';
import { cancelPayments } from '#src/domains/paiements/index.ts';
import { noteVisite, visiteDuJour } from '#src/domains/recouvrement/index.ts';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { findContribuables, findPaiement, isLocalTaken } from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';
import { bookReceived } from './paiement.service.ts';

/** A command of somebody whose account is enabled. */
type Seul = Contexte & { person: Person };

const gone = (): AppError => new AppError('introuvable', TERRAIN_MESSAGES.contribuable);

/** The taxpayer that is meant, where the agent sees it. @throws AppError 404 */
async function visible({ trx, appareil, person }: Seul, reference: ContribuableTerrain): Promise<number> {
  const [id] = await findContribuables(trx, appareil.entiteId, [reference]);
  const [place] = id === undefined ? [] : await taxpayersOf(trx, scopeOf(person), [id]);
  if (!place) throw gone();
  return place.id;
}

async function enroler(contexte: Seul, corps: Corps<'enrolement'>): Promise<Fait> {
  const { trx, appareil, enrolling, person, compteLe, requestId } = contexte;
  const { local, photo, precisionPosition: _, ...fiche } = corps;
  if (await isLocalTaken(trx, appareil.entiteId, local))
    throw new AppError('conflit.doublon', TERRAIN_MESSAGES.dejaEnrole);
  const body = contribuableBody.parse({ ...fiche, dateEnrollement: compteLe, reference: `terrain:${local}` });
  const { contribuable } = await enrol(trx, enrolling, person, body, { header: undefined, requestId });
  const { id, numKlis } = contribuable;
  return { resultat: { contribuable: id, numKlis }, contribuable: id, local, photo };
}

/** What an agent corrects: what is said of the person, not where it is billed nor what for. */
async function corriger(contexte: Seul, corps: Corps<'correction'>): Promise<Fait> {
  const { trx, enrolling, person, appareil, requestId } = contexte;
  const id = await visible(contexte, corps.contribuable);
  const {
    statut: _s,
    ramification: _r,
    lignes: _l,
    enabled: _e,
    ...fiche
  } = contribuablePatch.parse(corps.champs);
  await edit(trx, enrolling, { person, entiteId: appareil.entiteId, id, version: null, requestId }, fiche);
  return { resultat: { contribuable: id }, contribuable: id, photo: corps.photo };
}

async function ajouterLigne(contexte: Seul, corps: Corps<'ligne'>): Promise<Fait> {
  const { trx, enrolling, person, appareil, sequence, requestId } = contexte;
  const contribuable = await visible(contexte, corps.contribuable);
  const body = enrollementBody.parse({ ...corps.ligne, contribuable });
  const { row } = await addEnrollement(trx, enrolling, person, body, {
    header: `terrain:${appareil.id}:${sequence}`,
    requestId,
  });
  return { resultat: { enrollement: row.id, contribuable }, contribuable };
}

/** What was taken with this device, the same day and into the same till. */
async function annuler(contexte: Seul, { recu, sequence, motif }: Corps<'annulation'>): Promise<Fait> {
  const { trx, appareil, approbations, person, compteLe, jour, requestId } = contexte;
  const { entiteId } = appareil;
  const paid = await findPaiement(trx, appareil, { recu, sequence });
  if (!paid) throw new AppError('introuvable', TERRAIN_MESSAGES.pasDePaiement);
  if (paid.jour !== jour) throw new AppError('conflit.regle', TERRAIN_MESSAGES.autreJour);
  await cancelPayments(trx, { till: tillAt(new Date(compteLe)), approbations }, person, {
    entiteId,
    payments: [{ id: paid.transaction, contribuable: paid.contribuable }],
    motif,
    author: { utilisateurId: person.id, requestId },
    le: compteLe,
  });
  return { resultat: { transaction: paid.transaction }, contribuable: paid.contribuable };
}

async function visiter(contexte: Seul, corps: Corps<'visite'>): Promise<Fait> {
  const { trx, appareil, person, jour, enrolling, requestId } = contexte;
  const contribuable = await visible(contexte, corps.contribuable);
  const { entiteId } = appareil;
  const visite = await visiteDuJour(trx, { entiteId, agent: person.id, jour, par: person.id }, contribuable);
  const { issue, promisLe, promis, note } = corps;
  const patch = visitePatch.parse({ issue, promisLe, promis, note });
  await noteVisite(trx, enrolling.today(), person, visite, () => patch, { version: null, requestId });
  return { resultat: { visite }, contribuable };
}

/** The régie that is named; else the only one of the collectivité. @throws AppError 400 */
async function regieOf({ trx, appareil }: Seul, asked: number | null | undefined): Promise<number> {
  if (asked) return asked;
  const regies = await openRegies(trx, [appareil.entiteId]);
  if (regies.length !== 1) throw invalid('regie', 'Veuillez choisir la régie');
  return (regies[0] as { id: number }).id;
}

async function ouvrir(contexte: Seul, { fonds, regie }: Corps<'session'>): Promise<Fait> {
  const { trx, person, compteLe, requestId } = contexte;
  const body = { regie: await regieOf(contexte, regie), fonds };
  const { id } = await sessionActs(trx).open(person, body, requestId, compteLe);
  return { resultat: { session: id } };
}

async function compter({ trx, person, requestId }: Seul, { billets }: Corps<'comptage'>): Promise<Fait> {
  const open = await openSession(trx, person.id);
  if (!open) throw new AppError('caisse.session_absente', TERRAIN_MESSAGES.pasDeSession);
  const { id } = await sessionActs(trx).close(person, open.id, { billets }, requestId);
  return { resultat: { session: id } };
}

async function verser(contexte: Seul, corps: Corps<'versement'>): Promise<Fait> {
  const { trx, person, requestId } = contexte;
  const { montant, destination, destinataire, reference, photo } = corps;
  const body = {
    regie: await regieOf(contexte, corps.regie),
    montant,
    destination,
    ...(destinataire ? { destinataire } : {}),
    ...(reference ? { reference } : {}),
  };
  const { id } = await declareVersement(trx, person, body, requestId);
  return { resultat: { versement: id }, photo };
}

async function vendre(contexte: Seul, corps: Corps<'vente'>): Promise<Fait> {
  const { trx, person, enrolling, compteLe, requestId } = contexte;
  const body = venteBody.parse(corps);
  const { id } = await sellValeurs(trx, enrolling.today(), person, body, { requestId, le: compteLe });
  return { resultat: { vente: id } };
}

/** Of whom nothing but money is taken: an agent who is kept out, a device that is lost. @throws AppError 403 */
function demandSeul(contexte: Contexte): Seul {
  const { appareil, person } = contexte;
  if (appareil.statut === 'effacé') throw new AppError('acces.refuse', TERRAIN_MESSAGES.appareilEfface);
  if (!person) throw new AppError('acces.refuse', TERRAIN_MESSAGES.agentDesactive);
  return { ...contexte, person };
}

/** What each type of command does. @throws AppError where it is refused */
export const ACTES: { [Type in TypeCommande]: (contexte: Contexte, corps: Corps<Type>) => Promise<Fait> } = {
  paiement: bookReceived,
  enrolement: (contexte, corps) => enroler(demandSeul(contexte), corps),
  correction: (contexte, corps) => corriger(demandSeul(contexte), corps),
  ligne: (contexte, corps) => ajouterLigne(demandSeul(contexte), corps),
  annulation: (contexte, corps) => annuler(demandSeul(contexte), corps),
  visite: (contexte, corps) => visiter(demandSeul(contexte), corps),
  session: (contexte, corps) => ouvrir(demandSeul(contexte), corps),
  comptage: (contexte, corps) => compter(demandSeul(contexte), corps),
  versement: (contexte, corps) => verser(demandSeul(contexte), corps),
  vente: (contexte, corps) => vendre(demandSeul(contexte), corps),
};
