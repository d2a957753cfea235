/** Makes « Point du mois »: one page about a whole collectivité. */
import type { Readable } from 'node:stream';
import { ATTENTES, type AttenteKey, attenteKeysOf, joursDuPoint, mayAll, moisText } from '@octroi/contract';
import { impayeService } from '#src/domains/contribuables/index.ts';
import { type AttenteCounts, readPoint } from '#src/domains/pilotage/index.ts';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { findNom, readPapierDessine } from '../papiers/papiers.repository.ts';
import { sheetInfo } from '../sheets/sheet-info.ts';
import type { ContenuPoint } from './contenu.ts';
import { drawPoint } from './point.drawing.ts';

/** Its name in the journal. */
export const RESSOURCE = 'point-du-mois';
const MOST_DEBTORS = 10;
const LABELS: Record<AttenteKey, string> = {
  enrollements: 'Enrôlements à valider',
  transactions: 'Paiements à confirmer',
  'a-eclaircir': 'Paiements à éclaircir',
  approbations: 'Demandes à approuver',
  versements: 'Versements à recevoir',
  ecarts: 'Écarts de caisse ouverts',
  'cas-terrain': 'Cas du terrain',
};

/** @throws AppError 403, 404 */
export function demandPoint(person: Person, entiteId: number): void {
  demand(person, 'rythme', 'Exporter');
  demandEntite(person, entiteId);
}

export interface PointOptions {
  timeZone: string;
  today: () => string;
  attentes: AttenteCounts;
}

export type MakePoint = ReturnType<typeof pointMaking>;

interface Departure {
  entiteId: number;
  mois: string;
  /** The addresses that it was mailed to. */
  adresses?: string[];
  requestId?: string;
}

/** Journals that the page leaves the office. */
export const journalPoint = (trx: OpenTransaction, person: Person, act: Departure): Promise<void> =>
  writeJournal(trx, {
    entiteId: act.entiteId,
    utilisateurId: person.id,
    acte: 'exporter',
    domaine: 'impressions',
    ressource: RESSOURCE,
    id: act.entiteId,
    apres: { document: RESSOURCE, mois: act.mois, ...(act.adresses && { adresses: act.adresses }) },
    requestId: act.requestId,
  });

/** @returns gathers and draws the page of a person; the caller journals it once it leaves the office */
export function pointMaking(db: Database, { timeZone, today, attentes }: PointOptions) {
  const impayes = impayeService(db, today);

  async function debtors(person: Person, entite: number): Promise<ContenuPoint['debiteurs']> {
    if (
      !mayAll(person.grants, [
        ['contribuables', 'Lister'],
        ['contribuables', 'Exporter'],
      ])
    )
      return null;
    const list = await impayes.list(person, {
      page: 1,
      itemperpage: MOST_DEBTORS,
      nombre: '0',
      entite: [entite],
      betail: '0',
      orderBy: 'contrib.exigible',
      sortOrder: 'desc',
    });
    const { data } = list.parse();
    return data.map(({ fullName, ramification, exigible, arrieres }) => ({
      nom: fullName,
      // the quartier: a row has one line
      lieu: ramification.chemin[1] ?? ramification.nom,
      montant: exigible,
      arrieres,
    }));
  }

  const waiting = (person: Person, entite: number): Promise<ContenuPoint['attentes']> =>
    Promise.all(
      attenteKeysOf(person.grants)
        .filter((key) => key in ATTENTES)
        .map(async (key) => ({ label: LABELS[key], nombre: await attentes[key](person, { entite }) })),
    );

  return async function make(
    person: Person,
    entiteId: number,
    mois: string,
  ): Promise<{ name: string; content: Readable }> {
    demandPoint(person, entiteId);
    const jours = joursDuPoint(mois, today());
    if (!jours) throw new AppError('requete.invalide', `Aucun jour de ${moisText(mois)} n’est encore fini.`);
    const nom = await findNom(db, entiteId);
    if (nom === undefined) throw new AppError('introuvable', 'Cette collectivité n’existe pas.');
    const [figures, debiteurs, attend, papier] = await Promise.all([
      readPoint(db, scopeOf(person), entiteId, jours),
      debtors(person, entiteId),
      waiting(person, entiteId),
      readPapierDessine(db, entiteId),
    ]);
    const contenu: ContenuPoint = {
      ...figures,
      ...papier,
      entite: nom,
      jours,
      jour: today(),
      debiteurs,
      attentes: attend,
    };
    const title = `Point du mois, ${moisText(mois)}, ${nom}`;
    return {
      name: `point-du-mois-${mois}.pdf`,
      content: drawSheets(sheetInfo(person, title, timeZone), [contenu], drawPoint, ''),
    };
  };
}
