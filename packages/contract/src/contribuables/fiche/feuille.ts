/**
 * The parts of an individual sheet: screen and paper show the same rows under the same headings (specification 2
 * section 2.9; docs/regles-de-calcul.md, « Le compte »). Pure.
 */
import { formatFrancs, formatNumber, PAYE_D_AVANCE, sumBy } from '../../platform/values/money.ts';
import { EXTOURNE_WORDS } from '../../paiements/rules.ts';
import { quantiteText } from '../../fiscalite/tarifs/bareme.ts';
import { formatDay, formatInstant } from '../../platform/values/period.ts';
import { amountInWords } from '../../platform/values/words.ts';
import { suspenduText } from '../../fiscalite/suspensions/suspension-words.ts';
import { exonereText } from '../exonerations/exonere.ts';
import type { Compte, Solde } from './compte.ts';
import type { FicheIndividuelle } from './fiche.ts';
import { tarifText } from './solde.ts';

interface Colonne {
  titre: string;
  /** A `figure` is francs or a count, aligned right; an `etat` is a status badge. */
  sorte: 'texte' | 'figure' | 'etat';
  /** Share of the width on paper. */
  largeur: number;
  /** The column holds days, which paper must not break over two lines. */
  jours?: true;
}

export type Valeur = string | number | null;

export interface Partie {
  titre: string;
  colonnes: readonly Colonne[];
  lignes: readonly (readonly Valeur[])[];
  /** The totals row; its first cell is its label. */
  total: readonly Valeur[];
  /** Text shown without rows. */
  vide: string;
  /** Explains the columns. */
  note?: string;
}

const texte = (titre: string, largeur: number): Colonne => ({ titre, sorte: 'texte', largeur });
const figure = (titre: string, largeur = 12): Colonne => ({ titre, sorte: 'figure', largeur });

type Activite = FicheIndividuelle['activites'][number];

/** The number of a row: bases, or a quantity with its unit. */
export const nombreDe = ({ nombre, unite }: Activite): string =>
  unite === undefined ? formatNumber(nombre) : quantiteText(nombre, unite);

/** The précision of a row; its quantity too, where number × price does not tell it. */
export const precisionDe = ({ precision, quantite }: Activite): string | null =>
  quantite === undefined ? precision : [precision, quantite].filter(Boolean).join(', ');

/** The number of all rows; null if they are not counted in the same unit. */
export const nombreTotal = (activites: readonly Activite[]): number | null =>
  activites.some(({ unite }) => unite !== undefined) ? null : sumBy(activites, ({ nombre }) => nombre);

/** Why a year charges less than its rates do, or asks for it later: a sentence for each decision. */
export const mentionsDe = (
  { exonerations, suspensions }: Pick<FicheIndividuelle, 'exonerations' | 'suspensions'>,
  annee: number,
): string[] => [...exonerations.map((each) => exonereText(each, annee)), ...suspensions.map(suspenduText)];

function prevu({ activites, exonerations, suspensions, compte: { annee } }: FicheIndividuelle): Partie {
  const notes = mentionsDe({ exonerations, suspensions }, annee);
  return {
    titre: `Ce que l’année ${annee} prévoit`,
    colonnes: [
      texte('Base taxable', 24),
      texte('Précision', 18),
      figure('Nombre', 9),
      texte('Tarif', 24),
      figure('Prix unitaire', 13),
      figure('Total', 13),
    ],
    lignes: activites.map((activite) => [
      activite.base,
      precisionDe(activite),
      activite.unite === undefined ? activite.nombre : nombreDe(activite),
      tarifText(activite.tarif),
      activite.prixUnitaire,
      activite.total,
    ]),
    total: [
      `Total prévu ${annee}`,
      null,
      nombreTotal(activites),
      null,
      null,
      sumBy(activites, ({ total }) => total),
    ],
    vide: `Aucune base taxable pour ${annee}.`,
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
}

function paye({ mouvements, compte: { annee } }: FicheIndividuelle, timeZone: string): Partie {
  return {
    titre: 'Ce qui l’a payée',
    colonnes: [
      { ...texte('Date', 11), jours: true },
      texte('N° de transaction', 18),
      texte('Moyen de paiement', 15),
      texte('Agent', 14),
      figure('Montant reçu', 11),
      figure(`dont ${annee} (A)`, 11),
      figure('dont autres années (B)', 12),
      figure('dont payé d’avance (C)', 12),
    ],
    lignes: mouvements.map((each) => [
      formatInstant(each.dateTransaction, timeZone).jour,
      each.noTransaction,
      each.extourne ? `${each.moyenPaiement} (${EXTOURNE_WORDS[each.extourne]})` : each.moyenPaiement,
      each.agent?.fullName ?? 'en ligne',
      each.montant,
      each.exercice,
      each.autres,
      each.avance,
    ]),
    total: [
      'Total reçu',
      null,
      null,
      null,
      sumBy(mouvements, ({ montant }) => montant),
      sumBy(mouvements, ({ exercice }) => exercice),
      sumBy(mouvements, ({ autres }) => autres),
      sumBy(mouvements, ({ avance }) => avance),
    ],
    vide: 'Pas de transaction',
    note: `Montant reçu = A + B + C. Payé pour ${annee} = A + C.`,
  };
}

/** The chosen year among the others: in each row and in the totals, prévu − payé = restant. */
function solde({ compte: { annee, exercices, solde: balance } }: FicheIndividuelle): Partie {
  return {
    titre: 'Solde',
    colonnes: [
      texte('Exercice', 18),
      figure('Prévu', 14),
      figure('Payé', 14),
      figure(`dont ${PAYE_D_AVANCE.toLowerCase()}`, 16),
      figure('Restant', 14),
      { titre: 'État', sorte: 'etat', largeur: 12 },
    ],
    lignes: exercices.map((each) => [
      String(each.annee),
      each.prevu,
      each.paye,
      each.avance,
      each.restant,
      each.annee === annee ? balance.exercice.etat : null,
    ]),
    total: [
      'Total',
      sumBy(exercices, (each) => each.prevu),
      sumBy(exercices, (each) => each.paye),
      balance.avance,
      sumBy(exercices, ({ restant }) => restant),
      null,
    ],
    vide: '',
  };
}

/** The three parts of the sheet: what the year plans, what paid it, and the balance. */
export const partiesDe = (fiche: FicheIndividuelle, timeZone: string): [Partie, Partie, Partie] => [
  prevu(fiche),
  paye(fiche, timeZone),
  solde(fiche),
];

/** The lines that add up to the amount to pay, in francs; a negative sum is an advance. */
export function decompteDe({ annee, solde: { anterieurs, suivants, exercice } }: Compte): [string, number][] {
  const later: [string, number][] = suivants === 0 ? [] : [['Années suivantes', suivants]];
  return [['Arriérés des années antérieures', anterieurs], [`Restant ${annee}`, exercice.restant], ...later];
}

/** When to pay: the part due now, and the day of the next part. */
export function delaiDe({ solde: { aPayer, aPayerMaintenant, prochaine } }: Compte): string {
  if (aPayer === 0) return 'Rien à payer.';
  const now =
    aPayerMaintenant > 0
      ? `À payer dès maintenant : ${formatFrancs(aPayerMaintenant)}.`
      : 'Rien à payer encore.';
  return aPayer > aPayerMaintenant && prochaine
    ? `${now} Prochaine échéance le ${formatDay(prochaine.jour)}.`
    : now;
}

/** The amount due in figures and words (specification 2 section 2.9); the advance if nothing is due. */
export const arreteDe = ({ aPayer, credit }: Pick<Solde, 'aPayer' | 'credit'>): string =>
  credit > 0
    ? `Rien n'est dû. ${PAYE_D_AVANCE} : ${formatFrancs(credit)} (${amountInWords(credit)}).`
    : `Montant dû : ${formatFrancs(aPayer)} (${amountInWords(aPayer)}).`;
