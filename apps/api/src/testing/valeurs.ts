/** Tickets for tests: a category, movements between holders, and sales. */
import type { MesValeurs, MouvementValeur, Problem, VenteRow } from '@octroi/contract';
import type { Reply } from './app.ts';
import type { Keeper, Tills, tillsOf } from './tills.ts';

type World = Awaited<ReturnType<typeof tillsOf>>['world'];

let categories = 0;
/** A new category of tickets of a town. */
export const ticket = (world: World, { town }: Tills, valeur = 100, more: object = {}): Promise<number> =>
  world.make('categorie_valeurs', {
    nom: `Ticket ${++categories}`,
    entite: town.entite,
    sorte: 'ticket',
    valeur,
    ...more,
  });

/** @param numeros first and last number */
export const move = (
  keeper: Keeper,
  acte: string,
  { regie }: Pick<Tills, 'regie'>,
  categorie: number,
  [de, a]: readonly [number, number],
  more: object = {},
): Promise<Reply<MouvementValeur & Problem>> =>
  keeper.caller.send('POST', '/v2/valeurs_inactives/mouvements', { acte, regie, categorie, de, a, ...more });

export const sell = (
  keeper: Keeper,
  { town }: Tills,
  categorie: number,
  [de, a]: readonly [number, number],
  more: object = {},
): Promise<Reply<VenteRow & Problem>> =>
  keeper.caller.send('POST', '/v2/ventes_valeurs', {
    categorie,
    de,
    a,
    ramification: town.nodes[4],
    ...more,
  });

export const cancelSale = (
  keeper: Keeper,
  vente: number,
  motif = 'Erreur de saisie',
): Promise<Reply<VenteRow & Problem>> =>
  keeper.caller.send('POST', `/v2/ventes_valeurs/${vente}/annulation`, { motif });

export const mine = async (keeper: Keeper): Promise<MesValeurs['data']> =>
  (await keeper.caller.get<MesValeurs>('/v2/ventes_valeurs/miennes')).body.data;
