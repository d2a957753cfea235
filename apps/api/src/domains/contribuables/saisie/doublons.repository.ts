/** Finds taxpayers of a collectivité who may be the person being enrolled. */
import { type Doublon, type DoublonsBody, RAISONS_DOUBLON, type RaisonDoublon } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, oneOf, placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { isTaxpayer } from '../systeme/systeme.repository.ts';
import { hasNif, hasTelephone, isSought } from '../recherche/recherche.repository.ts';

/** Maximum number shown, so that the warning is short enough to be read. */
const SHOWN = 8;
/** Metres within which a similar name is reported. */
const NEAR = 150;
/** Share of trigrams that two similar names have in common. */
const SIMILAR = 0.45;
/** Shortest name searched in the whole town: shorter ones match too many people. */
const TELLING = 6;
/** Weight of each reason. A telephone outweighs a homonym in the same place. */
const WEIGHTS: Record<RaisonDoublon, number> = {
  piece: 10,
  telephone: 8,
  position: 3,
  nom: 3,
  nomProche: 1,
  nomSemblable: 0,
};
const METRES_PER_DEGREE = 111_320;

/** The person being enrolled, prepared for the search. */
interface Sought {
  /** Condition on the collectivités to search. */
  among: RawBuilder<boolean>;
  body: DoublonsBody;
  /** The full name in both orders; only one for a company. */
  names: readonly string[];
  name: string;
  /** Its position, if known. */
  position: { latitude: number; longitude: number } | undefined;
}

function soughtOf(among: RawBuilder<boolean>, body: DoublonsBody): Sought {
  const { nom, prenom, raisonSociale, latitude, longitude } = body;
  const names = raisonSociale
    ? [raisonSociale]
    : [[nom, prenom].filter(Boolean).join(' '), [prenom, nom].filter(Boolean).join(' ')];
  const placed = typeof latitude === 'number' && typeof longitude === 'number';
  return {
    among,
    body: body,
    names,
    name: names[0] ?? '',
    position: placed ? { latitude, longitude } : undefined,
  };
}

/** Taxpayers of these collectivités who match a reason. */
const among = (
  { among: within }: Sought,
  reason: RaisonDoublon,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> =>
  sql`(select c.id, ${reason} as raison, ${WEIGHTS[reason]}::int as poids from contribuable c
      where ${within} and ${condition} ${order} limit 50)`;

function byNumbers(sought: Sought): RawBuilder<unknown>[] {
  const { telephone, numeroPieceIdentite } = sought.body;
  const searches: RawBuilder<unknown>[] = [];
  if (numeroPieceIdentite)
    searches.push(
      among(
        sought,
        'piece',
        sql`c.numero_piece_identite is not null and piece_comparee(c.numero_piece_identite) = piece_comparee(${numeroPieceIdentite})`,
      ),
    );
  if (telephone) searches.push(among(sought, 'telephone', hasTelephone('c', telephone)));
  return searches;
}

function byName(sought: Sought): RawBuilder<unknown>[] {
  const { body, names, name, position } = sought;
  if (name.length <= 2) return [];
  const similar = sql<boolean>`similarity(c.nom_cherche, texte_compare(${name})) >= ${SIMILAR}`;
  const searches = [
    among(
      sought,
      'nom',
      sql`${isSought('c', name)} and c.nom_cherche in (${sql.join(names.map((one) => sql`texte_compare(${one})`))})`,
    ),
  ];
  if (body.ramification)
    searches.push(among(sought, 'nomProche', sql`c.ramification_id = ${body.ramification} and ${similar}`));
  if (name.length >= TELLING)
    searches.push(
      among(
        sought,
        'nomSemblable',
        sql`${isSought('c', name)} and ${similar}`,
        sql`order by similarity(c.nom_cherche, texte_compare(${name})) desc, c.id desc`,
      ),
    );
  if (position) {
    const { latitude, longitude } = position;
    const reach = NEAR / METRES_PER_DEGREE;
    searches.push(
      among(
        sought,
        'position',
        sql`c.latitude between ${latitude - reach} and ${latitude + reach}
            and c.longitude between ${longitude - 2 * reach} and ${longitude + 2 * reach} and ${similar}`,
      ),
    );
  }
  return searches;
}

/** Metres to a taxpayer; null if the person being enrolled has no position. */
const distanceTo = (position: Sought['position']): RawBuilder<unknown> =>
  position
    ? sql`round(sqrt(power((c.latitude - ${position.latitude}) * ${METRES_PER_DEGREE}, 2)
              + power((c.longitude - ${position.longitude}) * ${METRES_PER_DEGREE} * cos(radians(${position.latitude})), 2)))::int`
    : sql`null::int`;

/**
 * Each reason is searched by an index over few rows: numbers and the full name (in both orders) in the collectivité; a
 * similar name at the same place, around the position, and in the whole collectivité.
 * @param entiteId searches all collectivités in scope if undefined
 */
export async function findDoublons(
  queries: Queries,
  scope: Scope,
  entiteId: number | undefined,
  body: DoublonsBody,
): Promise<Doublon[]> {
  const place = sql.ref('c.entite_id');
  const sought = soughtOf(
    entiteId === undefined ? entiteCondition(scope, place) : oneOf(place, [entiteId]),
    body,
  );
  const searches = [...byNumbers(sought), ...byName(sought)];
  if (searches.length === 0) return [];
  const { rows } = await sql<Doublon>`
    with trouve as (${sql.join(searches, sql` union all `)}),
    candidat as (
      select id, array_agg(raison order by poids desc) as raisons, sum(poids) as force
      from trouve group by 1)
    select c.id, c.num_klis as "numKlis", c.nom_complet as "fullName", c.telephone, c.statut,
      json_build_object('id', ram.id, 'nom', ram.nom,
        'parent', case when p.id is not null then json_build_object('id', p.id, 'nom', p.nom) end,
        'entite', json_build_object('id', ent.id, 'nom', ent.nom), 'chemin', ram.chemin) as ramification,
      candidat.raisons, ${distanceTo(sought.position)} as distance
    from candidat
    join contribuable c on c.id = candidat.id
    join ramification ram on ram.id = c.ramification_id
    left join ramification p on p.id = ram.parent_id
    join entite ent on ent.id = c.entite_id
    where ${placeCondition(scope, sql.ref('c.entite_id'), sql.ref('c.ramification_id'))}
      and ${isTaxpayer(sql.ref('c.id'))} and ${body.sauf ? sql`c.id <> ${body.sauf}` : sql`true`}
    order by candidat.force desc, distance nulls last,
      similarity(c.nom_cherche, texte_compare(${sought.name})) desc, c.id desc
    limit ${SHOWN}`.execute(queries);
  return rows.map((row) => ({
    ...row,
    raisons: row.raisons.filter((raison) => !isImplied(raison, row.raisons)),
  }));
}

/** Whether a stronger reason includes this one: an identical name is also a similar one. */
function isImplied(raison: RaisonDoublon, raisons: readonly RaisonDoublon[]): boolean {
  const stronger: readonly RaisonDoublon[] =
    raison === 'nomSemblable' ? ['nom', 'nomProche', 'position'] : raison === 'nomProche' ? ['nom'] : [];
  return stronger.some((one) => raisons.includes(one));
}

/** A row of a file, as the search for its taxpayer reads it. */
export interface SoughtRow {
  rang: number;
  /** The full name in both orders. */
  nom: string;
  inverse: string;
  telephone: string | null;
  piece: string | null;
  nif: string | null;
  numero: string | null;
  ramification: number;
  latitude: number | null;
  longitude: number | null;
}

/** A taxpayer whom a row may be. */
export interface RowDoublon {
  rang: number;
  id: number;
  numKlis: string;
  nom: string;
  telephone: string | null;
  lieu: string;
  /** In French, the strongest first. */
  raisons: string[];
  /** Certainly the same person: same NIF, identity document or number and a similar name, or same name, telephone and place. */
  sur: boolean;
  /** Whether it has the number that the row gives. */
  numero: boolean;
}

/** Reasons that only a file gives, with their weight. */
const FILE_REASONS = { nif: { label: 'Même NIF', weight: 12 }, numero: { label: 'Même numéro', weight: 14 } };
/** Most taxpayers told of one row. */
const SHOWN_OF_ROW = 5;

/**
 * CTE `proche`: rows of `ligne` and the taxpayers of their place with a similar name, as `similarity` counts. Shared trigrams are
 * joined, which takes a sixth of the time of comparing each name with each.
 */
const nearNames = (entiteId: number): RawBuilder<unknown> => sql`
    trigramme_ligne as materialized (
      select l.rang, l.ramification, cardinality(t) as n, trigramme
      from ligne l cross join lateral show_trgm(l.nom_cherche) t cross join lateral unnest(t) as trigramme
      where length(l.nom_cherche) > 2),
    trigramme_lieu as materialized (
      select c.id, c.ramification_id as ramification, cardinality(t) as n, trigramme
      from contribuable c cross join lateral show_trgm(c.nom_cherche) t cross join lateral unnest(t) as trigramme
      where c.entite_id = ${entiteId} and c.ramification_id in (select ramification from ligne)),
    proche as (
      select l.rang, c.id from trigramme_ligne l join trigramme_lieu c using (ramification, trigramme)
      group by l.rang, c.id, l.n, c.n
      having count(*)::real / (l.n + c.n - count(*))::real >= ${SIMILAR}::real)`;

/**
 * The same search for many rows at once, for the reasons that have weight: a name that is only similar, elsewhere in the
 * town, would hold nearly every row of a register.
 * @param importId taxpayers whom the file's rows enrolled are those rows, and no duplicates of others
 */
export async function findDoublonsOfRows(
  queries: Queries,
  scope: Scope,
  { entiteId, importId }: { entiteId: number; importId: string },
  rows: readonly SoughtRow[],
): Promise<RowDoublon[]> {
  if (rows.length === 0) return [];
  const reach = NEAR / METRES_PER_DEGREE;
  const similar = sql<boolean>`similarity(c.nom_cherche, l.nom_cherche) >= ${SIMILAR}`;
  const labels = { ...RAISONS_DOUBLON, nif: FILE_REASONS.nif.label, numero: FILE_REASONS.numero.label };
  const weights = { ...WEIGHTS, nif: FILE_REASONS.nif.weight, numero: FILE_REASONS.numero.weight };
  const found = (reason: keyof typeof labels, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select l.rang, c.id, ${reason} as raison, ${labels[reason]} as libelle, ${weights[reason]}::int as poids
      from ligne l join contribuable c on c.entite_id = ${entiteId} and ${condition}`;
  const searches = [
    found('numero', sql`c.num_klis = l.numero`),
    found('nif', hasNif('c', sql.ref('l.nif'))),
    found(
      'piece',
      sql`c.numero_piece_identite is not null and piece_comparee(c.numero_piece_identite) = piece_comparee(l.piece)`,
    ),
    found('telephone', hasTelephone('c', sql.ref('l.telephone'))),
    found('nom', sql`length(l.nom_cherche) > 2 and c.nom_cherche in (l.nom_cherche, l.inverse_cherche)`),
    sql`select p.rang, p.id, 'nomProche' as raison, ${labels.nomProche} as libelle, ${weights.nomProche}::int as poids
      from proche p`,
    found(
      'position',
      sql`c.latitude between l.latitude - ${reach} and l.latitude + ${reach}
        and c.longitude between l.longitude - ${2 * reach} and l.longitude + ${2 * reach} and ${similar}`,
    ),
  ];
  const { rows: candidats } = await sql<RowDoublon>`
    with ligne as materialized (
      select r.*, texte_compare(r.nom) as nom_cherche, texte_compare(r.inverse) as inverse_cherche
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (rang int, nom text, inverse text, telephone text, piece text,
        nif text, numero text, ramification int, latitude double precision, longitude double precision)),
    ${nearNames(entiteId)},
    trouve as (${sql.join(searches, sql` union all `)}),
    candidat as (
      select rang, id, array_agg(raison) as raisons, array_agg(libelle order by poids desc) as libelles, sum(poids) as force
      from trouve group by 1, 2),
    juge as (
      select k.*, c.num_klis, c.nom_complet, c.telephone, c.ramification_id,
        (k.raisons && array['numero', 'nif', 'piece'] and (k.raisons && array['nom', 'nomProche'] or ${similar}))
          or (k.raisons @> array['nom', 'telephone'] and c.ramification_id = l.ramification) as sur
      from candidat k join ligne l using (rang) join contribuable c on c.id = k.id
      where ${isTaxpayer(sql.ref('c.id'))} and ${placeCondition(scope, sql.ref('c.entite_id'), sql.ref('c.ramification_id'))}
        and not exists (select from import_ligne x where x.cle = c.cle_idempotence and x.import_id = ${importId}::uuid)),
    classe as (
      select *, row_number() over (partition by rang order by sur desc, force desc, id desc) as place from juge)
    select k.rang, k.id, k.num_klis as "numKlis", k.nom_complet as nom, k.telephone,
      array_to_string(ram.chemin, ' > ') as lieu, k.sur, 'numero' = any(k.raisons) as numero,
      array(select u.libelle from unnest(k.libelles, k.raisons) u (libelle, raison)
        where not (u.raison = 'nomProche' and 'nom' = any(k.raisons))) as raisons
    from classe k join ramification ram on ram.id = k.ramification_id
    where k.place <= ${SHOWN_OF_ROW}
    order by k.rang, k.place`.execute(queries);
  return candidats;
}
