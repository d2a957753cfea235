/** Enrols the new people of a file, with what they owe and what they paid before Octroi. */
import { FICHE_FIELDS, type Fiche, sumBy } from '@octroi/contract';
import { insertArrieres } from '#src/domains/fiscalite/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { type Enrolling, presentYear } from '../saisie/facturation.service.ts';
import { enrolMany } from '../saisie/inscription.service.ts';
import { reserveNumbers } from '../saisie/saisie.repository.ts';
import type { Reading } from './lecture/import-lecture.service.ts';
import type { Judged } from './import-sort.service.ts';
import type { Paye, Read } from './lecture/import.rules.ts';
import type { PaiementAReprendre, PaiementsRepris } from './paiements-repris.ts';

/** What an import needs of other parts of the product. */
export interface ImportPorts {
  enrolling: Enrolling;
  repris: PaiementsRepris;
}

/** A run of an import that writes. */
export interface Run {
  ports: ImportPorts;
  file: Pick<Reading, 'id' | 'entiteId' | 'today'>;
  nom: string;
  author: Person;
}

/** An imported due: what is left to pay, and what was paid of it before Octroi. Dues of the present year are computed. */
function arrieresOf({ impayes, payes }: Pick<Read, 'impayes' | 'payes'>, today: string): Read['impayes'] {
  const past = payes.filter(({ annee, montant }) => montant > 0 && annee < Number(today.slice(0, 4)));
  const rows = Map.groupBy([...impayes, ...past], ({ annee, taxe }) => `${annee} ${taxe}`);
  return [...rows.values()].map((same) => ({
    annee: same[0]?.annee ?? 0,
    taxe: same[0]?.taxe ?? 0,
    montant: sumBy(same, ({ montant }) => montant),
  }));
}

/** A payment whose day the file does not say is of the last day of its year, or of the day of the import. */
export const paiementOf = (
  contribuable: number,
  { annee, taxe, montant, jour, quittance }: Paye,
  today: string,
): PaiementAReprendre => {
  const last = `${annee}-12-31`;
  return { contribuable, annee, taxe, montant, quittance, jour: jour ?? (last < today ? last : today) };
};

/** Enrols rows with their lines, unpaid dues and earlier payments. The journal gets one row per sub-entity, with its counts. */
export async function enrolRows(
  db: Database,
  trx: OpenTransaction,
  { ports: { enrolling, repris }, file, nom, author }: Run,
  { fresh, fates }: Judged,
): Promise<void> {
  if (fresh.length === 0) return;
  const { entiteId, today } = file;
  const sorted = fresh.toSorted((a, b) => a.body.ramification - b.body.ramification);
  const unnumbered = sorted.filter(({ body }) => body.numKlis === undefined).length;
  // in its own transaction, so that other enrolments do not wait for this batch
  const numbers = await db.transaction().execute((own) => reserveNumbers(own, entiteId, unnumbered));
  const outcomes = await enrolMany(
    trx,
    enrolling,
    { entiteId, utilisateurId: author.id },
    sorted.map(({ body, row }) => ({
      ...(Object.fromEntries(FICHE_FIELDS.map((name) => [name, body[name]])) as Fiche),
      lignes: body.lignes,
      numKlis: body.numKlis ?? (numbers.shift() as string),
      cle: row.cle,
      createdAt: body.dateEnrollement === undefined ? null : `${body.dateEnrollement}T12:00:00Z`,
    })),
  );
  const byRow = new Map(fates.map((fate) => [fate.rang, fate]));
  const enrolled = sorted.flatMap((one, rank) => {
    const outcome = outcomes[rank];
    const fate = byRow.get(one.row.rang);
    if (!outcome || !fate) return [];
    fate.contribuable = outcome.id;
    if (outcome.nouveau) return [{ ...one, id: outcome.id }];
    // another import enrolled the same person at the same time
    fate.sort = 'identique';
    return [];
  });
  await insertArrieres(
    trx,
    entiteId,
    enrolled.flatMap(({ id, ...read }) =>
      arrieresOf(read, today).map((arriere) => ({ ...arriere, contribuable: id })),
    ),
  );
  const paiements = enrolled.flatMap(({ id, payes }) =>
    payes.filter(({ montant }) => montant > 0).map((paye) => paiementOf(id, paye, today)),
  );
  if (paiements.length > 0) {
    await repris.lock(
      trx,
      entiteId,
      paiements.map(({ contribuable }) => contribuable),
    );
    await repris.book(trx, { entiteId, person: author, requestId: file.id }, paiements);
  }
  for (const [ramification, there] of Map.groupBy(enrolled, ({ body }) => body.ramification))
    await writeJournal(trx, {
      entiteId,
      utilisateurId: author.id,
      acte: 'importer',
      domaine: 'contribuables',
      ressource: 'ramifications',
      id: ramification,
      apres: { fichier: nom, contribuables: there.length, annee: presentYear(enrolling) },
    });
}
