/** What a device pulls: everything of its places, then what changed, resumable wherever it was cut (ADR 0041). */
import { createHash } from 'node:crypto';
import {
  codeAppareil,
  type Donnees,
  PAGE_DONNEES,
  type Referentiel,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { listSuccessors } from '#src/domains/caisse/index.ts';
import { isAgent, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, refused } from '#src/platform/http/problem.ts';
import { findAppareil, noteSeen, readSeries, type StoredAppareil } from '../appareils.repository.ts';
import { findPresente } from '../remises/cles.repository.ts';
import { type Curseur, ecrire, lire } from './curseur.ts';
import { readContribuables, readEtat, readRetires } from './donnees.repository.ts';
import { readCaisse, readReferentiel, readTournees } from './referentiel.repository.ts';

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** Transactions after which a row may look old that is not: half of what 32 bits tell, less a margin. */
const TOO_LONG_AGO = 2_000_000_000n;

/** The agent's own device. @throws AppError 403, 404 */
async function ownAppareil(db: Database, person: Person, id: number): Promise<StoredAppareil> {
  if (!isAgent(person)) throw refused();
  const appareil = await findAppareil(db, id);
  if (!appareil || appareil.agentId !== person.id || appareil.statut === 'attendu')
    throw new AppError('introuvable', TERRAIN_MESSAGES.inconnu);
  if (appareil.statut === 'bloqué') throw new AppError('acces.refuse', TERRAIN_MESSAGES.bloque);
  return appareil;
}

export function donneesService(db: Database, pageSize = PAGE_DONNEES) {
  /** A pull's page of taxpayers, and where it leads. */
  async function page(
    { entiteId, statut }: StoredAppareil,
    known: Curseur | undefined,
    { lieux, horizon }: { lieux: number[]; horizon: string },
    here: Pick<Curseur, 'l' | 'p' | 'r'>,
  ) {
    // one that is to be emptied is told nothing
    if (statut === 'effacé') return { suite: false, contribuables: [], retires: [], next: here };
    const depuis = known?.d ?? null;
    const first = known?.h === undefined;
    const began = known?.h ?? horizon;
    const apres = known?.a ?? 0;
    const rows = await readContribuables(db, { entiteId, lieux, depuis, apres, limit: pageSize + 1 });
    const suite = rows.length > pageSize;
    const contribuables = rows.slice(0, pageSize);
    const retires = first && depuis !== null ? await readRetires(db, { entiteId, lieux, depuis }) : [];
    const last = contribuables.at(-1)?.[0] ?? apres;
    const next: Curseur = suite
      ? { ...here, ...(depuis === null ? {} : { d: depuis }), h: began, a: last }
      : { ...here, d: began };
    return { suite, contribuables, retires, next };
  }

  async function referentielOf(
    { entiteId }: StoredAppareil,
    person: Person,
    lieux: number[],
  ): Promise<Referentiel> {
    const successeurs = await listSuccessors(db, entiteId, person.id);
    return {
      ...(await readReferentiel(db, person, entiteId, lieux)),
      remise: await findPresente(db),
      successeurs: successeurs.map(({ id, nom }) => [id, nom]),
    };
  }

  return {
    /** @throws AppError 403 for whoever is no agent, 404 for another's device */
    async pull(
      person: Person,
      { appareil: id, depuis }: { appareil: number; depuis?: string | undefined },
    ): Promise<Donnees> {
      const appareil = await ownAppareil(db, person, id);
      const { entiteId } = appareil;
      const etat = await readEtat(db, entiteId, id);
      const given = lire(depuis);
      const here = { l: etat.lignee, p: digest(etat.lieux), r: '' };
      // of another database, of other places, from a time that this server has not seen, or too long ago
      const base = given?.d ?? given?.h;
      const holds =
        given?.l === here.l &&
        given.p === here.p &&
        (base === undefined ||
          (BigInt(base) <= BigInt(etat.suivant) && BigInt(etat.suivant) - BigInt(base) < TOO_LONG_AGO));
      const known = holds ? given : undefined;
      const first = known?.h === undefined;
      const referentiel = first ? await referentielOf(appareil, person, etat.lieux) : null;
      here.r = referentiel ? digest(referentiel) : (known?.r ?? '');
      const { next, ...rest } = await page(appareil, known, etat, here);
      if (first) await db.transaction().execute((trx) => noteSeen(trx, id));
      return {
        ...rest,
        curseur: ecrire(next),
        complet: known?.d === undefined,
        heure: etat.heure,
        fuseau: etat.fuseau,
        appareil: {
          id,
          nom: appareil.nom,
          numero: appareil.numero,
          code: codeAppareil(appareil.numero),
          statut: appareil.statut,
          plafond: appareil.plafond,
          dernierSequence: appareil.dernierSequence,
          series: await readSeries(db, appareil),
        },
        referentiel: referentiel && known?.r === here.r ? null : referentiel,
        tournees: first ? await readTournees(db, entiteId, person.id) : null,
        caisse: first ? await readCaisse(db, entiteId, person.id) : null,
      };
    },
  };
}
