/** Tickets and counterfoil books: holdings, movements and statement (ADR 0038). */
import {
  CAISSE_MESSAGES,
  type MouvementValeur,
  type MouvementValeurBody,
  releveValeurList,
  type ReleveValeurQuery,
  type ReleveValeurTotals,
  VALEUR_MESSAGES,
  type ValeurQuery,
  type ValeurTotals,
  valeurList,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { entitesOf, ofEntite, visibleRows } from '../place.repository.ts';
import { openRegies } from '../sessions/sessions.repository.ts';
import {
  findCategorie,
  visibleValeurs,
  insertMouvement,
  releveSource,
  valeurSource,
} from './valeurs.repository.ts';
import { listSuccessors } from '../versements/versements.repository.ts';

export function valeurService(db: Database) {
  function narrow(person: Person, query: ValeurQuery) {
    demand(person, 'valeurs-inactives', 'Lister');
    const conditions = [...visibleValeurs(person), ...ofEntite(query.entite, 'tv')];
    return { source: valeurSource, conditions, ...narrowingOf(query) };
  }

  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: ValeurQuery): Promise<ValeurTotals> {
      const narrowed = narrow(person, query);
      return sumRows(db, narrowed.source, narrowed, valeurList);
    },

    /** Persons who may receive numbers of a régie. */
    async agents(person: Person, regie: number) {
      demand(person, 'valeurs-inactives', 'Créer');
      const chosen = (await openRegies(db, entitesOf(person))).find(({ id }) => id === regie);
      if (!chosen) throw notFound();
      return { data: await listSuccessors(db, chosen.entiteId, 0) };
    },

    /**
     * Moves numbers between holders. Lost numbers, and those returned to the accountant, leave the books.
     * @throws AppError 400, 403; 409 if numbers are not held by the sender, with these numbers
     */
    async move(person: Person, body: MouvementValeurBody, requestId: string): Promise<MouvementValeur> {
      demand(person, 'valeurs-inactives', 'Créer');
      // the stock belongs to the collectivité, not to a place
      if (scopeOf(person).kind === 'ramifications') throw refused();
      const { acte, regie, categorie, agent, de, a, reference, motif, procesVerbal } = body;
      if (acte === 'perdu' || acte === 'renvoyé') demand(person, 'valeurs-inactives', 'Valider');
      const openRegie = (await openRegies(db, entitesOf(person))).find(({ id }) => id === regie);
      if (!openRegie) throw invalid('regie', CAISSE_MESSAGES.regie);
      const { entiteId } = openRegie;
      const chosen = await findCategorie(db, person, categorie);
      if (chosen?.entiteId !== entiteId || (acte === 'reçu' && !chosen.enabled))
        throw invalid('categorie', VALEUR_MESSAGES.categorie);
      if (acte === 'remis' && !(await listSuccessors(db, entiteId, 0)).some(({ id }) => id === agent))
        throw invalid('agent', VALEUR_MESSAGES.agent);
      return db.transaction().execute(async (trx) => {
        const moved = await insertMouvement(trx, entiteId, person.id, body);
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'créer',
          domaine: 'caisse',
          ressource: 'valeurs_inactives',
          id: moved.id,
          apres: {
            acte,
            regie,
            categorie,
            agent: agent ?? null,
            de,
            a,
            reference: reference || null,
            motif: motif || null,
            procesVerbal: procesVerbal || null,
          },
          requestId,
        });
        return { ...moved, montant: moved.nombre * chosen.valeur };
      });
    },
  };
}

/** The statement « Reçu, vendu, rendu ». */
export function releveValeurService(db: Database) {
  function narrow(person: Person, query: ReleveValeurQuery) {
    demand(person, 'valeurs-inactives', 'Lister');
    const conditions = [visibleRows(person, 'rv', 'agent_id'), ...ofEntite(query.entite, 'rv')];
    return { source: releveSource(query), conditions, ...narrowingOf(query) };
  }
  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: ReleveValeurQuery): Promise<ReleveValeurTotals> {
      const narrowed = narrow(person, query);
      return sumRows(db, narrowed.source, narrowed, releveValeurList);
    },
  };
}
