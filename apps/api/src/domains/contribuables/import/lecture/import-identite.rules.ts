/** Tells who a row is: the same person has the same key in every file, whatever else the row says. No I/O. */
import { createHash } from 'node:crypto';
import type { DecisionsImport } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';

/** What identifies a person in a file, as texts. */
export interface Identite {
  numKlis: string;
  nif: string;
  piece: string;
  telephone: string;
  nom: string;
  /** Id of the place, or its text where it names none. */
  lieu: string;
}

/** How a row repeats an earlier one. */
export type Repetition = 'personne' | 'homonyme' | 'nif' | 'piece';

export interface RowKey {
  rang: number;
  cle: string;
  /** The earlier row. */
  jumelle: number | null;
  jumellePar: Repetition | null;
}

const significant = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Shorter ones, or a repeated sign, are placeholders: « 0 », « néant », « 99999999 ». */
const isPlaceholder = (text: string): boolean =>
  text.length < 4 || /^(.)\1*$/u.test(text) || ['neant', 'aucun', 'aucune', 'inconnu'].includes(text);
const identifierOf = (text: string): string => {
  const plain = significant(text);
  return isPlaceholder(plain) ? '' : plain;
};
/** Digits of a telephone number, without the country code. */
const TELEPHONE = 8;
const telephoneOf = (text: string): string => identifierOf(text.replaceAll(/\D/g, '').slice(-TELEPHONE));

/** Words of a name in one order, since registers write last and first names in both. */
const nameOf = (nom: string): string => folded(nom).split(' ').toSorted().join(' ');

const keyOf = (parts: readonly unknown[]): string =>
  `import:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;

/**
 * The keys of the rows of one file, in the order of its rows.
 * @param homonymes whether rows with only a name and a place are several people (the default) or one
 */
export class RowKeys {
  private readonly people = new Map<string, { rang: number; count: number }>();
  private readonly documents = new Map<string, { rang: number; nom: string }>();
  private readonly homonymes: DecisionsImport['homonymes'];

  constructor(homonymes: DecisionsImport['homonymes']) {
    this.homonymes = homonymes;
  }

  next(rang: number, { numKlis, nif, piece, telephone, nom, lieu }: Identite): RowKey {
    const name = nameOf(nom);
    const numero = significant(numKlis);
    const document = { nif: identifierOf(nif), piece: identifierOf(piece) };
    const phone = telephoneOf(telephone);
    const isNamed = !numero && !document.nif && !document.piece && !phone;
    const parts = numero
      ? ['numero', numero]
      : document.nif
        ? ['nif', document.nif, name]
        : document.piece
          ? ['piece', document.piece, name]
          : phone
            ? ['telephone', phone, name, lieu]
            : ['nom', name, lieu];
    const base = JSON.stringify(parts);
    const before = this.people.get(base);
    const count = before?.count ?? 0;
    this.people.set(base, { rang: before?.rang ?? rang, count: count + 1 });
    const isSeveral = isNamed && this.homonymes !== 'une';
    const cle = keyOf(isSeveral ? [...parts, count] : parts);
    if (before) return { rang, cle, jumelle: before.rang, jumellePar: isSeveral ? 'homonyme' : 'personne' };
    return { rang, cle, ...this.sharedDocument(rang, name, document) };
  }

  /** An earlier row of another name with the same NIF or identity document. */
  private sharedDocument(
    rang: number,
    nom: string,
    documents: { nif: string; piece: string },
  ): Pick<RowKey, 'jumelle' | 'jumellePar'> {
    let shared: Pick<RowKey, 'jumelle' | 'jumellePar'> = { jumelle: null, jumellePar: null };
    for (const kind of ['nif', 'piece'] as const) {
      const text = documents[kind];
      if (!text) continue;
      const key = `${kind} ${text}`;
      const before = this.documents.get(key);
      if (!before) this.documents.set(key, { rang, nom });
      else if (before.nom !== nom && shared.jumelle === null)
        shared = { jumelle: before.rang, jumellePar: kind };
    }
    return shared;
  }
}
