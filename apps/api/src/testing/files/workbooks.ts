/** XLSX files like those of spreadsheets, and malicious ones. */
import { buffer } from 'node:stream/consumers';
import ZipStream from 'zip-stream';
import {
  CONTENT_TYPES,
  ROOT_RELATIONSHIPS,
  workbook as workbookXml,
} from '#src/platform/export/xlsx-parts.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Days from the epoch of spreadsheets to 1970. */
const EPOCH = 25_569;
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const serial = (text: string): number =>
  Date.parse(text.length > 10 ? `${text}Z` : text) / 86_400_000 + EPOCH;

/** Attributes and XML content of a cell. */
type Cell = (share: (text: string) => number) => readonly [attributes: string, content: string];

export const cell = {
  empty: () => ['', ''] as const,
  text:
    (text: string): Cell =>
    () => ['t="inlineStr"', `<is><t>${escape(text)}</t></is>`],
  shared:
    (text: string): Cell =>
    (share) => ['t="s"', `<v>${share(text)}</v>`],
  number:
    (value: number): Cell =>
    () => ['', `<v>${value}</v>`],
  day:
    (text: string): Cell =>
    () => ['s="1"', `<v>${serial(text)}</v>`],
  /** A day in a workbook that counts from 1904: 1,462 less. */
  dayFrom1904:
    (text: string): Cell =>
    () => ['s="1"', `<v>${serial(text) - 1462}</v>`],
  moment:
    (text: string): Cell =>
    () => ['s="2"', `<v>${serial(text)}</v>`],
  formula:
    (formula: string, value: string): Cell =>
    () => ['', `<f>${escape(formula)}</f><v>${value}</v>`],
  /** A formula without a cached result. */
  uncached:
    (formula: string): Cell =>
    () => ['', `<f>${escape(formula)}</f>`],
  formulaText:
    (formula: string, value: string): Cell =>
    () => ['t="str"', `<f>${escape(formula)}</f><v>${escape(value)}</v>`],
  error:
    (value: string): Cell =>
    () => ['t="e"', `<v>${value}</v>`],
} satisfies Record<string, unknown>;

interface WorkbookOptions {
  /** Number of blanks added to the sheet. */
  padding?: number;
  /** More rows, as XML. */
  more?: string;
  /** Rows of a second sheet, as XML. */
  second?: string;
  /** Hides the first sheet. */
  firstHidden?: boolean;
  /** Merged cells of the first sheet, as `D2:D4`. */
  merged?: readonly string[];
  /** Counts days from 1904, as an old Excel for Mac does. */
  from1904?: boolean;
  /** XML before the sheet. */
  before?: string;
  /** Writes a text document instead. */
  document?: boolean;
}

/** @param rows from row 1; rows without cells are left out of the file */
export async function workbook(
  rows: readonly (readonly Cell[])[],
  {
    padding = 0,
    more = '',
    second,
    firstHidden = false,
    merged = [],
    from1904 = false,
    before = '',
    document = false,
  }: WorkbookOptions = {},
): Promise<Buffer> {
  const shared: string[] = [];
  const share = (text: string): number => shared.push(text) - 1;
  const line = (cells: readonly Cell[], row: number): string =>
    cells.length === 0
      ? ''
      : `<row r="${row + 1}">${cells
          .map((one, column) => {
            const [attributes, content] = one(share);
            return content
              ? `<c r="${String.fromCharCode(65 + column)}${row + 1}" ${attributes}>${content}</c>`
              : '';
          })
          .join('')}</row>`;
  const merges = merged.length
    ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    : '';
  const sheet = `${HEAD}${before}<worksheet xmlns="${MAIN}"><sheetData>${rows.map(line).join('')}${more}</sheetData>${' '.repeat(padding)}${merges}</worksheet>`;
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${DOCUMENT}/${kind}" Target="${target}"/>`;
  const files: [string, string][] = document
    ? [['word/document.xml', '<w/>']]
    : [
        ['[Content_Types].xml', CONTENT_TYPES],
        ['_rels/.rels', ROOT_RELATIONSHIPS],
        [
          'xl/workbook.xml',
          workbookXml(second === undefined ? ['Feuil1'] : ['Feuil1', 'Feuil2'])
            .replace('r:id="rId2"', 'r:id="rId4"')
            .replace('<sheets>', from1904 ? '<workbookPr date1904="1"/><sheets>' : '<sheets>')
            .replace('sheetId="1"', firstHidden ? 'sheetId="1" state="hidden"' : 'sheetId="1"'),
        ],
        [
          'xl/_rels/workbook.xml.rels',
          `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}${relation(3, 'styles', 'styles.xml')}${second === undefined ? '' : relation(4, 'worksheet', 'worksheets/sheet2.xml')}</Relationships>`,
        ],
        [
          'xl/styles.xml',
          `${HEAD}<styleSheet xmlns="${MAIN}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
        ],
        ...(second === undefined
          ? []
          : [
              [
                'xl/worksheets/sheet2.xml',
                `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${second}</sheetData></worksheet>`,
              ] as [string, string],
            ]),
        ['xl/worksheets/sheet1.xml', sheet],
        [
          'xl/sharedStrings.xml',
          `${HEAD}<sst xmlns="${MAIN}">${shared.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
        ],
      ];
  const zip = new ZipStream({ zlib: { level: 9 } });
  const content = buffer(zip);
  for (const [name, text] of files)
    await new Promise<void>((resolve, reject) => {
      zip.entry(text, { name }, (error) => (error ? reject(error) : resolve()));
    });
  zip.finish();
  return content;
}

/** The same archive with a directory that declares each file as small. */
export function withFalseSizes(zip: Buffer): Buffer {
  const lying = Buffer.from(zip);
  for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 4))
    lying.writeUInt32LE(100, at + 24);
  return lying;
}
