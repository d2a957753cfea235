/** Edits a record in one transaction: its fields, place, lines and statut. */
import {
  type Contribuable,
  type ContribuablePatch,
  type Deplacement,
  ERREUR,
  type Fiche,
  FICHE_FIELDS,
  formatFrancs,
  type Ligne,
  SAISIE_MESSAGES,
  type StatutContribuable,
  transitionFault,
} from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { besideAct } from '#src/platform/act.ts';
import { demand, scopeOf } from '#src/platform/access/person.ts';
import { type Database, inTransaction, type OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import type { Edition } from './edition.ts';
import { billAtOnce, billMoved, billPast, type Enrolling, presentYear } from './facturation.service.ts';
import { readContribuable } from '../fiche/fiche.repository.ts';
import { changesAny, compareLignes, type LignesChange, type QuantiteChange } from '../lignes/lignes.rules.ts';
import { changesSince, demandQuantites, keepPast, writeQuantites } from '../lignes/quantites.service.ts';
import { duesFrom, insertLignes, updateLignes } from '../lignes/lignes.repository.ts';
import { demandLignes, demandUneFois, removeLignes } from '../lignes/lignes.service.ts';
import {
  lockContribuable,
  reserveNumbers,
  type StoredContribuable,
  updateContribuable,
} from './saisie.repository.ts';
import { confirmEquipements } from '../actes/statut.repository.ts';
import { demandArrived, demandDeplacement, displace } from '../actes/deplacement.service.ts';
import { transfer } from './transfert.service.ts';

/** Requested changes of a record. */
interface RecordChanges extends Partial<Fiche> {
  statut?: StatutContribuable | undefined;
  /** All lines after the edit; if absent, they stay. */
  lignes?: readonly Ligne[] | undefined;
  /** Reason of the change of place; without it, the change is the correction of an error. */
  deplacement?: Deplacement | undefined;
}

/** The fields that differ after applying the rules between them. @throws AppError 400 */
function ficheChanges(stored: StoredContribuable, changes: RecordChanges): Partial<Fiche> {
  const merged: Fiche = { ...stored };
  for (const name of FICHE_FIELDS)
    if (changes[name] !== undefined) (merged as Record<string, unknown>)[name] = changes[name];
  if (merged.type === 'Personne physique') merged.raisonSociale = null;
  else if (!merged.raisonSociale) throw invalid('raisonSociale', SAISIE_MESSAGES.raisonSociale);
  if ((merged.latitude === null) !== (merged.longitude === null))
    throw invalid('longitude', SAISIE_MESSAGES.position);
  return Object.fromEntries(
    FICHE_FIELDS.filter((name) => merged[name] !== stored[name]).map((name) => [name, merged[name]]),
  );
}

/** The statut after an edit: the requested one, otherwise Corrigé. @throws AppError 409 */
function statutAfter(
  present: StatutContribuable,
  requested: StatutContribuable | undefined,
  edited: boolean,
): StatutContribuable | undefined {
  if (requested === undefined || requested === present) return edited ? 'Corrigé' : undefined;
  const fault = transitionFault(present, requested);
  if (fault) throw new AppError('conflit.regle', fault, [{ field: 'statut', message: fault }]);
  return requested;
}

async function changeLignes(
  trx: OpenTransaction,
  { payments }: Enrolling,
  { person, entiteId, id }: Edition,
  change: LignesChange,
  place: { ramification: number; annee: number },
): Promise<void> {
  await removeLignes(trx, payments, { entiteId, annee: place.annee }, change.removed);
  await keepPast(trx, entiteId, change.quantites);
  await updateLignes(trx, entiteId, change.changed);
  await insertLignes(
    trx,
    entiteId,
    person.id,
    change.added.map(({ rank: _rank, ...ligne }) => ({
      ...ligne,
      contribuable: id,
      ramification: place.ramification,
      createdAt: null,
    })),
  );
}

/** The effect of an edit on a record that is locked and read. */
interface Change {
  /** New values of the record's fields. */
  fiche?: Partial<Fiche>;
  statut: StatutContribuable | undefined;
  /** Whether the amounts due may change. */
  edited: boolean;
  /** Reason of the change of place, if there is one. */
  deplacement?: Deplacement | undefined;
  /** Whether only the place may change the amounts due. */
  moves?: boolean;
  /** Quantities of lines that change. */
  quantites?: readonly QuantiteChange[];
  /** Writes the rows that depend on the record. */
  write?: (place: { ramification: number; annee: number }) => Promise<void>;
}

/**
 * Changes a record inside the caller's transaction: locks it, asks `plan` for the change, writes it, bills the present
 * year and journals it. The caller has checked rights and scope.
 * @param plan returns undefined if nothing changes
 */
export async function changeRecord(
  trx: OpenTransaction,
  enrolling: Enrolling,
  { person, entiteId, id, version, requestId }: Edition,
  plan: (stored: StoredContribuable, avant: Contribuable, annee: number) => Promise<Change | undefined>,
): Promise<void> {
  const annee = presentYear(enrolling);
  const stored = await lockContribuable(trx, entiteId, id);
  if (!stored) throw notFound();
  demandVersion(version, stored);
  const avant = await readContribuable(trx, entiteId, id, annee);
  const change = await plan(stored, avant, annee);
  if (!change) return;
  const { fiche: { ramification = stored.ramification, ...fiche } = {}, statut, edited } = change;
  if (statut === 'Validé') demand(person, 'enrollements', 'Valider');
  // the record first: all writers lock enrolment counts before amounts
  await updateContribuable(trx, entiteId, id, fiche, statut && { statut, par: person.id });
  const follow = async (bill: () => Promise<void>): Promise<void> => {
    await change.write?.({ ramification, annee });
    if (statut === 'Validé') await confirmEquipements(trx, entiteId, [id]);
    if (edited) await bill();
  };
  const { quantites = [] } = change;
  const since = changesSince(quantites);
  const firstYear = Math.min(annee, since === undefined ? annee : Number(since.slice(0, 4)));
  const due = quantites.length > 0 ? await duesFrom(trx, entiteId, [id], firstYear) : 0;
  const billHere = async () => {
    if (since !== undefined) await billPast(trx, enrolling, entiteId, { ramification, ids: [id] }, since);
    await billAtOnce(trx, enrolling, entiteId, new Map([[ramification, [id]]]));
  };
  if (ramification === stored.ramification) await follow(billHere);
  else {
    const { deplacement = ERREUR, moves = false } = change;
    const move = { entiteId, ids: [id], from: stored.ramification, to: ramification, deplacement };
    await demandDeplacement(trx, enrolling, entiteId, deplacement);
    await demandArrived(trx, move);
    const bill = async () => {
      await billMoved(trx, enrolling, entiteId, { ramification, ids: [id] }, deplacement);
      // changes other than the place apply to the whole year
      if (!moves && deplacement.motif !== 'erreur') await billHere();
    };
    await displace(trx, enrolling, move, () => follow(bill), { par: person.id, requestId });
  }
  if (quantites.length > 0)
    await writeQuantites(trx, { entiteId, utilisateurId: person.id, id, requestId }, quantites, {
      avant: due,
      apres: await duesFrom(trx, entiteId, [id], firstYear),
    });
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: !edited && statut === 'Validé' ? 'valider' : 'modifier',
    domaine: 'contribuables',
    ressource: 'contribuables',
    id,
    avant,
    apres: await readContribuable(trx, entiteId, id, annee),
    requestId,
  });
}

/** Compares a record with the requested changes and writes the differences. */
export function applyEdit(
  trx: OpenTransaction,
  enrolling: Enrolling,
  edition: Edition,
  changes: RecordChanges,
): Promise<void> {
  return changeRecord(trx, enrolling, edition, async (stored, avant, annee) => {
    const fiche = ficheChanges(stored, changes);
    const lignes = changes.lignes ?? avant.lignes.map(asLigne);
    const change = compareLignes(avant.lignes, lignes);
    const edited = Object.keys(fiche).length > 0 || changesAny(change);
    const statut = statutAfter(stored.statut, changes.statut, edited);
    if (!edited && statut === undefined) return undefined;
    const before = new Map(avant.lignes.map((ligne) => [ligne.id, ligne.precision]));
    const ramificationId = fiche.ramification ?? stored.ramification;
    const rescaled = new Set(change.quantites.map(({ rank }) => rank));
    await demandLignes(trx, { entiteId: edition.entiteId, ramificationId, annee }, [
      ...change.added.map((ligne) => ({ ...ligne, quantite: ligne.quantite ?? null })),
      ...lignes.flatMap((ligne, rank) =>
        change.changed.some(({ id, precision }) => id === ligne.id && precision !== before.get(id)) ||
        rescaled.has(rank)
          ? [{ ...ligne, rank, quantite: rescaled.has(rank) ? ligne.quantite : undefined }]
          : [],
      ),
    ]);
    await demandUneFois(
      trx,
      { entiteId: edition.entiteId, contribuable: edition.id },
      change.added,
      change.removed,
    );
    await demandQuantites(trx, enrolling, edition.entiteId, change.quantites);
    return {
      fiche,
      statut,
      edited,
      deplacement: changes.deplacement,
      moves: !changesAny(change) && fiche.enabled === undefined,
      quantites: change.quantites,
      write: (place) => changeLignes(trx, enrolling, edition, change, place),
    };
  });
}

/** A stored line as an unchanged line of a request. */
export const asLigne = (row: Contribuable['lignes'][number]): Ligne => ({
  ...row,
  typeEquipement: row.typeEquipement?.id ?? null,
  natureActivite: row.natureActivite?.id ?? null,
  correction: undefined,
  uneFois: undefined,
});

/**
 * Edits a record that the caller has found within the person's scope.
 * @param refuseLower whether an edit that lowers what is due is refused (409 `conflit.baisse`)
 */
export async function edit(
  db: Database | OpenTransaction,
  enrolling: Enrolling,
  edition: Edition,
  changes: ContribuablePatch,
  refuseLower = false,
): Promise<Contribuable> {
  const { person, entiteId, id } = edition;
  demand(person, 'contribuables', 'Modifier');
  const { ramification } = changes;
  const to = ramification === undefined ? entiteId : await entiteOfPlace(db, scopeOf(person), ramification);
  if (to === undefined)
    throw invalid('ramification', "Cette localisation n'existe pas, ou n'est pas dans votre périmètre.");
  const annee = presentYear(enrolling);
  const [numKlis = ''] =
    to === entiteId ? [] : await besideAct(() => inTransaction(db, (trx) => reserveNumbers(trx, to, 1)));
  await inTransaction(db, async (trx) => {
    const before = refuseLower ? await duesFrom(trx, entiteId, [id], annee) : 0;
    if (to === entiteId || ramification === undefined) await applyEdit(trx, enrolling, edition, changes);
    else {
      await transfer(trx, enrolling.payments, edition, {
        entiteId: to,
        ramification,
        numKlis,
        lignes: changes.lignes,
        annee,
      });
      await applyEdit(trx, enrolling, { ...edition, entiteId: to, version: null }, changes);
    }
    const after = refuseLower ? await duesFrom(trx, to, [id], annee) : before;
    if (after < before)
      throw new AppError(
        'conflit.baisse',
        `Ce qui est dû à partir de ${annee} passerait de ${formatFrancs(before)} à ${formatFrancs(after)}.`,
      );
  });
  return readContribuable(db, to, id, annee);
}
