/** Draws the tables of a notice: what the year charges, when it is due, and the total. No I/O. */
import {
  amountInWords,
  type CompteAvis,
  formatDay,
  formatFrancs,
  formatNumber,
  nombreDe,
  nombreTotal,
  PAYE_D_AVANCE,
  precisionDe,
  situationDe,
  sumBy,
  tarifText,
} from '@octroi/contract';
import { LINE } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type Flow, FlowTable, SIZE } from '../documents/flow.ts';

const BLACK = { color: INK.black } as const;

/** Maximum width of the total to pay. */
const TOTAL_ROOM = 48;

const FRANCS = 'montants en F CFA';

const byColumn = (rows: readonly (readonly string[])[]): string[][] =>
  (rows[0] ?? []).map((_, index) => rows.map((cells) => cells[index] ?? ''));

export function drawBases(flow: Flow, { annee, bases, mentions = [] }: CompteAvis): void {
  if (bases.length === 0) return;
  flow.title(`1. Ce que vous devez pour l'année ${annee}`, FRANCS);
  const count = nombreTotal(bases);
  const lines = bases.map((base) => [
    base.base,
    precisionDe(base) ?? '',
    nombreDe(base),
    tarifText(base.tarif),
    formatNumber(base.prixUnitaire),
    formatNumber(base.total),
  ]);
  const last = [
    `Total ${annee}`,
    '',
    count === null ? '' : formatNumber(count),
    '',
    '',
    formatNumber(sumBy(bases, ({ total }) => total)),
  ];
  const columns = [
    { header: 'Base taxable', width: 50 },
    { header: 'Précision', width: 28 },
    { header: 'Nombre', width: 15, figure: true },
    { header: 'Tarif', width: 49, after: true },
    { header: 'Prix unitaire', width: 22, figure: true },
    { header: 'Total', width: 22, figure: true },
  ];
  const table = new FlowTable(flow, columns, byColumn([...lines, last]));
  for (const cells of lines) table.row(cells);
  table.row(last, { bold: true, rule: 0.9 });
  table.end();
  for (const mention of mentions) flow.paragraph(mention);
}

export function drawEcheances(flow: Flow, compte: CompteAvis): void {
  const { document } = flow;
  const { annee, echeances, autres, avance, total, jour } = compte;
  flow.title('2. Quand payer', FRANCS);
  const figures = ({ montant, paye, reste }: { montant: number; paye: number; reste: number }) =>
    [montant, paye, reste].map(formatNumber);
  const own = echeances.map((each) => {
    const { text, retard } = situationDe(each, jour);
    return { cells: [formatDay(each.jour), each.objet, ...figures(each), text], bold: retard };
  });
  const sums = { montant: 0, paye: 0, reste: 0 };
  for (const each of echeances)
    for (const key of ['montant', 'paye', 'reste'] as const) sums[key] += each[key];
  const rows: { cells: string[]; bold: boolean }[] = [
    { cells: [`Total ${annee}`, '', ...figures(sums), ''], bold: true },
    ...autres.map((each) => {
      const { text, retard } = situationDe(each, jour);
      const label =
        each.annee < annee ? `Arriérés de l'année ${each.annee}` : `Reste de l'année ${each.annee}`;
      return { cells: [String(each.annee), label, ...figures(each), text], bold: retard };
    }),
    ...(avance > 0 ? [{ cells: ['', PAYE_D_AVANCE, '', '', formatNumber(-avance), ''], bold: false }] : []),
  ];
  const columns = [
    { header: 'Échéance', width: 24, unbreakable: '00/00/0000' },
    { header: 'Objet', width: 63 },
    { header: 'Montant', width: 17, figure: true },
    { header: 'Payé', width: 17, figure: true },
    { header: 'Reste', width: 17, figure: true },
    { header: 'Situation', width: 48, after: true },
  ];
  const table = new FlowTable(flow, columns, byColumn([...own, ...rows].map(({ cells }) => cells)));
  for (const { cells, bold } of own) table.row(cells, { bold });
  for (const [index, { cells, bold }] of rows.entries()) {
    const last = index === rows.length - 1;
    // the last row stays on the page of the total to pay
    table.row(cells, { bold, rule: last ? 0.9 : 0.4, keep: last ? TOTAL_ROOM : 0 });
  }
  table.end();

  flow.y -= 6;
  const { left, contentWidth } = document;
  const figure = formatFrancs(total);
  const words = left + document.widthOf('Total à payer   ', 13, 'bold');
  const size = 15;
  const room = contentWidth - (words - left) - document.widthOf(figure, size, 'bold') - 10;
  document.part(flow.parent, 'P', () => {
    document.text('Total à payer ', left, flow.y, { size: 13, weight: 'bold', ...BLACK });
    document.text(`${amountInWords(total)} `, words, flow.y + 2, {
      size: SIZE,
      width: room,
      lines: 2,
      ...BLACK,
    });
    document.text(figure, left, flow.y - 2, {
      size,
      weight: 'bold',
      width: contentWidth + 0.5,
      align: 'right',
      ...BLACK,
    });
  });
  flow.y +=
    Math.max(1, document.typesetter.wrap(amountInWords(total), (room / SIZE) * 1000, 2).length) *
      SIZE *
      LINE +
    7;
  document.artifact(() => document.lines([[left, flow.y, left + contentWidth, flow.y]], { thickness: 0.9 }));
  flow.y += 8;
}
