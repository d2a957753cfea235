/** Demonstration data goes into an empty database or beside other demonstration data, never beside real data. */
import type pg from 'pg';

/** Key in `parametre` that marks a demonstration database. */
const MARK = 'demonstration';

/** `message` is for the operator, in French. */
export class DemoRefused extends Error {
  override name = 'DemoRefused';
}

/** @throws DemoRefused in production */
export function refuseProduction(): void {
  if (process.env['NODE_ENV'] === 'production') {
    throw new DemoRefused(
      'Les données de démonstration ne se chargent pas avec NODE_ENV=production : retirez cette variable, sur une base d’essai.',
    );
  }
}

/** Whether the database was filled with demonstration data. */
export async function isDemonstration(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from parametre where cle = $1', [MARK]);
  return rowCount === 1;
}

/** Whether nothing was entered yet: neither collectivité nor person. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from entite) or exists (select from utilisateur) or exists (select from ville) as filled',
  );
  return rows[0]?.filled === false;
}

/** @throws DemoRefused in production, or where anything was entered */
export async function demandEmptyDatabase(client: pg.ClientBase): Promise<void> {
  refuseProduction();
  if (await isEmpty(client)) return;
  throw new DemoRefused(
    'La base contient déjà des données : la démonstration ne se charge que dans une base vide.',
  );
}

/** @throws DemoRefused in production, or where the data is not the demonstration's */
export async function demandDemonstration(client: pg.ClientBase): Promise<void> {
  refuseProduction();
  if (await isDemonstration(client)) return;
  throw new DemoRefused(
    'La base ne contient pas les données de démonstration : des contribuables fictifs n’y sont pas ajoutés. Donnez une base vide.',
  );
}

export async function markDemonstration(client: pg.ClientBase): Promise<void> {
  await client.query('insert into parametre (cle, valeur) values ($1, $2)', [MARK, '1']);
}
