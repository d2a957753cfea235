/** A receipt as printer commands, for paper of 58 mm. */
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { type Paper, rowsOf } from './receipt-picture.ts';

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
  const cancelled = () => {
    if (paper.annule) encoder.align('center').bold(true).size(2, 2).line('* ANNULÉ *').size(1, 1).bold(false);
  };
  encoder.initialize().codepage('cp850').align('center').line(printable(paper.collectivite));
  cancelled();
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
  cancelled();
  return encoder
    .align('center')
    .qrcode(paper.adresse, { size: 6, errorlevel: 'm' })
    .line(paper.code)
    .line('Vérifiez ce reçu par son QR.')
    .cut()
    .encode();
}
