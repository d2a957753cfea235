/** Draws a versement: by budget line, the declared amounts and the decision. No I/O. */
import {
  amountInWords,
  DESTINATION_WORDS,
  formatFrancs,
  PAYE_D_AVANCE,
  RECETTES_A_CLASSER,
  SANS_IMPUTATION,
} from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import type { TableColumn } from '#src/platform/pdf/table-cells.ts';
import { table } from '../sheets/fiche.drawing.ts';
import { type Detail, details, line, placeFor } from '../sheets/sheet.ts';
import type { ContenuVersement, LigneVersee, Reception } from './contenu.ts';
import { amountLine, daysText, type Drawn, flowing, momentOf } from './parts.drawing.ts';

const COLUMNS: readonly TableColumn[] = [
  { header: 'Imputation', kind: 'text', width: 20 },
  { header: 'Libellé', kind: 'text', width: 55 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 25 },
];

function rowOf({ origine, code, libelle, montant }: LigneVersee): (string | number | null)[] {
  switch (origine) {
    case 'taxe':
      return [code, libelle ?? SANS_IMPUTATION, montant];
    case 'valeurs':
      return [null, 'Recettes au comptant', montant];
    case 'avance':
      return [null, `${PAYE_D_AVANCE}, pour ce qui sera dû`, montant];
    case 'à classer':
      return [null, RECETTES_A_CLASSER, montant];
    case 'écart':
      return [null, 'Écart de caisse', montant];
    case 'fonds':
      return [null, 'Fonds de caisse', montant];
  }
}

export function drawVersement(
  document: PdfDocument,
  part: Structure,
  y: number,
  {
    contenu,
    reception,
    timeZone,
  }: { contenu: ContenuVersement; reception: Reception | undefined; timeZone: string },
): Drawn {
  const { nature, declarant, destinataire, destination, montant, lignes, du, au } = contenu;
  const facts: Detail[] = [
    ['Versé par', declarant],
    [nature === 'passation' ? 'Repris par' : 'Destination', destinataire ?? DESTINATION_WORDS[destination]],
    ['Déclaré le', momentOf(contenu.declareLe, timeZone)],
    ['Référence', contenu.reference],
    ...(du !== null && au !== null ? [['Espèces encaissées', daysText(du, au)] as const] : []),
  ];
  let next = details(document, part, facts, { x: document.left, y, width: document.contentWidth });
  next = table(document, part, next + 8, {
    title: 'Répartition par imputation budgétaire',
    columns: COLUMNS,
    rows: lignes.map(rowOf),
    empty: 'Aucune ligne.',
    foot: [['Total', null, montant]],
  });
  next = amountLine(document, part, next, 'Montant versé', montant);
  next = line(
    document,
    part,
    placeFor(document, next + 2, 40),
    `Arrêté à la somme de ${amountInWords(montant)}.`,
    {
      size: 10,
      lines: 6,
    },
  );
  if (reception) next = drawReception(document, part, next + 10, reception, timeZone);
  const receiver = reception?.par ?? destinataire;
  return {
    y: next,
    signataires: [
      { role: nature === 'passation' ? 'Qui remet la caisse' : 'Qui verse', nom: declarant },
      { role: nature === 'passation' ? 'Qui reprend la caisse' : 'Qui reçoit', nom: receiver ?? null },
    ],
  };
}

function drawReception(
  document: PdfDocument,
  part: Structure,
  y: number,
  { statut, recu, par, le, motif }: Reception,
  timeZone: string,
): number {
  if (statut === 'déclaré' || le === null) return y;
  const when = `le ${momentOf(le, timeZone)} par ${par ?? '—'}`;
  const refused = statut === 'refusé';
  const outcome = refused ? `REFUSÉ ${when}.` : `Reçu ${when} : ${formatFrancs(recu ?? 0)}.`;
  const top = line(document, part, placeFor(document, y, 40), outcome, {
    weight: 'bold',
    size: 11,
    color: refused ? INK.warning : INK.black,
  });
  return motif ? flowing(document, part, top + 2, `${refused ? 'Motif' : 'Différence'} : ${motif}`) : top;
}
