/** Issues demand notices: once, with a number without gaps, anew where what is due has changed. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { avisDe, type Compte, pieceCode } from '@octroi/contract';
import { type ContribuableKey, readActivites, readCompte } from '#src/domains/contribuables/index.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { readPapier } from '../papiers/papiers.repository.ts';
import type { ContenuAncienAvis, ContenuAvis } from '../pieces/contenu.ts';
import {
  findLastAvis,
  insertPiece,
  nextAvis,
  printAvis,
  type PrintedPiece,
  readSubject,
} from '../pieces/pieces.repository.ts';

export const newCode = (): string => pieceCode(randomBytes(20));

const prevusOf = ({ exercices, annee }: Compte): ContenuAvis['prevus'] =>
  exercices
    .filter((each) => each.annee <= annee && each.prevu > 0)
    .map((each) => ({ annee: each.annee, montant: each.prevu }));

/** Whether what a notice says is still due: what was paid since changes no notice. */
const stands = (
  said: ContenuAvis | ContenuAncienAvis,
  due: Pick<ContenuAvis, 'compte' | 'prevus'>,
): boolean =>
  'compte' in said
    ? isDeepStrictEqual([said.prevus, said.compte.bases], [due.prevus, due.compte.bases])
    : said.prevu === (due.prevus.find(({ annee }) => annee === said.annee)?.montant ?? 0);

/**
 * Prints the notice of a taxpayer, who is held meanwhile: the one in force, as things stood when it was issued, or a new
 * one in its place where what is due is no longer what it says.
 * @returns undefined for whoever owes nothing, and for a year to come that plans nothing: there is no notice then, whatever
 *   was issued before
 */
export async function printAvisOf(
  trx: OpenTransaction,
  key: ContribuableKey,
  annee: number,
  today: string,
): Promise<PrintedPiece | undefined> {
  const { entiteId, id } = key;
  const compte = await readCompte(trx, key, annee, today);
  const planned = annee <= Number(today.slice(0, 4)) || compte.solde.exercice.prevu > 0;
  if (compte.solde.aPayer === 0 || !planned) return undefined;
  const due = {
    compte: avisDe(compte, await readActivites(trx, key, annee)),
    prevus: prevusOf(compte),
  };
  const last = await findLastAvis(trx, entiteId, id, annee);
  if (last && stands(last.contenu, due)) return printAvis(trx, last.code);
  const code = newCode();
  const contenu: ContenuAvis = {
    ...(await readSubject(trx, entiteId, id)),
    nature: 'avis',
    papier: await readPapier(trx, entiteId),
    ...due,
    ...(last ? { remplace: { numero: last.numero, jour: last.jour } } : {}),
  };
  await insertPiece(trx, {
    code,
    nature: 'avis',
    numero: await nextAvis(trx, entiteId, annee),
    entiteId,
    contribuableId: id,
    transactionId: null,
    annee,
    jour: today,
    montant: due.compte.total,
    contenu,
    remplace: last?.code,
  });
  return printAvis(trx, code);
}
