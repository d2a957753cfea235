/** Draws the individual tax sheet: A4 portrait (specification 2 section 2.9). No I/O. */
import {
  arreteDe,
  attenteText,
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
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { heightOfFirst, Table } from '#src/platform/pdf/table.ts';
import { type CellValue, withUnbreakableFigures, type TableColumn } from '#src/platform/pdf/table-cells.ts';
import { heading, letterhead } from '../documents/letterhead.ts';
import { details, line, noteBelow, placeFor, SIGNATURE, signature } from './sheet.ts';

interface FicheSheet {
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
    const waiting = attenteText(fiche.compte.attentes);
    if (waiting) y = line(document, sheet, y + 6, waiting, { weight: 'bold' });
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
  const columns = colonnes.map(({ titre, sorte, largeur, jours }) => ({
    header: titre,
    kind: KINDS[sorte],
    width: largeur,
    unbreakable: jours && '00/00/0000',
  }));
  const next = table(document, sheet, y, { title, columns, rows: lignes, empty: vide, foot: [total] });
  return note && lignes.length > 0 ? noteBelow(document, sheet, next + 3, note) : next;
}

/** Height of each amount of the breakdown. */
const DECOMPTE = 16;
const TOTAL_HEIGHT = 62;

/** The final amount between two rules, and its breakdown. @returns the y coordinate below it */
function drawTotal(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  { compte }: FicheIndividuelle,
): number {
  const decompte = decompteDe(compte);
  const height = Math.max(TOTAL_HEIGHT, decompte.length * DECOMPTE + 14);
  let top = y;
  // nobody signs on a page without the amount
  if (top + height + SIGNATURE > document.bottom) {
    document.addPage();
    top = document.margin;
  }
  const { left, contentWidth: width } = document;
  document.artifact(() => document.rules(left, width, [top, top + height], 1.5));
  const half = width / 2 - 12;
  const total = formatFrancs(compte.solde.aPayer);
  document.part(sheet, 'P', () => {
    document.text(`Total à payer au ${formatDay(compte.jour)} `, left, top + 7, {
      size: 10,
      weight: 'bold',
      width: half,
    });
    document.text(`${total} `, left, top + 20, {
      size: document.fittingSize(`${total} `, half, 20, 'bold'),
      weight: 'bold',
      width: half + 0.5,
    });
    document.text(delaiDe(compte), left, top + 47, { size: 8.5, width: half, lines: 2 });
  });
  const x = left + width / 2 + 12;
  for (const [index, [label, montant]] of decompte.entries())
    document.part(sheet, 'P', () => {
      const at = top + 9 + index * DECOMPTE;
      const figure = formatNumber(montant);
      const room = half - document.widthOf(figure, 9.5, 'bold') - 8;
      document.text(`${label} `, x, at, { size: 9.5, width: room });
      document.text(figure, x, at, { size: 9.5, weight: 'bold', width: half + 0.5, align: 'right' });
    });
  return top + height;
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
  /** Sums computed elsewhere; default: the sums of the columns that have a total. */
  foot?: readonly (readonly CellValue[])[];
}

const TITLE = 11;

/** A table with its title, or a text if it has no rows. @returns the y coordinate below it */
export function table(document: PdfDocument, sheet: Structure, y: number, spec: TableSpec): number {
  const [first = []] = spec.rows;
  const columns = withUnbreakableFigures(document, spec.columns, [...spec.rows, ...(spec.foot ?? [])]);
  const size = 8;
  // neither a title nor a table head stands alone at the foot of a page
  const height = TITLE * LINE + 5 + heightOfFirst(document, columns, first, size);
  const top =
    line(document, sheet, placeFor(document, y, height), spec.title, {
      type: 'H2',
      weight: 'bold',
      size: TITLE,
    }) + 5;
  if (spec.rows.length === 0) return line(document, sheet, top, spec.empty, { color: INK.muted });
  const drawn = new Table(document, sheet, columns, { marks: 'cells', y: top, top: document.margin, size });
  for (const row of spec.rows) drawn.row(row);
  return drawn.end(spec.foot ?? 'Total');
}
