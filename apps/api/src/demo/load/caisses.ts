/** A month of tills: counted and handed over every evening, with two gaps and an agent who is late. */
import { type Billets, COUPURES } from '@octroi/contract';
import type pg from 'pg';
import { COMPTES } from '../administration/comptes.ts';
import { insertValeurs, VENDEURS, type Vendu, venduLe } from './valeurs.ts';

const DAYS = 30;
/** The régisseur hands over every this many evenings. */
const WEEK = 7;
const PLAFOND = 500_000;
/** Missing amounts: at a count, and in a received bag. */
const MANQUANT = 500;
const FAUX_BILLET = 1000;

interface DayOfAgent {
  agent: number;
  jour: string;
  recu: number;
  /** Place of one of the payments. */
  lieu: number;
}

const inNotes = (francs: number): Billets => {
  const billets: Partial<Record<string, number>> = {};
  let left = francs;
  for (const coupure of COUPURES) {
    const number = Math.floor(left / coupure);
    if (number > 0) billets[`${coupure}`] = number;
    left -= number * coupure;
  }
  return billets;
};

const idOf = (username: string): number => COMPTES.find((compte) => compte.username === username)!.id;

/** The cash of a collectivité in the days before today, by agent and day. */
async function cashOf(client: pg.ClientBase, entite: number, today: string): Promise<DayOfAgent[]> {
  const { rows } = await client.query<{ agent: number; jour: string; recu: string; lieu: number }>(
    `select t.bureau_accepteur_id as agent, t.jour::text as jour, sum(t.montant) as recu, min(t.ramification_id) as lieu
     from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id and m.nature = 'espèces'
     where t.entite_id = $1 and t.statut = 'Confirmé' and t.montant > 0 and t.bureau_accepteur_id is not null
       and t.jour >= $2::date - $3::int and t.jour < $2::date
     group by 1, 2 having sum(t.montant) % 5 = 0 order by 2, 1`,
    [entite, today, DAYS],
  );
  return rows.map((row) => ({ ...row, recu: Number(row.recu) }));
}

interface Evening extends DayOfAgent {
  entite: number;
  regie: number;
  vendu: number;
  attendu: number;
  compte: number;
}

/** Inserts one closed till of one day. @returns its id */
async function insertSession(client: pg.ClientBase, evening: Evening): Promise<string> {
  const { entite, regie, agent, jour, recu, vendu, attendu, compte } = evening;
  const { rows } = await client.query<{ id: string }>(
    `insert into session_caisse (entite_id, regie_id, titulaire_id, fonds, ouverte_le, fermee_le, fermee_par_id, recu, annule,
       vendu, attendu, compte, billets)
     values ($1, $2, $3, 0, debut_du_jour($4::date), debut_du_jour($4::date) + interval '19 hours', $3, $5, 0, $6, $7, $8, $9)
     returning id`,
    [entite, regie, agent, jour, recu, vendu, attendu, compte, JSON.stringify(inNotes(compte))],
  );
  const id = rows[0]!.id;
  await client.query(
    `update transaction t set session_caisse_id = $4 from moyen_paiement m
     where t.entite_id = $1 and t.bureau_accepteur_id = $2 and t.jour = $3 and t.statut = 'Confirmé' and t.montant > 0
       and m.id = t.moyen_paiement_id and m.nature = 'espèces'`,
    [entite, agent, jour, id],
  );
  if (compte !== attendu)
    await client.query(
      `insert into ecart (entite_id, regie_id, titulaire_id, session_caisse_id, montant, statut, explication, explique_par_id,
         explique_le, created_at)
       values ($1, $2, $3, $4, $5, 'expliqué', 'Monnaie mal rendue au marché', $3, debut_du_jour($6::date) + interval '20 hours',
         debut_du_jour($6::date) + interval '19 hours')`,
      [entite, regie, agent, id, compte - attendu, jour],
    );
  return id;
}

interface Sent {
  entite: number;
  regie: number;
  jour: string;
  de: number;
  par: number;
  destination: 'régisseur' | 'comptable';
  montant: number;
  recu: number;
}

/** Inserts a versement handed over and received the same evening. */
async function insertVersement(client: pg.ClientBase, sent: Sent): Promise<void> {
  const { entite, regie, jour, de, par, destination, montant, recu } = sent;
  const short = recu < montant;
  const { rows } = await client.query<{ id: string }>(
    `insert into versement (entite_id, regie_id, declarant_id, destination, montant, emporte, statut, recu, decide_par_id, decide_le,
       motif, created_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, debut_du_jour($9::date) + interval '21 hours', $10,
       debut_du_jour($9::date) + interval '20 hours') returning id`,
    [
      entite,
      regie,
      de,
      destination,
      montant,
      short ? 'reçu avec différence' : 'reçu',
      recu,
      par,
      jour,
      short ? 'Un faux billet de 1 000' : null,
    ],
  );
  if (short)
    await client.query(
      `insert into ecart (entite_id, regie_id, titulaire_id, versement_id, montant, created_at)
       values ($1, $2, $3, $4, $5, debut_du_jour($6::date) + interval '21 hours')`,
      [entite, regie, de, rows[0]!.id, recu - montant, jour],
    );
}

/**
 * Loads the tills of one collectivité that took cash in the last month and has no tills yet. Without the right to
 * disable triggers it loads none, since the past would have to be replayed day by day.
 * @param client connected as the owner, outside a transaction
 */
export async function loadCaisses(client: pg.ClientBase, entite: number, today: string): Promise<void> {
  const { rows: may } = await client.query<{ may: boolean }>(
    "select has_parameter_privilege('session_replication_role', 'set') as may",
  );
  if (!may[0]?.may) return;
  const [regisseur, comptable] = [idOf('niamey'), idOf('admin.nta')];
  const cash = await cashOf(client, entite, today);
  const agents = [...new Set(cash.map(({ agent }) => agent))].toSorted((a, b) => a - b);
  // a till is short, and a bag of somebody else's; a third agent hands nothing over since the month began
  const late = cash.find(({ recu }) => recu > FAUX_BILLET)?.agent;
  const missing = cash.find(({ agent, recu }) => agent !== late && recu > MANQUANT);
  const forged = cash.find(
    ({ agent, recu }) => agent !== late && agent !== missing?.agent && recu > FAUX_BILLET,
  );
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ id: number }>(
      `insert into regie (entite_id, nom, regisseur_id, comptable_id, plafond, delai_jours, description)
       values ($1, 'Régie de recettes', $2, $3, $4, $5, 'Espèces des agents de la ville') returning id`,
      [entite, regisseur, comptable, PLAFOND, WEEK],
    );
    const regie = rows[0]!.id;
    const sessionTotals = new Map<number, number>();
    let chest = 0;
    const vendeurs = agents.slice(0, VENDEURS);
    const ventes: Vendu[] = [];
    const evenings = [...new Set(cash.map(({ jour }) => jour))];
    for (const [index, jour] of evenings.entries()) {
      for (const day of cash.filter((each) => each.jour === jour)) {
        const vendu = vendeurs.includes(day.agent)
          ? venduLe(cash.filter(({ agent }) => agent === day.agent).indexOf(day))
          : 0;
        const attendu = (sessionTotals.get(day.agent) ?? 0) + day.recu + vendu;
        const compte = day === missing ? attendu - MANQUANT : attendu;
        const session = await insertSession(client, { ...day, entite, regie, vendu, attendu, compte });
        if (vendu > 0) ventes.push({ agent: day.agent, jour, session, lieu: day.lieu });
        sessionTotals.set(day.agent, compte);
        if (day.agent === late) continue;
        const recu = day === forged ? compte - FAUX_BILLET : compte;
        const sent = {
          entite,
          regie,
          jour,
          de: day.agent,
          par: regisseur,
          destination: 'régisseur',
        } as const;
        await insertVersement(client, { ...sent, montant: compte, recu });
        sessionTotals.set(day.agent, 0);
        chest += recu;
      }
      if ((index + 1) % WEEK === 0 && chest > 0) {
        const sent = {
          entite,
          regie,
          jour,
          de: regisseur,
          par: comptable,
          destination: 'comptable',
        } as const;
        await insertVersement(client, { ...sent, montant: chest, recu: chest });
        chest = 0;
      }
    }
    const [jour] = evenings;
    if (jour) await insertValeurs(client, { entite, regie, regisseur, jour, vendeurs, ventes });
    // what each till took and each versement handed over, by line of the budget, as if it had been said then
    await client.query(
      'select detailler_session(s) from session_caisse s where entite_id = $1 and regie_id = $2',
      [entite, regie],
    );
    await client.query('select repartir_versements($1, $2)', [entite, regie]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
