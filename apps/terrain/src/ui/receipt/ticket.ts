/** A receipt as printer commands, for paper of 58 mm. */
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { type Paper, rowsOf } from './picture.ts';
import { SANS_VALEUR, stampOf } from './stamp.ts';

/** Characters per line on paper of 58 mm. */
const COLUMNS = 32;
/** Letters of regional languages that no printer has, and their replacement. */
const PLAIN: Readonly<Record<string, string>> = {
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  ŋ: 'n',
  Ŋ: 'N',
  ɲ: 'n',
  Ɲ: 'N',
  '’': "'",
};
const printable = (text: string): string =>
  text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[ɓƁɗƊƙƘƴƳŋŊɲƝ’]/g, (letter) => PLAIN[letter] ?? '');

export async function ticketOf(paper: Paper): Promise<Uint8Array> {
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder');
  const amount = printable(formatFrancs(paper.montant));
  // double width if the whole amount fits on one line
  const width = amount.length * 2 <= COLUMNS ? 2 : 1;
  const encoder = new Encoder({ columns: COLUMNS, language: 'esc-pos', feedBeforeCut: 4 });
  const stamped = () => {
    const word = stampOf(paper);
    // a word of eight letters is too long for double width
    if (word)
      encoder
        .align('center')
        .bold(true)
        .size(word.length > 7 ? 1 : 2, 2);
    if (word) encoder.line(`* ${word} *`).size(1, 1).bold(false);
    if (paper.exercice) encoder.line(printable(SANS_VALEUR));
  };
  encoder.initialize().codepage('cp850').align('center').line(printable(paper.collectivite));
  stamped();
  encoder
    .bold(true)
    .line(printable(paper.titre.toUpperCase()))
    .line(paper.numero)
    .size(width, 2)
    .line(amount)
    .size(1, 1)
    .bold(false);
  if (paper.reserve) encoder.line(printable(paper.reserve));
  encoder.rule().align('left');
  for (const [label = '', ...values] of rowsOf(paper)) {
    encoder.line(`${label} :`).bold(true);
    for (const value of values) encoder.line(printable(value));
    encoder.bold(false);
  }
  encoder.rule();
  stamped();
  encoder.align('center');
  if (!paper.exercice)
    encoder
      .qrcode(paper.adresse, { size: 6, errorlevel: 'm' })
      .line(paper.code)
      .line('Vérifiez ce reçu par son QR.');
  return encoder.cut().encode();
}
