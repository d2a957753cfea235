import type { testApp } from './app.ts';

/** Enrols taxpayers of Niamey without dues: on 1 January everybody in the demonstration owes the new year. */
export const enrolWithoutDues = (
  { query }: Pick<Awaited<ReturnType<typeof testApp>>, 'query'>,
  many: number,
) =>
  query(
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
     select 1, 1, 'quitte-' || n, 'Quitte', u.id
     from utilisateur u, generate_series(1, $1) n where u.username = 'agent.terrain'`,
    [many],
  );
