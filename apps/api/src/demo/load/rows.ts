/** One taxpayer's rows, in COPY's text form (names and labels of the demonstration need no escaping: tested). */
import { numKlis } from '@octroi/contract';
import type { Payment } from './account.ts';
import type { Calendar } from './calendar.ts';
import { CopyBuffer } from './copy-buffer.ts';
import type { Ledger } from './ledger.ts';
import type { Taxpayer } from './taxpayer.ts';

export type Tables = Record<keyof typeof COLUMNS, CopyBuffer>;
export const emptyTables = (): Tables => ({
  contribuable: new CopyBuffer(),
  sejour: new CopyBuffer(),
  equipement: new CopyBuffer(),
  enrollement: new CopyBuffer(),
  echeance: new CopyBuffer(),
  transaction: new CopyBuffer(),
  imputation: new CopyBuffer(),
});

export const COLUMNS = {
  contribuable:
    'entite_id, id, ramification_id, num_klis, type, nom, prenom, raison_sociale, nif, age, lieu_naissance, telephone, ' +
    'adresse, type_piece_identite, numero_piece_identite, moyen_paiement_prefere_id, latitude, longitude, nbre_betail, ' +
    'statut, created_at, created_by_id, updated_at, corrected_at, corrected_by_id, validated_at, validated_by_id, version',
  sejour: 'entite_id, contribuable_id, du, ramification_id',
  equipement:
    'entite_id, id, contribuable_id, type_equipement_id, ramification_id, precision, latitude, longitude, enabled, ' +
    'created_at, created_by_id, updated_at',
  enrollement:
    'entite_id, id, contribuable_id, equipement_id, nature_activite_id, variation, quantite, latitude, longitude, created_at, ' +
    'created_by_id, updated_at',
  echeance:
    'entite_id, id, contribuable_id, enrollement_id, taxe_id, annee, periode, precision, montant, paye, exigible_le, ' +
    'ramification_id, unique_fois, created_at, updated_at',
  transaction:
    'entite_id, id, contribuable_id, ramification_id, no_transaction, numero_recu, date_transaction, date_requete, ' +
    'montant, frais, statut, moyen_paiement_id, bureau_accepteur_id, betail, created_at, updated_at',
  imputation:
    'entite_id, id, transaction_id, contribuable_id, annee, echeance_id, montant, avance, created_at',
} as const;

/** The tables that are written with the taxpayers, in the order in which they are sent. */
export const LOADED = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const orNull = (value: string | number | null | undefined): string => (value == null ? '\\N' : String(value));
const degrees = (value: number): string => value.toFixed(6);

export function contribuableRow(calendar: Calendar, id: number, rank: number, t: Taxpayer): string {
  const created = calendar.text(t.createdAt);
  const updated = calendar.text(t.validated?.at ?? t.corrected?.at ?? t.createdAt);
  const version = 1 + (t.corrected ? 1 : 0) + (t.validated ? 1 : 0);
  return (
    `${t.town.entiteId}\t${id}\t${t.secteur.id}\t${numKlis(t.town.code, rank)}\t` +
    `${t.raisonSociale ? 'Personne morale' : 'Personne physique'}\t${t.nom}\t${t.prenom}\t${orNull(t.raisonSociale)}\t` +
    `${orNull(t.nif)}\t${orNull(t.age)}\t${orNull(t.lieuNaissance)}\t${t.telephone}\t${t.adresse}\t${t.piece.type}\t` +
    `${t.piece.numero}\t${t.moyenPrefere}\t${degrees(t.latitude)}\t${degrees(t.longitude)}\t${orNull(t.nbreBetail)}\t` +
    `${t.statut}\t${created}\t${t.createdBy}\t${updated}\t` +
    `${t.corrected ? calendar.text(t.corrected.at) : '\\N'}\t${orNull(t.corrected?.by)}\t` +
    `${t.validated ? calendar.text(t.validated.at) : '\\N'}\t${orNull(t.validated?.by)}\t${version}\n`
  );
}

/** Nobody of the demonstration has moved. */
export const sejourRow = (id: number, { town, secteur }: Taxpayer): string =>
  `${town.entiteId}\t${id}\t2000-01-01\t${secteur.id}\n`;

/** The rows of the lines, and of the equipment that they stand for. */
export function lineRows(
  calendar: Calendar,
  into: Tables,
  contribuableId: number,
  t: Taxpayer,
  enrollementIds: readonly number[],
  equipementId: () => number,
): void {
  const { entiteId } = t.town;
  const place = `${degrees(t.latitude)}\t${degrees(t.longitude)}`;
  for (const [i, line] of t.lines.entries()) {
    const created = calendar.text(line.createdAt);
    const signed = `${created}\t${line.createdBy}\t${created}\n`;
    let equipement = '\\N';
    if (line.typeEquipementId) {
      equipement = String(equipementId());
      into.equipement.add(
        `${entiteId}\t${equipement}\t${contribuableId}\t${line.typeEquipementId}\t${t.secteur.id}\t` +
          `${orNull(line.variation)}\t${place}\t${t.statut === 'Validé' ? 't' : 'f'}\t${signed}`,
      );
    }
    into.enrollement.add(
      `${entiteId}\t${enrollementIds[i] as number}\t${contribuableId}\t${equipement}\t${orNull(line.natureId || null)}\t` +
        `${orNull(line.variation)}\t${orNull(line.quantite)}\t${place}\t${signed}`,
    );
  }
}

/** The rows of dues and their payments. */
export function ledgerRows(
  calendar: Calendar,
  into: Tables,
  contribuableId: number,
  t: Taxpayer,
  ledger: Ledger,
  imputationId: () => number,
): void {
  const { entiteId } = t.town;
  for (const e of ledger.echeances) {
    const created = calendar.text(e.createdAt);
    into.echeance.add(
      `${entiteId}\t${e.id}\t${contribuableId}\t${e.enrollementId}\t${e.taxeId}\t${e.annee}\t${e.periode}\t` +
        `${orNull(e.precision)}\t${e.montant}\t${e.paye}\t${e.exigibleLe}\t${t.secteur.id}\t${e.uniqueFois ? 't' : 'f'}\t${created}\t${created}\n`,
    );
  }
  for (const i of ledger.imputations) {
    if (i.montant === 0) continue; // an advance that the next dues took up whole
    into.imputation.add(
      `${entiteId}\t${imputationId()}\t${i.transactionId}\t${contribuableId}\t${i.annee}\t${orNull(i.echeance?.id)}\t` +
        `${i.montant}\t${i.avance ? 't' : 'f'}\t${calendar.text(i.createdAt)}\n`,
    );
  }
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** As operators write theirs (`MP261121.1032.C0041`), or the collectivité's own. */
function numero(calendar: Calendar, town: Taxpayer['town'], payment: Payment): string {
  if (!payment.prefixe) return `${town.code}-T${String(payment.id).padStart(7, '0')}`;
  const day = calendar.day(calendar.dayOf(payment.at));
  const time = payment.at % 86_400;
  const clock = two(Math.floor(time / 3600)) + two(Math.floor(time / 60) % 60);
  return `${payment.prefixe}${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8)}.${clock}.${payment.id.toString(36).toUpperCase()}`;
}

export function transactionRow(
  calendar: Calendar,
  contribuableId: number,
  t: Taxpayer,
  payment: Payment,
  recu: string | null,
): string {
  const at = calendar.text(payment.at);
  return (
    `${t.town.entiteId}\t${payment.id}\t${contribuableId}\t${t.secteur.id}\t${numero(calendar, t.town, payment)}\t` +
    `${orNull(recu)}\t${at}\t${at}\t${payment.montant}\t${payment.frais}\t${payment.statut}\t${payment.moyenId}\t` +
    `${orNull(payment.agent)}\t${t.nbreBetail === null ? 'f' : 't'}\t${at}\t${at}\n`
  );
}
