/** The individual tax sheet on paper: A4, upright (specification 2 section 2.9). Drawing alone. */
import {
  amountInWords,
  balanceState,
  type FicheIndividuelle,
  formatFrancs,
  formatInstant,
} from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type CellValue, Table, type TableColumn } from '#src/platform/pdf/table.ts';
import { details, letterhead, line, signature } from './sheet.ts';

export interface FicheSheet {
  fiche: FicheIndividuelle;
  /** JPEG or PNG. */
  photo: Buffer | undefined;
  timeZone: string;
}

const PHOTO = 92;

const ACTIVITES: readonly TableColumn[] = [
  { header: 'Base taxable', kind: 'text', width: 26 },
  { header: 'Précision', kind: 'text', width: 20 },
  { header: 'Nombre', kind: 'figure', width: 9, total: true },
  { header: 'Prix unitaire', kind: 'figure', width: 13 },
  { header: 'Total', kind: 'figure', width: 13, total: true },
];
const TRANSACTIONS: readonly TableColumn[] = [
  { header: 'Date', kind: 'text', width: 11 },
  { header: 'N° de transaction', kind: 'text', width: 18 },
  { header: 'Moyen de paiement', kind: 'text', width: 14 },
  { header: 'Prévu', kind: 'figure', width: 11 },
  { header: 'Payé', kind: 'figure', width: 11, total: true },
  { header: 'Restant', kind: 'figure', width: 11 },
  { header: 'Agent', kind: 'text', width: 15 },
  { header: 'État', kind: 'status', width: 12 },
];

export function drawFiche(document: PdfDocument, { fiche, photo, timeZone }: FicheSheet): void {
  const { annee, collectivite } = fiche;
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    const title = `Fiche individuelle ${annee}`;
    const top = letterhead(document, sheet, {
      entite: collectivite.nom,
      title,
      chemin: [collectivite, ...fiche.chemin].map(({ nom }) => nom),
    });
    drawPhoto(document, sheet, photo, top, fiche.fullName);
    const x = document.left + PHOTO + 18;
    let y = details(
      document,
      sheet,
      [
        ['Numéro', fiche.numKlis],
        ['Nom complet', fiche.fullName],
        ['Téléphone', fiche.telephone],
        ['Adresse', fiche.adresse],
        ["Date d'enrôlement", formatInstant(fiche.createdAt, timeZone).jour],
        ["N° de pièce d'identité", fiche.numeroPieceIdentite],
      ],
      { x, y: top, width: document.contentWidth - PHOTO - 18 },
    );
    y = Math.max(y, top + PHOTO) + 14;
    y = table(document, sheet, y, {
      title: `Activités taxables ${annee}`,
      columns: ACTIVITES,
      rows: fiche.activites.map((row) => [row.base, row.precision, row.nombre, row.prixUnitaire, row.total]),
      empty: `Rien n'est dû pour ${annee}.`,
    });
    y = table(document, sheet, y + 16, {
      title: `Situation fiscale ${annee}`,
      columns: TRANSACTIONS,
      rows: fiche.mouvements.map((row) => [
        formatInstant(row.dateTransaction, timeZone).jour,
        row.noTransaction,
        row.moyenPaiement,
        row.prevu,
        row.paye,
        row.restant,
        row.agent?.fullName ?? null,
        balanceState(row.prevu, row.prevu - row.restant),
      ]),
      empty: 'Pas de transaction',
    });
    signature(document, sheet, y, noteOf(fiche.restant));
  });
}

/** What is owed, in figures and words; what was paid in advance where nothing is. */
export const noteOf = (restant: number): string =>
  restant >= 0
    ? `Montant dû : ${formatFrancs(restant)} (${amountInWords(restant)}).`
    : `Rien n'est dû. Payé d'avance : ${formatFrancs(-restant)} (${amountInWords(-restant)}).`;

function drawPhoto(
  document: PdfDocument,
  sheet: Structure,
  photo: Buffer | undefined,
  y: number,
  name: string,
): void {
  if (photo) {
    document.image(sheet, photo, document.left, y, [PHOTO, PHOTO], `Photo de ${name}`);
    return;
  }
  document.artifact(() => {
    document.frame(document.left, y, PHOTO, PHOTO);
    document.text('Sans photo', document.left, y + PHOTO / 2 - 6, {
      size: 8,
      width: PHOTO,
      align: 'center',
      color: INK.muted,
    });
  });
}

interface TableSpec {
  title: string;
  columns: readonly TableColumn[];
  rows: readonly CellValue[][];
  empty: string;
}

/** A titled table, or what is said instead of one without rows. @returns where it ends */
export function table(document: PdfDocument, sheet: Structure, y: number, spec: TableSpec): number {
  const top = line(document, sheet, y, spec.title, { type: 'H2', weight: 'bold', size: 11 }) + 5;
  if (spec.rows.length === 0) return line(document, sheet, top, spec.empty, { color: INK.muted });
  const drawn = new Table(document, sheet, spec.columns, {
    marks: 'cells',
    y: top,
    top: document.margin,
    size: 8,
  });
  for (const row of spec.rows) drawn.row(row);
  return drawn.end('Total');
}
