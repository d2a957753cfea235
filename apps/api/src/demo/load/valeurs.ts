/** Market tickets in the month of tills of the demonstration: received, given to agents, sold on market days, some lost. */
import type pg from 'pg';

/** Francs of a ticket. */
const VALEUR = 100;
/** Numbers that the accountant delivers, and that each agent is given. */
const LIVRAISON = 5000;
const CARNET = 1000;
/** Every this many days with cash is an agent's market day, including the first; it then sells this many tickets. */
const MARCHE = 3;
const VENDUS = 24;
/** Tickets lost by one agent. */
const PERDUS = 10;

/** Number of agents who sell. */
export const VENDEURS = 4;

/** Francs that an agent sells on one of its days of cash. @param rang which one, counted from 0 */
export const venduLe = (rang: number): number => (rang % MARCHE === 0 ? VENDUS * VALEUR : 0);

/** A sale that was made: in which till, and where. */
export interface Vendu {
  agent: number;
  jour: string;
  session: string;
  lieu: number;
}

interface Stock {
  entite: number;
  regie: number;
  regisseur: number;
  /** The first day of the month. */
  jour: string;
  vendeurs: readonly number[];
  ventes: readonly Vendu[];
}

/** Inserts the history of the tickets; triggers are disabled, so their present holders are inserted too. */
export async function insertValeurs(client: pg.ClientBase, stock: Stock): Promise<void> {
  const { entite, regie, regisseur, jour, vendeurs, ventes } = stock;
  const { rows } = await client.query<{ id: number }>(
    `insert into categorie_valeur (entite_id, nom, sorte, valeur, description)
     values ($1, 'Ticket de marché', 'ticket', $2, 'Place d’un jour au marché') returning id`,
    [entite, VALEUR],
  );
  const categorie = rows[0]!.id;
  const move = (acte: string, agent: number | null, [de, a]: readonly [number, number], pv?: string) =>
    client.query(
      `insert into mouvement_valeur (entite_id, regie_id, categorie_id, acte, agent_id, de, a, auteur_id, motif, proces_verbal,
         created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, debut_du_jour($11::date) + interval '6 hours')`,
      [
        entite,
        regie,
        categorie,
        acte,
        agent,
        de,
        a,
        regisseur,
        pv ? 'Carnet mouillé par la pluie' : null,
        pv ?? null,
        jour,
      ],
    );
  const lie = (etat: string, agent: number | null, de: number, a: number) =>
    a < de
      ? undefined
      : client.query(
          `insert into tranche_valeur (entite_id, categorie_id, numeros, etat, regie_id, agent_id)
           values ($1, $2, int8range($3, $4, '[]'), $5, $6, $7)`,
          [entite, categorie, de, a, etat, regie, agent],
        );
  await move('reçu', null, [1, LIVRAISON]);
  for (const [index, agent] of vendeurs.entries()) {
    const [first, last] = [index * CARNET + 1, (index + 1) * CARNET];
    await move('remis', agent, [first, last]);
    let next = first;
    for (const { jour: day, session, lieu } of ventes.filter((vente) => vente.agent === agent)) {
      await client.query(
        `insert into vente_valeur (entite_id, regie_id, categorie_id, de, a, valeur, agent_id, ramification_id, session_caisse_id,
           vendue_le)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, debut_du_jour($10::date) + interval '11 hours')`,
        [entite, regie, categorie, next, next + VENDUS - 1, VALEUR, agent, lieu, session, day],
      );
      next += VENDUS;
    }
    await lie('vendu', agent, first, next - 1);
    const lost = index === 1 ? PERDUS : 0;
    if (lost > 0) await move('perdu', agent, [last - lost + 1, last], 'PV 1');
    await lie('détenu', agent, next, last - lost);
    await lie('perdu', agent, last - lost + 1, last);
  }
  await lie('détenu', null, vendeurs.length * CARNET + 1, LIVRAISON);
}
