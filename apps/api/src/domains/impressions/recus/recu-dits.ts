/** Texts common to all formats of a receipt. No I/O. */
import { formatDay, formatFrancs, formatInstant, PAYE_D_AVANCE } from '@octroi/contract';
import type { Detail } from '../sheets/sheet.ts';
import type { ContenuRecu } from '../pieces/contenu.ts';
import type { Fin, PrintedPiece } from '../pieces/pieces.repository.ts';

export interface Mention {
  text: string;
  /** Whether the note voids the receipt. */
  grave: boolean;
}

const because = (motif: string | null): string => (motif ? ` Motif : ${motif}` : '');

/** Why the receipt is no longer in force. */
function finText({ etat, depuis, motif, par }: Fin, cheque: boolean): string {
  const jour = formatDay(depuis);
  switch (etat) {
    case 'annule':
      return `PAIEMENT ANNULÉ le ${jour} : ce reçu ne prouve plus rien.${because(motif)}`;
    case 'remplace':
      return `REÇU ANNULÉ le ${jour}, remplacé par ${par ? `le reçu n° ${par}` : 'un paiement qui attend sa confirmation'}.${because(motif)}`;
    case 'definitif':
      return `${cheque ? 'Chèque encaissé' : 'Paiement confirmé'} le ${jour} : le reçu n° ${par} remplace ce reçu provisoire.`;
    case 'rejete':
      // the reason the bank gave for a returned cheque
      if (motif)
        return `CHÈQUE REJETÉ le ${jour} par la banque : ce reçu ne prouve plus rien.${because(motif)}`;
      return `${cheque ? 'CHÈQUE NON ENCAISSÉ' : 'PAIEMENT NON CONFIRMÉ'} le ${jour}, rejeté ou repris : ce reçu ne prouve plus rien.`;
  }
}

/** Notes above everything else on a receipt. */
export function mentionsOf({ impressions, fin }: PrintedPiece, contenu: ContenuRecu): Mention[] {
  const { remplace, cheque, nature } = contenu;
  const plain = (text: string): Mention => ({ text, grave: false });
  return [
    ...(impressions > 1 ? [plain(`DUPLICATA (impression n° ${impressions})`)] : []),
    ...(remplace
      ? [plain(`Annule et remplace le reçu n° ${remplace.numero} du ${formatDay(remplace.jour)}.`)]
      : []),
    ...(nature === 'provisoire' && !fin
      ? [
          plain(
            cheque
              ? `Sous réserve d’encaissement du chèque n° ${cheque.numero}.`
              : 'Sous réserve de confirmation par l’opérateur.',
          ),
        ]
      : []),
    ...(fin ? [{ text: finText(fin, Boolean(cheque)), grave: fin.etat !== 'definitif' }] : []),
  ];
}

/** The taxpayer, and how the payment was made. */
export function factsOf(contenu: ContenuRecu, timeZone: string): Detail[] {
  const { contribuable, cheque, payeur } = contenu;
  const paid = formatInstant(contenu.date, timeZone);
  return [
    ['Numéro de contribuable', contribuable.numKlis],
    ['Nom complet', contribuable.fullName],
    ['Téléphone', contribuable.telephone],
    ['Adresse', contribuable.adresse],
    [contenu.nature === 'provisoire' ? 'Remis le' : 'Payé le', `${paid.jour} à ${paid.heure}`],
    ['Moyen de paiement', contenu.moyen],
    ...(cheque
      ? ([
          ['Chèque n°', cheque.numero],
          ['Banque', cheque.banque],
          ['Tireur', cheque.tireur],
        ] as const)
      : []),
    ['Référence', contenu.reference],
    ['Reçu par', contenu.agent],
    ...(payeur ? ([['Remis par', payeur]] as const) : []),
  ];
}

type Ligne = readonly [label: string, amount: number];

/** What was paid, by year and tax; if brief, by year alone. */
export function partsOf({ detail, exercices }: ContenuRecu, brief: boolean): Ligne[] {
  if (!detail || brief) return exercices.map(({ annee, montant }) => [`Exercice ${annee}`, montant]);
  return detail.parts.map(({ annee, taxe, montant }) => [`${annee} · ${taxe ?? PAYE_D_AVANCE}`, montant]);
}

/** What remains due, and its sum; empty if the receipt does not contain it. */
export function restesOf({ detail }: ContenuRecu, brief: boolean): Ligne[] {
  if (!detail) return [];
  const { jour, restes, avance } = detail;
  const annee = Number(jour.slice(0, 4));
  const left = restes.map((reste): Ligne => [
    reste.annee < annee ? `Arriérés ${reste.annee}` : `Exercice ${reste.annee}`,
    reste.montant,
  ]);
  const sum = restes.reduce((total, { montant }) => total + montant, 0);
  const covered = Math.min(avance, sum);
  const [first] = left;
  const shown: Ligne[] =
    brief && left.length > 2 && first ? [[`${first[0]} à ${restes.at(-1)?.annee}`, sum]] : left;
  return [
    ...shown,
    ...(covered > 0 ? [[`Couvert par ce qui est ${PAYE_D_AVANCE.toLowerCase()}`, -covered] as const] : []),
  ];
}

export const avanceText = (avance: number): string => `${PAYE_D_AVANCE}, en tout : ${formatFrancs(avance)}.`;
