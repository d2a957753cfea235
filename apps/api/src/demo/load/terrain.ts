/** Three weeks of the field application: agents' devices, their commands, and the cases for the office. */
import { A_CLASSER, numeroDe, RECETTES_A_CLASSER, serieDe, TERRAIN_MESSAGES } from '@octroi/contract';
import type pg from 'pg';
import { COMPTES } from '../administration/comptes.ts';

const DAYS = 21;
const VERSION = '1.4.0';
const BUREAU = COMPTES.find(({ username }) => username === 'niamey')!.id;
const AGENT_TERRAIN = COMPTES.find(({ username }) => username === 'agent.terrain')!.id;

interface Seed {
  nom: string;
  statut: 'attendu' | 'actif' | 'bloqué' | 'effacé';
  plafond: number | null;
  /** Hours since its last contact. */
  muet: number;
  enAttente: number;
  motif: string | null;
  procesVerbal: string | null;
  recusDeclares: number | null;
}
const usual = { motif: null, procesVerbal: null, recusDeclares: null, enAttente: 0 } as const;

/** One device per agent with the most payments, the first above its ceiling today; the last waits for its agent. */
const APPAREILS: readonly Seed[] = [
  { ...usual, nom: 'Étui rouge, Petit Marché', statut: 'actif', plafond: 50_000, muet: 1 },
  { ...usual, nom: 'Étui bleu, Katako', statut: 'actif', plafond: 200_000, muet: 3, enAttente: 2 },
  { ...usual, nom: 'Étui vert, Wadata', statut: 'actif', plafond: null, muet: 150, enAttente: 14 },
  {
    ...usual,
    nom: 'Étui noir, Habou Béné',
    statut: 'bloqué',
    plafond: 100_000,
    muet: 30,
    enAttente: 5,
    motif: TERRAIN_MESSAGES.sequenceAutre,
  },
  {
    ...usual,
    nom: 'Étui gris, Dar Es Salam',
    statut: 'effacé',
    plafond: 100_000,
    muet: 240,
    motif: 'Volé au marché de Katako',
    procesVerbal: 'PV 07/2026',
    recusDeclares: 2,
  },
];
const ATTENDU: Seed = {
  ...usual,
  nom: 'Étui blanc, Grand Marché',
  statut: 'attendu',
  plafond: 100_000,
  muet: 0,
};

/** Agents who took cash in these weeks; those with most today first. */
const AGENTS_SQL = `
  select t.bureau_accepteur_id as agent
  from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'espèces'
  where t.entite_id = $1 and t.statut = 'Confirmé' and t.montant > 0 and t.jour > $2::date - ${DAYS} and t.bureau_accepteur_id <> $3
  group by 1 order by sum(t.montant) filter (where t.jour = $2::date) desc nulls last, sum(t.montant) desc, 1 limit $4`;

/** A public key without a known private key: these devices exist only here, and sign nothing. */
const CLE_PUBLIQUE = {
  kty: 'EC',
  crv: 'P-256',
  x: '0x9rtyVChSvusPVd5tkRmyivevvnfEz2dMD0QLy0DlM',
  y: 'iiLKKuUrBCRMXZOGypNv-cHOAhA7K2igqrcTF8JNvG8',
};

async function insertAppareil(
  client: pg.ClientBase,
  { entite, numero, agent, seed }: { entite: number; numero: number; agent: number; seed: Seed },
): Promise<number> {
  const publicKey = seed.statut === 'attendu' ? null : JSON.stringify(CLE_PUBLIQUE);
  const { rows } = await client.query<{ id: number }>(
    `insert into appareil_terrain (entite_id, numero, nom, agent_id, plafond, statut, motif, proces_verbal, recus_declares,
       cle_publique, plateforme, logiciel, inscrit_le, dernier_contact, a_jour_le, en_attente, created_by_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, case when $10 is not null then 'Android 11' end,
       case when $10 is not null then '${VERSION}' end, case when $10 is not null then now() - interval '30 days' end,
       case when $10 is not null then now() - make_interval(hours => $11) end,
       case when $10 is not null then now() - make_interval(hours => $11) end, $12, $13, now() - interval '30 days')
     returning id`,
    [
      entite,
      numero,
      seed.nom,
      agent,
      seed.plafond,
      seed.statut,
      seed.motif,
      seed.procesVerbal,
      seed.recusDeclares,
      publicKey,
      seed.muet,
      seed.enAttente,
      BUREAU,
    ],
  );
  const { id } = rows[0]!;
  // a département, one after the other: what lies beneath comes along
  await client.query(
    `insert into appareil_ramification (entite_id, appareil_id, ramification_id)
     select $1, $2, id from ramification where entite_id = $1 and parent_id is null
     order by id offset $3 % (select count(*) from ramification where entite_id = $1 and parent_id is null) limit 1`,
    [entite, id, numero - 1],
  );
  return id;
}

/** Cash payments and enrolments of a device's agent until its last contact, as sent: in order, within the hour. */
const COMMANDES_SQL = `
  with fait as (
    select 'paiement' as type, t.date_transaction as le, t.contribuable_id, t.id as transaction_id, t.montant,
      extract(year from t.jour)::smallint as annee, jsonb_build_object('contribuable', jsonb_build_object('id', t.contribuable_id),
        'montant', t.montant, 'moyenPaiement', t.moyen_paiement_id, 'recu', t.numero_recu) as corps
    from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'espèces'
    where t.entite_id = $1 and t.bureau_accepteur_id = $3 and t.statut = 'Confirmé' and t.montant > 0
      and t.jour > $4::date - ${DAYS}
    union all
    select 'enrolement', c.created_at, c.id, null, null, null, jsonb_build_object('nom', c.nom, 'prenom', c.prenom)
    from contribuable c where c.entite_id = $1 and c.created_by_id = $3 and c.jour > $4::date - ${DAYS}),
  range as (
    select f.*, row_number() over (order by le, transaction_id, contribuable_id) as sequence,
      case when transaction_id is not null
        then row_number() over (partition by type, annee order by le, transaction_id) end as rang
    from fait f join appareil_terrain a on a.entite_id = $1 and a.id = $2
    where f.le <= a.dernier_contact),
  envoye as (
    insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, decalage, compte_le,
      recu_le, etat, resultat, contribuable_id, transaction_id, montant, annee_serie, rang)
    select $1, $2, sequence, $3, type, corps, sha256(convert_to(corps::text, 'UTF8')), le, 0, le,
      least(le + interval '40 minutes', now()), 'accepte', '{}', contribuable_id, transaction_id, montant, annee, rang
    from range returning sequence)
  update appareil_terrain set dernier_sequence = coalesce((select max(sequence) from envoye), 0)
  where entite_id = $1 and id = $2 returning dernier_sequence as dernier`;

interface Refus {
  type: 'visite' | 'correction' | 'session';
  code: string;
  message: string;
  note: string | null;
}
const REFUS: readonly Refus[] = [
  { type: 'visite', code: 'introuvable', message: TERRAIN_MESSAGES.pasDeVisite, note: null },
  {
    type: 'correction',
    code: 'introuvable',
    message: TERRAIN_MESSAGES.contribuable,
    note: 'Fiche en double, supprimée le matin même',
  },
  {
    type: 'session',
    code: 'conflit.regle',
    message: 'Vous avez déjà une caisse ouverte.',
    note: null,
  },
];

/** Refused commands, one of which is closed. */
async function insertRefus(client: pg.ClientBase, entite: number, ids: readonly number[]): Promise<void> {
  for (const [index, { type, code, message, note }] of REFUS.entries())
    await client.query(
      `with suivante as (
         update appareil_terrain set dernier_sequence = dernier_sequence + 1 where entite_id = $1 and id = $2
         returning agent_id, dernier_sequence, dernier_contact)
       insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, decalage,
         compte_le, recu_le, etat, code, message, cas, regle_le, regle_par_id, note)
       select $1, $2, dernier_sequence, agent_id, $3, '{}', '', dernier_contact, 0, dernier_contact, dernier_contact, 'refuse', $4,
         $5, 'refus', case when $6::text is not null then now() end, case when $6::text is not null then $7::int end, $6
       from suivante`,
      [entite, ids[index % ids.length], type, code, message, note, BUREAU],
    );
}

/** Payments with which today's cash exceeded the ceiling of a device. */
const PLAFOND_SQL = `
  update commande_terrain k set cas = 'plafond', code = 'terrain.plafond', message = $3
  from (select k.entite_id, k.id, k.sequence, sum(k.montant) over (partition by k.appareil_id order by k.sequence) as somme, a.plafond
    from commande_terrain k join appareil_terrain a on a.entite_id = k.entite_id and a.id = k.appareil_id
    where k.entite_id = $1 and k.type = 'paiement' and k.compte_le >= debut_du_jour($2::date)) s
  where k.entite_id = s.entite_id and k.id = s.id and s.somme > s.plafond`;

/** Payments for a taxpayer removed meanwhile: booked under « Recettes à classer », as an advance. */
const A_CLASSER_SQL = `
  with paye as (
    insert into transaction (entite_id, contribuable_id, ramification_id, betail, a_classer, no_transaction, numero_recu, montant, statut,
      moyen_paiement_id, bureau_accepteur_id, date_transaction, date_requete)
    select $1, c.id, c.ramification_id, false, true, $4, $5, $6, 'Confirmé', m.id, a.agent_id, a.dernier_contact, a.dernier_contact
    from contribuable c, appareil_terrain a, (select id from moyen_paiement where nature = 'espèces' order by id limit 1) m
    where c.entite_id = $1 and c.id = $3 and a.entite_id = $1 and a.id = $2
    returning id, contribuable_id, montant, moyen_paiement_id, bureau_accepteur_id, date_transaction, jour),
  impute as (
    insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
    select $1, id, contribuable_id, extract(year from jour), montant from paye),
  suivante as (
    update appareil_terrain set dernier_sequence = dernier_sequence + 1 where entite_id = $1 and id = $2
    returning dernier_sequence as sequence)
  insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, decalage, compte_le,
    recu_le, etat, code, message, contribuable_id, transaction_id, montant, annee_serie, rang, cas)
  select $1, $2, sequence, p.bureau_accepteur_id, 'paiement', jsonb_build_object('montant', p.montant,
      'moyenPaiement', p.moyen_paiement_id, 'recu', $5::text), '', p.date_transaction, 0, p.date_transaction, p.date_transaction,
    'accepte', 'introuvable', $7, p.contribuable_id, p.id, p.montant, extract(year from p.jour), $8, 'à classer'
  from paye p, suivante`;

async function insertAClasser(
  client: pg.ClientBase,
  { entite, appareil, numero }: { entite: number; appareil: number; numero: number },
): Promise<void> {
  const { rows: receipts } = await client.query<{ code: string; annee: number; dernier: number }>(
    `select e.code, extract(year from jour_local(a.dernier_contact))::int as annee,
       (select coalesce(max(rang), 0)::int from commande_terrain k where k.entite_id = $1 and k.appareil_id = a.id
         and k.annee_serie = extract(year from jour_local(a.dernier_contact))) as dernier
     from entite e, appareil_terrain a where e.id = $1 and a.entite_id = $1 and a.id = $2`,
    [entite, appareil],
  );
  const { code, annee, dernier } = receipts[0]!;
  const { rows } = await client.query<{ id: string }>(
    `with noeud as (
       insert into ramification (entite_id, nom, code, enabled, technique) values ($1, $2, '(à classer)', true, true) returning id)
     insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id, systeme)
     select $1, noeud.id, $2, $3, $4, true from noeud returning id`,
    [entite, A_CLASSER, RECETTES_A_CLASSER, BUREAU],
  );
  const contribuable = rows[0]!.id;
  for (const [index, montant] of [3000, 1500].entries()) {
    const recu = numeroDe(serieDe(code, annee, numero), dernier + index + 1);
    await client.query(A_CLASSER_SQL, [
      entite,
      appareil,
      contribuable,
      recu,
      recu,
      montant,
      TERRAIN_MESSAGES.contribuable,
      dernier + index + 1,
    ]);
  }
}

/**
 * Loads the devices of one collectivité, which has none yet, and their commands. The payments are those of its agents,
 * except two that wait to be assigned.
 * @param client connected as the owner, outside a transaction
 */
export async function loadTerrain(client: pg.ClientBase, entite: number, today: string): Promise<void> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ agent: number }>(AGENTS_SQL, [
      entite,
      today,
      AGENT_TERRAIN,
      APPAREILS.length,
    ]);
    const ids: number[] = [];
    for (const [index, { agent }] of rows.entries()) {
      const id = await insertAppareil(client, {
        entite,
        numero: index + 1,
        agent,
        seed: APPAREILS[index] as Seed,
      });
      await client.query(COMMANDES_SQL, [entite, id, agent, today]);
      ids.push(id);
    }
    if (ids.length > 0) {
      await insertRefus(client, entite, ids);
      await client.query(PLAFOND_SQL, [entite, today, TERRAIN_MESSAGES.plafond('50 000 F CFA')]);
      const last = ids.length > 1 ? 1 : 0;
      await insertAClasser(client, { entite, appareil: ids[last] as number, numero: last + 1 });
    }
    await insertAppareil(client, { entite, numero: ids.length + 1, agent: AGENT_TERRAIN, seed: ATTENDU });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
