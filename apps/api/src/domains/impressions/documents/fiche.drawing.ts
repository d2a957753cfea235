/** The individual tax sheet on paper: A4, upright (specification 2 section 2.9). Drawing alone. */
import {
  arreteDe,
  decompteDe,
  delaiDe,
  type FicheIndividuelle,
  formatDay,
  formatFrancs,
  formatInstant,
  formatNumber,
  type Papier,
  type Partie,
  partiesDe,
} from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { Table } from '#src/platform/pdf/table.ts';
import type { CellValue, TableColumn } from '#src/platform/pdf/table-cells.ts';
import { heading, letterhead } from './letterhead.ts';
import { details, line, SIGNATURE, signature } from './sheet.ts';

export interface FicheSheet {
  fiche: FicheIndividuelle;
  /** JPEG or PNG. */
  photo: Buffer | undefined;
  timeZone: string;
  papier: Papier;
  ecusson: Uint8Array | undefined;
}

const PHOTO = 92;

const KINDS = { texte: 'text', figure: 'figure', etat: 'status' } as const;

export function drawFiche(
  document: PdfDocument,
  { fiche, photo, timeZone, papier, ecusson }: FicheSheet,
): void {
  const { collectivite } = fiche;
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    const title = `Fiche individuelle ${fiche.compte.annee}`;
    const head = letterhead(document, sheet, { entite: collectivite.nom, papier, ecusson });
    const top = heading(document, sheet, head, {
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
    y = Math.max(y, top + PHOTO) + 10;
    for (const [index, partie] of partiesDe(fiche, timeZone).entries())
      y = drawPartie(document, sheet, y + (index === 0 ? 0 : 8), `${index + 1}. ${partie.titre}`, partie);
    y = drawTotal(document, sheet, y + 8, fiche);
    signature(document, sheet, y, {
      note: arreteDe(fiche.compte.solde),
      papier,
      signataire: papier.signataireFiche,
      jour: fiche.compte.jour,
    });
  });
}

function drawPartie(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  title: string,
  { colonnes, lignes, total, vide, note }: Partie,
): number {
  const columns = colonnes.map(({ titre, sorte, largeur }) => ({
    header: titre,
    kind: KINDS[sorte],
    width: largeur,
  }));
  const next = table(document, sheet, y, { title, columns, rows: lignes, empty: vide, foot: [total] });
  return note && lignes.length > 0 ? line(document, sheet, next + 3, note, { color: INK.muted }) : next;
}

const TOTAL_HEIGHT = 62;

/** The one amount that counts, between two rules, and what it is made of. @returns where it ends */
function drawTotal(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  { compte }: FicheIndividuelle,
): number {
  let top = y;
  // nobody signs on a page without the amount that is signed for
  if (top + TOTAL_HEIGHT + SIGNATURE > document.bottom) {
    document.addPage();
    top = document.margin;
  }
  const { left, contentWidth: width } = document;
  document.artifact(() => document.rules(left, width, [top, top + TOTAL_HEIGHT], 1.5));
  const half = width / 2 - 12;
  document.part(sheet, 'P', () => {
    document.text(`Total à payer au ${formatDay(compte.jour)} `, left, top + 7, {
      size: 10,
      weight: 'bold',
      width: half,
    });
    document.text(`${formatFrancs(compte.solde.aPayer)} `, left, top + 20, {
      size: 20,
      weight: 'bold',
      width: half,
    });
    document.text(delaiDe(compte), left, top + 47, { size: 8.5, width: half, lines: 2 });
  });
  const x = left + width / 2 + 12;
  for (const [index, [label, montant]] of decompteDe(compte).entries())
    document.part(sheet, 'P', () => {
      const at = top + 9 + index * 16;
      document.text(`${label} `, x, at, { size: 9.5, width: half - 90 });
      document.text(formatNumber(montant), x + half - 90, at, {
        size: 9.5,
        weight: 'bold',
        width: 90,
        align: 'right',
      });
    });
  return top + TOTAL_HEIGHT;
}

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
  rows: readonly (readonly CellValue[])[];
  empty: string;
  /** Sums that were worked out elsewhere; else those of the columns that have a total. */
  foot?: readonly (readonly CellValue[])[];
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
  return drawn.end(spec.foot ?? 'Total');
}
