/** Stores the rows of imported files, and reads the places and taxes that their names refer to. */
import type {
  Candidat,
  CHOIX_LIGNE,
  DecisionsImport,
  Fiche,
  Import,
  ImportBref,
  LigneImport,
  PageDeCodes,
  Rejet,
  SortLigne,
  TaxeImport,
} from '@octroi/contract';
import { type NotNull, sql } from 'kysely';
import type { MadeWith } from '#src/platform/access/made-with.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf, jsonb } from '#src/platform/database/expressions.ts';
import type { Repetition, RowKey } from './import-identite.rules.ts';

export interface StoredImport {
  id: string;
  entiteId: number;
  utilisateurId: number;
  nom: string;
  colonnes: string[];
  /** Remarks on how the file was read, in French. */
  remarques: string[];
  correspondance: Record<string, number>;
  faitAvec: MadeWith;
  decisions: DecisionsImport;
  /** The sheet that was read; null for a text. */
  feuille: string | null;
  /** The sheets that may be chosen; empty if there is only one. */
  feuilles: string[];
  /** See `Table.pages`. */
  pages: PageDeCodes[];
}

/** @param classeur the workbook itself, while another of its sheets may be chosen */
export async function insertImport(
  trx: OpenTransaction,
  values: Omit<StoredImport, 'id' | 'correspondance' | 'decisions'>,
  classeur: Buffer | null,
): Promise<string> {
  const { id } = await trx
    .insertInto('import_contribuable')
    .values({
      entite_id: values.entiteId,
      utilisateur_id: values.utilisateurId,
      nom: values.nom,
      colonnes: values.colonnes,
      remarques: values.remarques,
      fait_avec: jsonb(values.faitAvec),
      feuille: values.feuille,
      feuilles: values.feuilles,
      pages: values.pages,
      classeur,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The workbook of an import with several sheets. */
export async function readClasseur(queries: Queries, id: string): Promise<Buffer | null> {
  const row = await queries
    .selectFrom('import_contribuable')
    .select('classeur')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.classeur ?? null;
}

/** Replaces the rows of an import by those of another sheet; its decisions on rows go with them. */
export async function changeSheet(
  trx: OpenTransaction,
  id: string,
  { colonnes, remarques, feuille }: Pick<StoredImport, 'colonnes' | 'remarques' | 'feuille'>,
): Promise<void> {
  await trx.deleteFrom('import_ligne').where('import_id', '=', id).execute();
  await trx
    .updateTable('import_contribuable')
    .set({ colonnes, remarques, feuille, correspondance: jsonb({}) })
    .where('id', '=', id)
    .execute();
}

export interface StagedRow {
  rang: number;
  valeurs: string[];
  /** By column from 0: the value of the merged cell that covers this one. */
  fusions?: Record<number, string> | null;
}

/** A row with its key and with what a person decided. */
export interface KeyedRow extends StagedRow {
  cle: string;
  jumelle: number | null;
  jumellePar: Repetition | null;
  /** The cells of the earlier row that it repeats. */
  valeursJumelle: string[] | null;
  choix: (typeof CHOIX_LIGNE)[number] | null;
  choixId: number | null;
}

export async function insertRows(
  trx: OpenTransaction,
  id: string,
  rows: readonly StagedRow[],
): Promise<void> {
  await sql`
    insert into import_ligne (import_id, rang, valeurs, fusions)
    select ${id}::uuid, (r ->> 'rang')::int, array(select jsonb_array_elements_text(r -> 'valeurs')), r -> 'fusions'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r`.execute(trx);
}

/** Older imports are deleted, and of one person's imports only the latest files are kept. */
const KEPT = { age: '30 days', files: 20 };

/** @param lignes number of rows read */
export async function finishImport(trx: OpenTransaction, id: string, lignes: number): Promise<void> {
  await trx.updateTable('import_contribuable').set({ lignes }).where('id', '=', id).execute();
  await trx
    .deleteFrom('import_contribuable')
    .where('created_at', '<', sql<string>`now() - ${KEPT.age}::interval`)
    .execute();
  await sql`
    delete from import_contribuable where id in (
      select id from import_contribuable
      where utilisateur_id = (select utilisateur_id from import_contribuable where id = ${id}::uuid)
      order by created_at desc offset ${KEPT.files})
    and not exists (
      select from travail t where t.statut in ('en attente', 'en cours') and t.parametres ->> 'import' = import_contribuable.id::text)`.execute(
    trx,
  );
}

export async function setCorrespondance(
  trx: OpenTransaction,
  id: string,
  correspondance: Record<string, number>,
): Promise<void> {
  await trx
    .updateTable('import_contribuable')
    .set({ correspondance: jsonb(correspondance) })
    .where('id', '=', id)
    .execute();
}

export async function findImport(queries: Queries, id: string): Promise<StoredImport | undefined> {
  return queries
    .selectFrom('import_contribuable')
    .select([
      'id',
      'entite_id as entiteId',
      'utilisateur_id as utilisateurId',
      'nom',
      'colonnes',
      'remarques',
      'feuille',
      'feuilles',
    ])
    .select((eb) => eb.ref('pages').$castTo<PageDeCodes[]>().as('pages'))
    .select((eb) => eb.ref('decisions').$castTo<DecisionsImport>().as('decisions'))
    .select((eb) => eb.ref('correspondance').$castTo<StoredImport['correspondance']>().as('correspondance'))
    .select((eb) => eb.ref('fait_avec').$castTo<MadeWith>().as('faitAvec'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An author's mapping of another file: the chosen column head of each field, among the heads of that file. */
export interface Choix {
  choix: Record<string, string>;
  colonnes: string[];
}
type Described = Omit<Import, 'colonnes'> & {
  heads: string[];
  premieres: string[][];
  avant: Choix[];
  pages: PageDeCodes[];
};

/** An import with its first rows, and the mappings that its author chose for earlier files. */
export async function describeImport(queries: Queries, id: string): Promise<Described | undefined> {
  const { rows } = await sql<Described>`
    select i.id, i.nom, i.lignes, i.remarques, i.correspondance, i.created_at as "createdAt", i.colonnes as heads,
      i.decisions, i.feuille, i.feuilles, i.pages,
      coalesce((select json_agg(json_build_object('id', t.id, 'nom', t.nom) order by t.nom, t.id) from taxe t
        where t.entite_id = i.entite_id and t.enabled), '[]') as taxes,
      json_build_object('id', ent.id, 'nom', ent.nom) as entite,
      coalesce((select json_agg(to_json(l.valeurs) order by l.rang) from (
        select rang, valeurs from import_ligne where import_id = i.id order by rang limit 3) l), '[]') as premieres,
      coalesce((select json_agg(json_build_object('choix', choix, 'colonnes', o.colonnes) order by o.created_at desc) from (
        select * from import_contribuable where utilisateur_id = i.utilisateur_id and correspondance <> '{}' and id <> i.id
        order by created_at desc limit 5) o
        cross join lateral (
          select jsonb_object_agg(c.key, o.colonnes[c.value::int + 1]) as choix from jsonb_each_text(o.correspondance) c) c), '[]') as avant
    from import_contribuable i join entite ent on ent.id = i.entite_id where i.id = ${id}::uuid`.execute(
    queries,
  );
  return rows[0];
}

/**
 * Splits the rows into batches ordered by one column, so that rows of one place share a batch.
 * @returns the numbers of the batches, the same at each call
 */
export async function partRows(
  trx: OpenTransaction,
  id: string,
  column: number,
  size: number,
): Promise<number[]> {
  await sql`
    update import_ligne l set lot = o.lot
    from (
      select rang, (row_number() over (order by valeurs[${column + 1}::int], rang) - 1) / ${size}::int as lot
      from import_ligne where import_id = ${id}::uuid) o
    where l.import_id = ${id}::uuid and l.rang = o.rang and l.lot is distinct from o.lot`.execute(trx);
  const rows = await trx
    .selectFrom('import_ligne')
    .select('lot')
    .distinct()
    .where('import_id', '=', id)
    .orderBy('lot')
    .$narrowType<{ lot: NotNull }>()
    .execute();
  return rows.map(({ lot }) => lot);
}

/** The rows of a batch, in the order of the file. */
export async function readBatch(queries: Queries, id: string, lot: number): Promise<KeyedRow[]> {
  const { rows } = await sql<KeyedRow>`
    select l.rang, l.valeurs, l.fusions, l.cle, l.jumelle, l.jumelle_par as "jumellePar", j.valeurs as "valeursJumelle",
      l.choix, l.choix_id as "choixId"
    from import_ligne l left join import_ligne j on j.import_id = l.import_id and j.rang = l.jumelle
    where l.import_id = ${id}::uuid and l.lot = ${lot} order by l.rang`.execute(queries);
  return rows;
}

/** Rows read or written at once, in the order of the file. */
export async function* allRows(queries: Queries, id: string): AsyncGenerator<StagedRow[]> {
  for (let after = 0; ;) {
    const rows = await queries
      .selectFrom('import_ligne')
      .select(['rang', 'valeurs'])
      .select((eb) => eb.ref('fusions').$castTo<StagedRow['fusions']>().as('fusions'))
      .where('import_id', '=', id)
      .where('rang', '>', after)
      .orderBy('rang')
      .limit(COLUMN_ROWS)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.rang;
  }
}

export async function writeKeys(trx: OpenTransaction, id: string, keys: readonly RowKey[]): Promise<void> {
  await sql`
    update import_ligne l set cle = r.cle, jumelle = r.jumelle, jumelle_par = r."jumellePar"
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r (rang int, cle text, jumelle int, "jumellePar" text)
    where l.import_id = ${id}::uuid and l.rang = r.rang
      and (l.cle, l.jumelle, l.jumelle_par) is distinct from (r.cle, r.jumelle, r."jumellePar")`.execute(trx);
}

/** Takes over what the author decided for the same people in earlier files, before the rows are first read. */
export async function copyChoices(trx: OpenTransaction, id: string): Promise<void> {
  // the decided rows are read first, once: a plan that looks for them row by row takes minutes
  await sql`
    with decidee as materialized (
      select distinct on (x.cle) x.cle, x.choix, x.choix_id
      from import_contribuable i
      join import_contribuable o on o.entite_id = i.entite_id and o.utilisateur_id = i.utilisateur_id and o.id <> i.id
      join import_ligne x on x.import_id = o.id and x.choix is not null and x.cle is not null
      where i.id = ${id}::uuid
      order by x.cle, o.created_at desc)
    update import_ligne l set choix = d.choix, choix_id = d.choix_id
    from decidee d
    where l.import_id = ${id}::uuid and l.cle = d.cle and l.sort is null and l.choix is null`.execute(trx);
}

/** Rows read at once when only some columns are needed. */
const COLUMN_ROWS = 5000;

/** Reads the values of columns one after the other, in the order of the file. @param columns from 0 */
export async function* columnValues(
  queries: Queries,
  id: string,
  columns: readonly number[],
): AsyncGenerator<string[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ rang: number; valeurs: string[] }>`
      select rang, array(select coalesce(l.valeurs[k + 1], '') from unnest(${columns}::int[]) with ordinality as c (k, at) order by at) as valeurs
      from import_ligne l where import_id = ${id}::uuid and rang > ${after} order by rang limit ${COLUMN_ROWS}`.execute(
      queries,
    );
    for (const { valeurs } of rows) yield valeurs;
    const last = rows.at(-1);
    if (!last) return;
    after = last.rang;
  }
}

/**
 * Waits for the turn of a step that writes, until the transaction ends. Corrections of several taxpayers change dues in the
 * order of the file, so that two steps could wait for each other's totals: those of one collectivité follow one another.
 */
export async function takeTurn(
  trx: OpenTransaction,
  entiteId: number,
  { corrects }: { corrects: boolean },
): Promise<void> {
  const key = sql`hashtextextended(${`import ${entiteId}`}, 0)`;
  if (corrects) await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
  else await sql`select pg_advisory_xact_lock_shared(${key})`.execute(trx);
}

/** Whether a job on this file is running. */
export async function isAtWork(queries: Queries, id: string): Promise<boolean> {
  const travail = await queries
    .selectFrom('travail')
    .select('id')
    .where('statut', 'in', ['en attente', 'en cours'])
    .where(sql<string>`parametres ->> 'import'`, '=', id)
    .executeTakeFirst();
  return travail !== undefined;
}

/** What became of a row. */
export interface RowFate {
  rang: number;
  sort: SortLigne;
  details: string[];
  contribuable: number | null;
  candidats: Candidat[];
}

/** Stores the fate of each row of a batch. The details of a rejected row are its errors. */
export async function writeFates(trx: OpenTransaction, id: string, fates: readonly RowFate[]): Promise<void> {
  await sql`
    update import_ligne l set sort = r.sort, contribuable_id = r.contribuable, candidats = r.candidats,
      details = array(select jsonb_array_elements_text(r.details)),
      erreurs = case when r.sort = 'rejetée' then array(select jsonb_array_elements_text(r.details)) end
    from jsonb_to_recordset(${JSON.stringify(fates)}::jsonb) as r (
      rang int, sort text, details jsonb, contribuable bigint, candidats jsonb)
    where l.import_id = ${id}::uuid and l.rang = r.rang`.execute(trx);
}

/** Rows with their fate, in the order of the file; rows that were not read yet are left out. */
export async function readLignesImport(
  queries: Queries,
  id: string,
  {
    sort = null,
    after = 0,
    offset = 0,
    limit,
  }: { sort?: SortLigne | null; after?: number; offset?: number; limit: number },
): Promise<LigneImport[]> {
  const { rows } = await sql<LigneImport>`
    select l.rang, l.valeurs, l.sort, l.details, l.candidats, l.choix, l.choix_id as "choixContribuable",
      case when c.id is not null then json_build_object('id', c.id, 'numKlis', c.num_klis) end as contribuable
    from import_ligne l
    join import_contribuable i on i.id = l.import_id
    left join contribuable c on c.entite_id = i.entite_id and c.id = l.contribuable_id
    where l.import_id = ${id}::uuid and l.rang > ${after} and l.sort is not null and (${sort}::text is null or l.sort = ${sort})
    order by l.rang limit ${limit} offset ${offset}`.execute(queries);
  return rows;
}

export async function countLignesImport(
  queries: Queries,
  id: string,
  sort: SortLigne | null,
): Promise<number> {
  const { n } = await queries
    .selectFrom('import_ligne')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('import_id', '=', id)
    .where('sort', 'is not', null)
    .$if(sort !== null, (query) => query.where('sort', '=', sort))
    .executeTakeFirstOrThrow();
  return n;
}

/** The latest files of a person. */
export async function listImports(queries: Queries, utilisateurId: number): Promise<ImportBref[]> {
  const { rows } = await sql<ImportBref>`
    select i.id, i.nom, i.lignes, i.created_at as "createdAt", json_build_object('id', e.id, 'nom', e.nom) as entite,
      (select count(*)::int from import_ligne l where l.import_id = i.id and l.sort = 'à décider' and l.choix is null) as "aDecider"
    from import_contribuable i join entite e on e.id = i.entite_id
    where i.utilisateur_id = ${utilisateurId} order by i.created_at desc`.execute(queries);
  return rows;
}

export async function setDecisions(
  trx: OpenTransaction,
  id: string,
  decisions: DecisionsImport,
): Promise<void> {
  await trx
    .updateTable('import_contribuable')
    .set({ decisions: jsonb(decisions) })
    .where('id', '=', id)
    .execute();
}

/** Keeps decisions on rows. @returns the rows that are in the file */
export async function setChoices(
  trx: OpenTransaction,
  id: string,
  choices: readonly { rang: number; choix: string | null; contribuable?: number | undefined }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_ligne l set choix = r.choix, choix_id = r.contribuable
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as r (rang int, choix text, contribuable bigint)
    where l.import_id = ${id}::uuid and l.rang = r.rang`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Those of these taxpayers who are in the collectivité and within the scope. */
export async function findChosen(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select c.id from contribuable c where c.entite_id = ${entiteId} and c.id = ${anyOf(ids)} and not c.systeme
      and ${placeCondition(scope, sql.ref('c.entite_id'), sql.ref('c.ramification_id'))}`.execute(queries);
  return new Set(rows.map(({ id }) => id));
}

/** A line of the register. */
interface StoredLigne {
  typeEquipement: number | null;
  natureActivite: number | null;
  precision: string | null;
  quantite: number | null;
}

/** A taxpayer of the register, as far as a file may differ from it. */
export interface Existing {
  id: number;
  numKlis: string;
  lieu: string;
  /** The file of the portrait. */
  photo: string | null;
  fiche: Omit<Fiche, 'type' | 'enabled' | 'moyenPaiementPrefere'>;
  lignes: StoredLigne[];
}

/** What the register says of taxpayers, to compare rows with. */
export async function readExisting(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<Map<number, Existing>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Existing>`
    select c.id, c.num_klis as "numKlis", array_to_string(ram.chemin, ' > ') as lieu, c.photo,
      json_build_object('nom', c.nom, 'prenom', c.prenom, 'raisonSociale', c.raison_sociale, 'nif', c.nif, 'age', c.age,
        'lieuNaissance', c.lieu_naissance, 'telephone', c.telephone, 'adresse', c.adresse,
        'typePieceIdentite', c.type_piece_identite, 'numeroPieceIdentite', c.numero_piece_identite,
        'latitude', c.latitude, 'longitude', c.longitude, 'nbreBetail', c.nbre_betail, 'ramification', c.ramification_id) as fiche,
      coalesce((select json_agg(json_build_object('typeEquipement', q.type_equipement_id, 'natureActivite', l.nature_activite_id,
          'precision', coalesce(nullif(l.variation, ''), q.precision), 'quantite', l.quantite) order by l.id)
        from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
        where l.entite_id = c.entite_id and l.contribuable_id = c.id and l.closed_at is null), '[]') as lignes
    from contribuable c join ramification ram on ram.id = c.ramification_id
    where c.entite_id = ${entiteId} and c.id = ${anyOf(ids)}`.execute(queries);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readRejets(
  queries: Queries,
  id: string,
  { after = 0, offset = 0, limit }: { after?: number; offset?: number; limit: number },
): Promise<Rejet[]> {
  return queries
    .selectFrom('import_ligne')
    .select(['rang', 'valeurs', 'erreurs'])
    .where('import_id', '=', id)
    .where('erreurs', 'is not', null)
    .where('rang', '>', after)
    .orderBy('rang')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ erreurs: NotNull }>()
    .execute();
}

export async function countRejets(queries: Queries, id: string): Promise<number> {
  const { n } = await queries
    .selectFrom('import_ligne')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('import_id', '=', id)
    .where('erreurs', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}

export interface NamedPlace {
  id: number;
  nom: string;
  code: string | null;
  /** Names from the highest sub-entity down to this one. */
  chemin: string[];
}

/** The sub-entities of a collectivité within a scope. */
export async function readPlaces(queries: Queries, entiteId: number, scope: Scope): Promise<NamedPlace[]> {
  const { rows } = await sql<NamedPlace>`
    with recursive arbre as (
      select id, nom, code, array[nom::text] as chemin from ramification
      where entite_id = ${entiteId} and parent_id is null and not technique
      union all
      select r.id, r.nom, r.code, arbre.chemin || r.nom::text from ramification r join arbre on r.parent_id = arbre.id)
    select id, nom, code, chemin from arbre
    where ${placeCondition(scope, sql`${entiteId}::int`, sql.ref('arbre.id'))}`.execute(queries);
  return rows;
}

export interface NamedBase {
  nom: string;
  typeEquipement: number | null;
  natureActivite: number | null;
  /** Ids of the enabled taxes on it. */
  taxes: number[];
  unite: string | null;
  uniteDecimales: number;
}

/** Everything a collectivité may tax. */
export async function readBases(queries: Queries, entiteId: number): Promise<NamedBase[]> {
  const { rows } = await sql<NamedBase>`
    select te.nom, te.id as "typeEquipement", null::int as "natureActivite",
      array(select t.id from taxe t where t.entite_id = te.entite_id and t.type_equipement_id = te.id and t.enabled order by 1) as taxes,
      te.unite, te.unite_decimales as "uniteDecimales"
    from type_equipement te where te.entite_id = ${entiteId}
    union all
    select na.nom, null, na.id,
      array(select t.id from taxe t where t.entite_id = na.entite_id and t.nature_activite_id = na.id and t.enabled order by 1),
      na.unite, na.unite_decimales
    from nature_activite na where na.entite_id = ${entiteId}`.execute(queries);
  return rows;
}

/** The rows whose number belongs to a taxpayer already, whether the author sees that taxpayer or not. */
export async function usedNumbers(
  queries: Queries,
  entiteId: number,
  rows: readonly { rang: number; numero: string }[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { rows: used } = await sql<{ rang: number }>`
    select r.rang from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (rang int, numero text)
    where exists (select from contribuable c where c.entite_id = ${entiteId} and c.num_klis = r.numero)`.execute(
    queries,
  );
  return new Set(used.map(({ rang }) => rang));
}

/** The enabled taxes of a collectivité. */
export async function readTaxes(queries: Queries, entiteId: number): Promise<TaxeImport[]> {
  return queries
    .selectFrom('taxe')
    .select(['id', 'nom'])
    .where('entite_id', '=', entiteId)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
}
