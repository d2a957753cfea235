/** Random acts on the base rows of a collectivité, by name, for the tests of stored totals. */
import {
  queryRows,
  type Connection,
  queryRow,
  bill,
  book,
  enrol,
  imputeOldestFirst,
  refund,
  type Town,
} from '../books.ts';

/** Random numbers from which an act makes its choices; each is any natural number. */
export interface Draw {
  who: number;
  where: number;
  amount: number;
  day: number;
  flag: boolean;
}
/**
 * Performs the act.
 * @returns false if there was no row for it
 */
export type Act = (on: Connection, town: Town, draw: Draw) => Promise<boolean>;

const nodeOf = (town: Town, n: number): number => town.nodes[n % town.nodes.length] ?? town.nodes[0];
const agentOf = (town: Town, n: number): number => town.agents[n % 2] ?? town.agents[0];
/** Around local midnight (Africa/Niamey is an hour ahead of UTC), over some four years. */
const instantOf = ({ day, flag }: Draw): string =>
  new Date(Date.UTC(2023, 11, 30 + (day % 1200), flag ? 22 : 23, 30)).toISOString();

/** A third of the taxpayers. */
const SOME = 'entite_id = $1 and id % 3 = $2::int % 3';
const SOME_OF = 'entite_id = $1 and contribuable_id % 3 = $2::int % 3';

async function change(on: Connection, text: string, values: unknown[]): Promise<boolean> {
  return ((await on.query(text, values)).rowCount ?? 0) > 0;
}

/** Chooses by a number one of the ids of a query. */
async function pick(on: Connection, n: number, from: string, values: unknown[]): Promise<number | undefined> {
  const ids = await queryRows<{ id: number }>(on, `select id from ${from} order by id`, values);
  return ids[n % Math.max(ids.length, 1)]?.id;
}
const taxpayer = (on: Connection, town: Town, n: number) =>
  pick(on, n, 'contribuable where entite_id = $1', [town.entite]);
const transaction = (on: Connection, town: Town, n: number, statut: string) =>
  pick(on, n, 'transaction where entite_id = $1 and statut = $2 and montant > 0', [town.entite, statut]);

export const ACTS = {
  async enrole(on, town, draw) {
    for (let n = 0; n <= draw.who % 3; n++)
      await enrol(on, town, {
        node: nodeOf(town, draw.where + n),
        agent: agentOf(town, draw.amount),
        at: instantOf({ ...draw, day: draw.day + n * 40 }),
        betail: draw.amount % 5 === 0 ? 4 : null,
      });
    return true;
  },
  deplace: (on, town, draw) =>
    change(on, `update contribuable set ramification_id = $3 where ${SOME}`, [
      town.entite,
      draw.who,
      nodeOf(town, draw.where),
    ]),
  change_position: (on, town, draw) =>
    change(on, `update contribuable set latitude = $3, longitude = $4 where ${SOME}`, [
      town.entite,
      draw.who,
      13 + (draw.where % 3) * 0.004,
      draw.flag ? 2 : null,
    ]),
  /** Moves the quartier, the zone or a secteur below a place of a higher level. */
  deplace_lieu: (on, town, draw) =>
    change(
      on,
      `update ramification r set parent_id = p.id from ramification p, type_ramification t, type_ramification au
       where r.id = $1 and p.id = $2 and t.id = r.type_id and au.id = p.type_id and au.niveau < t.niveau`,
      [town.nodes[2 + (draw.where % 4)], nodeOf(town, draw.who)],
    ),
  change_statut: (on, town, draw) =>
    change(on, `update contribuable set statut = $3 where ${SOME}`, [
      town.entite,
      draw.who,
      ['Enrolé', 'Corrigé', 'Validé'][draw.where % 3],
    ]),
  change_betail: (on, town, draw) =>
    change(on, `update contribuable set nbre_betail = $3 where ${SOME}`, [
      town.entite,
      draw.who,
      draw.flag ? draw.amount : null,
    ]),
  redate: (on, town, draw) =>
    change(
      on,
      `update contribuable set created_at = created_at + make_interval(days => $3::int) where ${SOME}`,
      [town.entite, draw.who, (draw.day % 500) - 250],
    ),
  change_agent: (on, town, draw) =>
    change(on, `update contribuable set created_by_id = $3 where ${SOME}`, [
      town.entite,
      draw.who,
      agentOf(town, draw.where),
    ]),
  change_tout: (on, town, draw) =>
    change(
      on,
      `update contribuable set ramification_id = $3, nbre_betail = $4, created_at = $5, created_by_id = $6, statut = 'Corrigé' where ${SOME}`,
      [
        town.entite,
        draw.who,
        nodeOf(town, draw.where),
        draw.flag ? 1 : null,
        instantOf(draw),
        agentOf(town, draw.amount),
      ],
    ),
  async equipe(on, town, draw) {
    const id = await taxpayer(on, town, draw.who);
    if (!id) return false;
    const [, agent] = town.agents;
    const [type] = await queryRows<{ id: number }>(
      on,
      'select id from type_equipement where entite_id = $1 order by id limit 1 offset $2::int % 2',
      [town.entite, draw.where],
    );
    if (!type) return false;
    const { id: equipement } = await queryRow<{ id: number }>(
      on,
      `insert into equipement (entite_id, contribuable_id, type_equipement_id, ramification_id, created_by_id)
       values ($1, $2, $3, $4, $5) returning id`,
      [town.entite, id, type.id, nodeOf(town, draw.where), agent],
    );
    return change(
      on,
      'insert into enrollement (entite_id, contribuable_id, equipement_id, created_by_id) values ($1, $2, $3, $4)',
      [town.entite, id, equipement, agent],
    );
  },
  ferme_lignes: (on, town, draw) =>
    change(on, `update enrollement set closed_at = case when $3 then now() end where ${SOME_OF}`, [
      town.entite,
      draw.who,
      draw.flag,
    ]),
  /** Quantities are entered, corrected, or removed, to the hundredth. */
  quantifie: (on, town, draw) =>
    change(on, `update enrollement set quantite = $3::numeric / 100 where ${SOME_OF}`, [
      town.entite,
      draw.who,
      draw.where % 4 === 0 ? null : draw.amount,
    ]),
  change_type: (on, town, draw) =>
    change(
      on,
      `update equipement set type_equipement_id = (
         select id from type_equipement where entite_id = $1 order by id limit 1 offset $3::int % 2) where ${SOME_OF}`,
      [town.entite, draw.who, draw.where],
    ),
  retire_equipement: (on, town, draw) =>
    change(
      on,
      `delete from equipement q where ${SOME_OF} and not exists (
         select from echeance x join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
         where l.entite_id = q.entite_id and l.equipement_id = q.id)`,
      [town.entite, draw.who],
    ),
  async supprime(on, town, draw) {
    const id = await taxpayer(on, town, draw.who);
    await on.query('delete from echeance where entite_id = $1 and contribuable_id = $2', [town.entite, id]);
    return change(on, 'delete from contribuable where entite_id = $1 and id = $2', [town.entite, id]);
  },
  async exige(on, town, draw) {
    return change(
      on,
      `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
       select l.entite_id, l.contribuable_id, l.id, $3, $4::int, p, $5::int + p, make_date($4::int, p, 1 + $5::int % 28), c.ramification_id
       from enrollement l join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id, generate_series(1, $6::int) p
       where l.entite_id = $1 and l.contribuable_id % 3 = $2::int % 3
       on conflict do nothing`,
      [
        town.entite,
        draw.who,
        town.taxes[draw.where % 2],
        2024 + (draw.day % 4),
        draw.amount,
        1 + (draw.where % 12),
      ],
    );
  },
  reprix: (on, town, draw) =>
    change(
      on,
      `update echeance set montant = case when $4 then greatest(paye, $3::bigint) else $3::bigint end where ${SOME_OF}`,
      [town.entite, draw.who, draw.amount, draw.flag],
    ),
  reporte: (on, town, draw) =>
    change(on, `update echeance set exigible_le = exigible_le + $3::int where ${SOME_OF}`, [
      town.entite,
      draw.who,
      (draw.day % 400) - 200,
    ]),
  annule: (on, town, draw) =>
    change(on, `delete from echeance where ${SOME_OF} and ($3::boolean or paye = 0)`, [
      town.entite,
      draw.who,
      draw.flag,
    ]),
  async paie(on, town, draw) {
    const id = await taxpayer(on, town, draw.who);
    if (!id) return false;
    const paid = await book(on, town, id, {
      montant: draw.amount,
      at: instantOf(draw),
      moyen: town.moyens[draw.where % 2] ?? town.moyens[0],
      agent: draw.flag ? agentOf(town, draw.where) : null,
    });
    await imputeOldestFirst(on, town, paid);
    return true;
  },
  async demande(on, town, draw) {
    const id = await taxpayer(on, town, draw.who);
    if (!id) return false;
    await book(on, town, id, {
      montant: draw.amount,
      statut: 'En attente de confirmation',
      at: instantOf(draw),
    });
    return true;
  },
  async confirme(on, town, draw) {
    const id = await transaction(on, town, draw.who, 'En attente de confirmation');
    if (!id) return false;
    await on.query(
      `update transaction t set statut = 'Confirmé', date_transaction = $3, ramification_id = c.ramification_id, betail = c.betail
       from contribuable c where c.entite_id = t.entite_id and c.id = t.contribuable_id and t.entite_id = $1 and t.id = $2`,
      [town.entite, id, instantOf(draw)],
    );
    await imputeOldestFirst(on, town, id);
    return true;
  },
  async echoue(on, town, draw) {
    const id = await transaction(on, town, draw.who, 'En attente de confirmation');
    return change(on, "update transaction set statut = 'Failed' where entite_id = $1 and id = $2", [
      town.entite,
      id,
    ]);
  },
  async rembourse(on, town, draw) {
    const id = await taxpayer(on, town, draw.who);
    return id !== undefined && refund(on, town, id, draw.amount);
  },
  /** All imputations of a payment are removed and created again: over the present dues, or as one advance. */
  async reimpute(on, town, draw) {
    const id = await transaction(on, town, draw.who, 'Confirmé');
    if (!id) return false;
    await on.query('delete from imputation where entite_id = $1 and transaction_id = $2', [town.entite, id]);
    if (draw.flag) await imputeOldestFirst(on, town, id);
    else
      await on.query(
        `insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
         select entite_id, id, contribuable_id, $3, montant from transaction where entite_id = $1 and id = $2`,
        [town.entite, id, 2024 + (draw.day % 4)],
      );
    return true;
  },
  /** Imputations are updated: an advance gets another year, or an imputation becomes an advance. */
  async retouche(on, town, draw) {
    const id = await transaction(on, town, draw.who, 'Confirmé');
    return draw.flag
      ? change(
          on,
          'update imputation set annee = $3 where entite_id = $1 and transaction_id = $2 and echeance_id is null',
          [town.entite, id, 2024 + (draw.day % 4)],
        )
      : change(on, 'update imputation set echeance_id = null where entite_id = $1 and transaction_id = $2', [
          town.entite,
          id,
        ]);
  },
  /** A sub-entity moves with its descendants: no total is written, and all stay right. */
  async deplace_sous_entite(on, town, draw) {
    const { parent_id } = await queryRow<{ parent_id: number }>(
      on,
      'select parent_id from ramification where id = $1',
      [town.nodes[2]],
    );
    const to = parent_id === town.nodes[0] ? town.nodes[1] : town.nodes[0];
    return (
      draw.flag && change(on, 'update ramification set parent_id = $2 where id = $1', [town.nodes[2], to])
    );
  },
  async taxe_un(on, town, draw) {
    const id = await taxpayer(on, town, draw.who);
    if (!id) return false;
    const line = await queryRows(
      on,
      'select from enrollement where entite_id = $1 and contribuable_id = $2',
      [town.entite, id],
    );
    if (line.length === 0) return false;
    await bill(on, town, id, {
      annee: 2024 + (draw.day % 4),
      periode: 1 + (draw.where % 12),
      montant: draw.amount,
    });
    return true;
  },
  /** First notices of a year, or new ones in place of those in force. */
  emet_avis: (on, town, draw) =>
    change(
      on,
      `insert into piece (code, nature, numero, entite_id, contribuable_id, annee, jour, montant, contenu, remplace)
       select upper(left(md5(gen_random_uuid()::text), 20)), 'avis', gen_random_uuid()::text, c.entite_id, c.id, $3::int,
         make_date($3::int, 6, 1), $4::int, '{}', p.code
       from contribuable c
       left join piece p on p.entite_id = c.entite_id and p.contribuable_id = c.id and p.annee = $3::int and p.nature = 'avis'
         and not exists (select from piece s where s.remplace = p.code)
       where c.entite_id = $1 and c.id % 3 = $2::int % 3 and (p.code is not null) = $5`,
      [town.entite, draw.who, 2024 + (draw.day % 2), draw.amount, draw.flag],
    ),
  /** Any notice that was not handed over, also a replaced one. */
  remet_avis: (on, town, draw) =>
    change(
      on,
      `insert into remise_avis (entite_id, code, contribuable_id, annee, ramification_id, remis_le, remis_a, agent_id)
       select c.entite_id, p.code, c.id, p.annee, c.ramification_id, p.jour, $3, $4
       from piece p join contribuable c on c.entite_id = p.entite_id and c.id = p.contribuable_id
       where p.entite_id = $1 and p.contribuable_id % 3 = $2::int % 3 and p.nature = 'avis'
         and not exists (select from remise_avis r where r.code = p.code and r.annulee_le is null and r.remis_a <> 'absent')`,
      [
        town.entite,
        draw.who,
        ['contribuable', 'proche', 'employé', 'refusé', 'absent'][draw.where % 5],
        agentOf(town, draw.amount),
      ],
    ),
  reprend_remise: (on, town, draw) =>
    change(
      on,
      `update remise_avis set annulee_le = now(), annulee_par_id = agent_id, motif = 'Essai'
       where ${SOME_OF} and annulee_le is null`,
      [town.entite, draw.who],
    ),
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];
