/**
 * Draws a statement of unpaid dues: one page per taxpayer, or more for many dues (specification 2 section 7). No I/O.
 */
import {
  arreteDe,
  attenteText,
  formatDay,
  formatFrancs,
  type Papier,
  periodeCourteText,
  resteOf,
  retardOf,
} from '@octroi/contract';
import type { PdfDocument } from '#src/platform/pdf/document.ts';
import type { TableColumn } from '#src/platform/pdf/table-cells.ts';
import { table } from './fiche.drawing.ts';
import type { Releve } from './releve.repository.ts';
import { heading, letterhead } from '../documents/letterhead.ts';
import { details, line, signature } from './sheet.ts';

export interface ReleveSheet extends Releve {
  /** The last day included. */
  jour: string;
  /** The activity or equipment type that it is limited to. */
  base: string | undefined;
}

const COLUMNS: readonly TableColumn[] = [
  { header: 'Échéance', kind: 'text', width: 11, unbreakable: '00/00/0000' },
  { header: 'Période', kind: 'text', width: 10, unbreakable: 'sept. 0000' },
  { header: 'Base taxable', kind: 'text', width: 24 },
  { header: 'Précision', kind: 'text', width: 15 },
  { header: 'Retard (jours)', kind: 'figure', width: 10 },
  { header: 'Montant', kind: 'figure', width: 13, total: true },
  { header: 'Payé', kind: 'figure', width: 13, total: true },
  { header: 'Restant', kind: 'figure', width: 13, total: true },
];

/** Papers by collectivité, crests by name. */
export interface Papiers {
  papiers: ReadonlyMap<number, Papier>;
  ecussons: ReadonlyMap<string, Uint8Array>;
}

export function drawReleve(document: PdfDocument, releve: ReleveSheet, { papiers, ecussons }: Papiers): void {
  const papier = papiers.get(releve.entiteId) as Papier;
  const ecusson = papier.ecusson === null ? undefined : ecussons.get(papier.ecusson);
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    const chemin = [releve.entite, ...releve.chemin];
    let y = letterhead(document, sheet, { entite: releve.entite, papier, ecusson });
    y = heading(document, sheet, y, { title: 'Relevé des impayés', chemin });
    y =
      line(document, sheet, y - 6, `Au ${formatDay(releve.jour)}${releve.base ? ` · ${releve.base}` : ''}`) +
      12;
    y = details(
      document,
      sheet,
      [
        ['Numéro', releve.numKlis],
        ['Nom complet', releve.fullName],
        ['Téléphone', releve.telephone],
        ['Adresse', releve.adresse],
      ],
      { x: document.left, y, width: document.contentWidth },
    );
    const rows = releve.lignes.map((due) => [
      formatDay(due.exigibleLe),
      periodeCourteText(due),
      due.base,
      due.precision,
      retardOf(due, releve.jour),
      due.montant,
      due.paye,
      resteOf(due),
    ]);
    y = table(document, sheet, y + 10, { title: 'Échéances impayées', columns: COLUMNS, rows, empty: '' });
    if (releve.prochaine)
      y = line(
        document,
        sheet,
        y + 6,
        `À échoir, hors de ce total : ${formatFrancs(releve.aEchoir)}, à partir du ${formatDay(releve.prochaine)}`,
      );
    const waiting = attenteText(releve.attentes);
    if (waiting) y = line(document, sheet, y + 6, waiting);
    signature(document, sheet, y, {
      note: arreteDe({
        aPayer: releve.lignes.reduce((sum, due) => sum + resteOf(due), 0),
        credit: 0,
      }),
      papier,
      signataire: papier.signataireFiche,
      jour: releve.jour,
    });
  });
}
