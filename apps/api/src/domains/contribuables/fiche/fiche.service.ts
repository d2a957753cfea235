/** A taxpayer's record, history and individual sheet, for anyone who may see the taxpayer. */
import type {
  Apercu,
  Compte,
  ContribuableFiche,
  Echec,
  FicheIndividuelle,
  JournalAct,
  ListQuery,
} from '@octroi/contract';
import { journalActs, journalNames } from '#src/domains/administration/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import { inSnapshot, type Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { type ListReply, readList } from '#src/platform/listing/listing.ts';
import { readApercu, readDependances } from './apercu.repository.ts';
import { type ContribuableKey, PAR_BASE, readCompte, readEcheances } from './compte.repository.ts';
import { contribuableService } from '../contribuables.service.ts';
import { readDispenses } from './dispenses.ts';
import { actsOf } from './historique.repository.ts';
import { readActivites, readHead, readMouvements } from './individuel.repository.ts';
import { listPhotos } from '../photos/photos.repository.ts';

/** The individual sheet for screen and PDF. @throws AppError 404 */
const readFicheIndividuelle = (
  db: Database,
  key: ContribuableKey,
  annee: number,
  jour: string,
): Promise<FicheIndividuelle> =>
  inSnapshot(db, async (queries) => {
    const head = await readHead(queries, key);
    if (!head) throw notFound();
    const activites = await readActivites(queries, key, annee);
    const mouvements = await readMouvements(queries, key, annee);
    return {
      ...head,
      activites,
      ...(await readDispenses(queries, key, annee)),
      mouvements,
      compte: await readCompte(queries, key, annee, jour),
    };
  });

/** @param taxpayers finds a taxpayer within the person's rights and scope */
export function ficheService(
  db: Database,
  taxpayers: Pick<ReturnType<typeof contribuableService>, 'find'>,
  today: () => string,
) {
  const yearNow = (): number => Number(today().slice(0, 4));
  const withNames = journalNames(db);

  async function keyOf(person: Person, id: number): Promise<ContribuableKey> {
    const { ramification } = await taxpayers.find(person, id);
    return { entiteId: ramification.entite.id, id };
  }

  return {
    /** The record with everything attached to it. */
    async fiche(person: Person, id: number): Promise<ContribuableFiche> {
      const contribuable = await taxpayers.find(person, id);
      const key = { entiteId: contribuable.ramification.entite.id, id };
      const [dependances, echecs] = await Promise.all([
        readDependances(db, key),
        readEcheances(db, key, PAR_BASE),
      ]);
      return {
        ...contribuable,
        ...dependances,
        echecs,
        isConfirmed: contribuable.statut === 'Validé',
        variation: contribuable.lignes.find(({ precision }) => precision !== null)?.precision ?? null,
        montant: contribuable.situation.total,
      };
    },

    async apercu(person: Person, id: number): Promise<Apercu> {
      const key = await keyOf(person, id);
      const own = await readApercu(db, key, yearNow());
      if (!own) throw notFound();
      const subject = { entiteId: key.entiteId, contribuableId: id, equipementId: null };
      return { ...own, photos: await listPhotos(db, subject) };
    },

    async echeances(person: Person, id: number): Promise<Echec[]> {
      return readEcheances(db, await keyOf(person, id), PAR_BASE);
    },

    /**
     * Acts on the taxpayer, its equipment, lines and payments. No other right is needed: the history is part of the
     * record.
     */
    async historique(person: Person, id: number, query: ListQuery): Promise<ListReply<JournalAct>> {
      const conditions = [actsOf(await keyOf(person, id))];
      const page = await readList(db, journalActs, { conditions, filters: [] }, query);
      const { data, meta } = page.parse();
      return { data: await withNames(person, data), meta };
    },

    /** @param annee fiscal year; the present one when absent */
    async compte(person: Person, id: number, annee = yearNow()): Promise<Compte> {
      const key = await keyOf(person, id);
      return inSnapshot(db, (queries) => readCompte(queries, key, annee, today()));
    },

    /** @param annee fiscal year; the present one when absent */
    async individuel(person: Person, id: number, annee = yearNow()): Promise<FicheIndividuelle> {
      return readFicheIndividuelle(db, await keyOf(person, id), annee, today());
    },
  };
}

/** The individual sheet for printing (specification 2 section 2.9). @throws AppError 403, 404 */
export function ficheIndividuelle(db: Database, today: () => string) {
  const service = ficheService(db, contribuableService(db, today), today);
  return (person: Person, id: number, annee?: number): Promise<FicheIndividuelle> =>
    service.individuel(person, id, annee);
}
