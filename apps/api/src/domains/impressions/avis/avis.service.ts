/**
 * Issues demand notices: once per taxpayer and year, numbered without gaps, and again when the amount due has changed.
 */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { avisDe, type Compte, mentionsDe, pieceCode } from '@octroi/contract';
import {
  type ContribuableKey,
  readActivites,
  readCompte,
  readDispenses,
} from '#src/domains/contribuables/index.ts';
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

/** The days on which a notice asks for what it plans: a moratoire or another term of a tax moves them. */
const daysOf = ({ echeances }: ContenuAvis['compte']) =>
  echeances.map(({ jour, montant }) => [jour, montant]);

/** Whether a notice still states what is planned, and when. Payments since do not make it obsolete. */
const isUpToDate = (
  issued: ContenuAvis | ContenuAncienAvis,
  current: Pick<ContenuAvis, 'compte' | 'prevus'>,
): boolean =>
  'compte' in issued
    ? isDeepStrictEqual(
        [issued.prevus, issued.compte.bases, daysOf(issued.compte)],
        [current.prevus, current.compte.bases, daysOf(current.compte)],
      )
    : issued.prevu === (current.prevus.find(({ annee }) => annee === issued.annee)?.montant ?? 0);

/**
 * Prints the notice of a taxpayer, who stays locked meanwhile. Reprints the notice in force as it was issued, or issues
 * a new one in its place if the amounts due have changed.
 * @returns undefined if nothing is due, or if the year is to come and plans nothing: then no earlier notice is printed
 * either
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
  const current = {
    compte: avisDe(
      compte,
      await readActivites(trx, key, annee),
      mentionsDe(await readDispenses(trx, key, annee), annee),
    ),
    prevus: prevusOf(compte),
  };
  const last = await findLastAvis(trx, entiteId, id, annee);
  if (last && isUpToDate(last.contenu, current)) return printAvis(trx, last.code);
  const code = newCode();
  const contenu: ContenuAvis = {
    ...(await readSubject(trx, entiteId, id)),
    nature: 'avis',
    papier: await readPapier(trx, entiteId),
    ...current,
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
    montant: current.compte.total,
    contenu,
    remplace: last?.code,
  });
  return printAvis(trx, code);
}
