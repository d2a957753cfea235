/** Everything of the demonstration that does not grow with its taxpayers, with fixed ids. */
import type pg from 'pg';
import { advanceSequences } from '#src/platform/database/sequences.ts';
import { AGENTS, COMPTES, MOT_DE_PASSE_DEMO } from '../administration/comptes.ts';
import { fiscalites } from '../fiscalite/index.ts';
import { COLLECTIVITES, VILLES } from '../territoire/index.ts';
import { ECUSSON, MODALITES, PAPIERS } from '../territoire/papiers.ts';
import { hashPassword } from '#src/platform/session/password.ts';
import { insertPlatform, PLATFORM_TABLES } from '#src/installation/platform.ts';
import { copyRows, type Cell } from '#src/platform/database/copy.ts';
import { markDemonstration, demandEmptyDatabase } from './guard.ts';
import { switchTriggersOff } from './schema.ts';

const TABLES = [
  ...PLATFORM_TABLES,
  'ville',
  'entite',
  'ramification',
  'utilisateur',
  'categorie_taxe',
  'categorie_activite',
  'nature_activite',
  'type_equipement',
  'taxe',
  'application',
  'precision_taxe',
] as const;

/** When the taxes were created, and their budget lines begin: the first day of the first year that has rates. */
const CREEES_LE = '2022-01-01';

/**
 * Loads territories, configuration, groups and accounts, in one transaction.
 * @param client connected as the owner, outside a transaction
 * @throws DemoRefused unless the database is empty (and never in production)
 */
export async function loadReference(client: pg.ClientBase): Promise<void> {
  await demandEmptyDatabase(client);
  await client.query('begin');
  try {
    await insertPlatform(client);
    await loadTerritoire(client); // with its triggers, which make the closure of sub-entities
    const triggersOn = await switchTriggersOff(client);
    await loadAdministration(client);
    await loadFiscalite(client);
    await loadPapiers(client);
    await markDemonstration(client);
    await advanceSequences(client, TABLES);
    await triggersOn();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await client.query(`analyze ${TABLES.join(', ')}, ramification_descendance, application_precision`);
}

async function loadTerritoire(client: pg.ClientBase): Promise<void> {
  await copyRows(
    client,
    'ville (id, nom, description)',
    VILLES.map(({ id, nom, description }) => [id, nom, description]),
  );
  await copyRows(
    client,
    'entite (id, nom, nom_court, code, telephone, adresse, statut_juridique, ville_id, description, enabled)',
    COLLECTIVITES.map((c) => [
      c.id,
      c.nom,
      c.nomCourt,
      c.code,
      c.telephone,
      c.adresse,
      c.statutJuridique,
      c.villeId,
      c.description,
      true,
    ]),
  );
  await copyRows(
    client,
    'ramification (id, entite_id, parent_id, type_id, nom, code, description, enabled)',
    COLLECTIVITES.flatMap(({ ramifications }) =>
      ramifications.map((r) => [
        r.id,
        r.entiteId,
        r.parentId,
        r.niveau,
        r.nom,
        r.code,
        r.description || null,
        true,
      ]),
    ),
  );
}

async function loadAdministration(client: pg.ClientBase): Promise<void> {
  // One hash serves all: the password is public and the same.
  const passwordHash = await hashPassword(MOT_DE_PASSE_DEMO);
  const people = [...COMPTES, ...AGENTS];
  await copyRows(
    client,
    'utilisateur (id, nom, prenom, username, email, password_hash, telephone, enabled, type_id, groupe_id)',
    people.map((p) => [
      p.id,
      p.nom,
      p.prenom,
      p.username,
      p.email,
      passwordHash,
      p.telephone,
      p.enabled,
      p.typeId,
      p.groupeId,
    ]),
  );
  await copyRows(
    client,
    'utilisateur_entite (utilisateur_id, entite_id)',
    people.flatMap(({ id, entites }) => entites.map((entite) => [id, entite])),
  );
  await copyRows(
    client,
    'utilisateur_ramification (utilisateur_id, ramification_id)',
    people.flatMap(({ id, ramifications }) => ramifications.map((ramification) => [id, ramification])),
  );
}

async function loadFiscalite(client: pg.ClientBase): Promise<void> {
  for (const f of fiscalites()) {
    const named = (row: { id: number; nom: string; description: string }) =>
      [row.id, f.entiteId, row.nom, row.description || null] as const;
    await copyRows(
      client,
      'categorie_taxe (id, entite_id, nom, description)',
      f.categoriesTaxe.map((row) => named(row)),
    );
    await copyRows(
      client,
      'categorie_activite (id, entite_id, nom, description)',
      f.categoriesActivite.map((row) => named(row)),
    );
    await copyRows(
      client,
      'nature_activite (id, entite_id, nom, description, categorie_id)',
      f.natures.map((row) => [...named(row), row.categorieId]),
    );
    await copyRows(
      client,
      'type_equipement (id, entite_id, nom, description, categorie_id, code, enabled, unite, unite_decimales)',
      f.equipements.map((row) => [
        ...named(row),
        row.categorieId,
        row.code,
        true,
        row.compte?.unite ?? null,
        row.compte?.decimales ?? 0,
      ]),
    );
    await copyRows(
      client,
      'taxe (id, entite_id, nom, categorie_id, nature_activite_id, type_equipement_id, frequence_id, created_at)',
      f.taxes.map((t) => [
        t.id,
        f.entiteId,
        t.nom,
        t.categorieId,
        t.natureActiviteId,
        t.typeEquipementId,
        t.frequenceId,
        CREEES_LE,
      ]),
    );
    await copyRows(
      client,
      'imputation_budgetaire (entite_id, taxe_id, debut, code, libelle)',
      f.taxes.flatMap(({ id, imputation }) =>
        imputation ? [[f.entiteId, id, CREEES_LE, ...imputation]] : [],
      ),
    );
  }
  await loadTarifs(client);
}

/** The rates of the taxes, with their précisions. */
async function loadTarifs(client: pg.ClientBase): Promise<void> {
  const applications: Cell[][] = [];
  const precisions: Cell[][] = [];
  const links: Cell[][] = [];
  for (const f of fiscalites()) {
    for (const application of f.taxes.flatMap((taxe) => taxe.applications)) {
      const id = applications.length + 1;
      const { taxeId, ramificationId, annee, tarif, exclue, regles } = application;
      const { parUnite, franchise, minimum, maximum, arrondi } = regles;
      applications.push([
        id,
        f.entiteId,
        taxeId,
        ramificationId,
        annee,
        tarif,
        exclue,
        parUnite,
        franchise,
        minimum,
        maximum,
        arrondi,
      ]);
      for (const precision of application.precisions) {
        const precisionId = precisions.length + 1;
        precisions.push([precisionId, annee, precision.libelle, precision.tarif, precision.seuil]);
        links.push([id, precisionId]);
      }
    }
  }
  await copyRows(
    client,
    'application (id, entite_id, taxe_id, ramification_id, annee, tarif, exclue, par_unite, franchise, minimum, maximum, arrondi)',
    applications,
  );
  await copyRows(client, 'precision_taxe (id, annee, libelle, tarif, seuil)', precisions);
  await copyRows(client, 'application_precision (application_id, precision_id)', links);
}

async function loadPapiers(client: pg.ClientBase): Promise<void> {
  const { empreinte, image } = ECUSSON;
  await client.query('insert into ecusson (empreinte, image) values ($1, $2)', [empreinte, image]);
  await copyRows(
    client,
    'papier (entite_id, textes, ecusson)',
    PAPIERS.map(({ entiteId, textes }) => [entiteId, JSON.stringify(textes), empreinte]),
  );
  await copyRows(
    client,
    'modalite_paiement (entite_id, nom, code, horaires, description)',
    MODALITES.map(({ entiteId, nom, code, horaires, description }) => [
      entiteId,
      nom,
      code,
      horaires,
      description,
    ]),
  );
}
