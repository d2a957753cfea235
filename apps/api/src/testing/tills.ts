/** Tills of a new town: its régie, its cashiers, and cash. */
import type { Billets, Problem, SessionCaisse, VersementRow } from '@octroi/contract';
import { gather, type World } from '#src/authorisation/testing/people.ts';
import type { Caller, Reply, testApp } from './app.ts';
import { enrol, createTown, type Town } from './books.ts';

export interface Keeper {
  id: number;
  caller: Caller;
}
export interface Tills {
  town: Town;
  regie: number;
  payer: number;
  regisseur: Keeper;
  comptable: Keeper;
  agents: [Keeper, Keeper];
}

type App = Awaited<ReturnType<typeof testApp>>;

/** A count by denomination for a sum: notes of 10 000, and coins of 5. */
export const inNotes = (francs: number): Billets => {
  if (francs % 5 !== 0) throw new Error(`no coin of less than five: ${francs}`);
  return { '10000': Math.floor(francs / 10_000), '5': (francs % 10_000) / 5 };
};

export async function tillsOf(octroi: App) {
  const world: World = await gather(octroi);
  const on = {
    query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
  } as never;

  async function keeper(entite: number, like: string): Promise<Keeper> {
    const id = await world.copyOf(like);
    await octroi.query('delete from utilisateur_entite where utilisateur_id = $1', [id]);
    await octroi.query('insert into utilisateur_entite values ($1, $2)', [id, entite]);
    return { id, caller: await world.enter(id) };
  }

  return {
    world,
    /** Creates a new town with a régie, two agents, a régisseur and an accountant. */
    newTills: async (): Promise<Tills> => {
      const town = await createTown(on);
      const regisseur = await keeper(town.entite, 'niamey');
      const comptable = await keeper(town.entite, 'niamey');
      const agents: [Keeper, Keeper] = [
        await keeper(town.entite, 'agent.terrain'),
        await keeper(town.entite, 'agent.terrain'),
      ];
      const regie = await world.make('regies', {
        nom: 'Régie du marché',
        entite: town.entite,
        regisseur: regisseur.id,
        comptable: comptable.id,
        plafond: 100_000,
        delaiJours: 7,
      });
      const { id: payer } = await enrol(on, town, { node: town.nodes[4] });
      return { town, regie, payer, regisseur, comptable, agents };
    },
    /** Inserts a cash payment into the open till of an agent; a negative amount takes cash out. */
    cash: async ({ town, payer }: Tills, agent: number, session: number, montant: number): Promise<void> => {
      await octroi.query(
        `with nouvelle as (
           insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id,
             bureau_accepteur_id, statut, session_caisse_id)
           select entite_id, id, ramification_id, gen_random_uuid(), $3, 5, $4, 'Confirmé', $5 from contribuable
           where entite_id = $1 and id = $2 returning *)
         insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
         select entite_id, id, contribuable_id, 2026, montant from nouvelle`,
        [town.entite, payer, montant, agent, session],
      );
    },
  };
}

export const openTill = (keeper: Keeper, regie: number, fonds = 0): Promise<Reply<SessionCaisse & Problem>> =>
  keeper.caller.send('POST', '/v2/sessions_caisse', { regie, fonds });
export const closeTill = (
  keeper: Keeper,
  session: number,
  francs: number,
  procesVerbal?: string,
): Promise<Reply<SessionCaisse & Problem>> =>
  keeper.caller.send('POST', `/v2/sessions_caisse/${session}/cloture`, {
    billets: inNotes(francs),
    ...(procesVerbal === undefined ? {} : { procesVerbal }),
  });
export const declareVersement = (
  keeper: Keeper,
  regie: number,
  montant: number,
  more: object = { destination: 'régisseur' },
): Promise<Reply<VersementRow & Problem>> =>
  keeper.caller.send('POST', '/v2/versements', { regie, montant, ...more });
export const receiveVersement = (
  keeper: Keeper,
  versement: number,
  recu: number,
  motif?: string,
): Promise<Reply<VersementRow & Problem>> =>
  keeper.caller.send('POST', `/v2/versements/${versement}/reception`, {
    recu,
    ...(motif === undefined ? {} : { motif }),
  });
