import { type JournalAct, RESOURCES } from '@octroi/contract';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import type { Person } from '#src/platform/access/person.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { journalNames } from './journal-names.ts';
import { hasNames, readPointers } from './journal-names.repository.ts';

const { db, query, signIn } = await testApp();
const [superadmin, niamey, plateau] = await Promise.all([
  signIn('superadmin'),
  signIn('niamey'),
  signIn('plateau'),
]);

const tables = new Map(
  Object.entries(RESOURCES).flatMap(([path, words]) =>
    'table' in words ? [[words.table as string, path]] : [],
  ),
);
const pointers = (await readPointers(db)).filter(({ child }) => tables.has(child));
/** Records that nobody knows by a name. */
const NAMELESS = [
  'approbation',
  'appareil_terrain',
  'commande_terrain',
  'echeance',
  'encaissement',
  'enrollement',
  'session_caisse',
  'tournee',
  'tranche_valeur',
  'versement',
];

/** A record of each table that the demonstration fills. */
const some = new Map<string, number>();
for (const target of new Set(pointers.map((pointer) => pointer.target).filter(hasNames))) {
  const [row] = await query<{ id: string | null }>(`select min(id) as id from "${target}"`);
  if (row?.id) some.set(target, Number(row.id));
}
const named = pointers.filter(({ target }) => some.has(target));

/** An act of Niamey whose document is this one; its id. */
async function noted(
  ressource: string,
  apres: object,
  enregistrement: number | null = null,
): Promise<number> {
  const [row] = await query<{ id: string }>(
    `insert into journal (entite_id, acte, domaine, ressource, enregistrement_id, apres)
     values (1, 'modifier', 'contribuables', $1, $2, $3) returning id`,
    [ressource, enregistrement, JSON.stringify(apres)],
  );
  return Number(row?.id);
}
const namesOf = async (caller: Caller, id: number): Promise<JournalAct['noms']> =>
  (await caller.get<JournalAct>(`/v2/journal/${id}`)).body.noms;

it('every foreign key leads to a table with names, or to one listed as without names', () => {
  const unknown = pointers.map(({ target }) => target).filter((target) => !hasNames(target));
  expect(unknown.filter((target) => !NAMELESS.includes(target))).toEqual([]);
  expect(named.length).toBeGreaterThan(80);
});

it.each(named)(
  'an act on $child gives the name of the $target in $column',
  async ({ child, column, target }) => {
    const id = some.get(target) ?? 0;
    const act = await noted(tables.get(child) ?? '', { [column]: id, montant: id });
    const names = await namesOf(superadmin, act);
    expect(Object.keys(names)).toEqual([column]);
    expect(names[column]?.[id]).toMatch(/\S/);
  },
);

it('names are given for lists of ids and in nested parts, and an amount is never taken for an id', async () => {
  const [line] = await query<{ id: number; nom: string }>(
    'select id, nom from type_equipement where entite_id = 1 order by id limit 1',
  );
  const act = await noted('contribuables', {
    equipements: [{ type_equipement_id: line?.id, montant: line?.id }],
    entites: [1, 2],
    valeur: 1,
    total: 1,
  });
  const names = await namesOf(superadmin, act);
  expect(names['type_equipement_id']).toEqual({ [String(line?.id)]: line?.nom });
  expect(Object.keys(names['entites'] ?? {})).toEqual(['1', '2']);
  expect(Object.keys(names).toSorted()).toEqual(['entites', 'type_equipement_id']);
});

it('a record outside the scope has no name', async () => {
  const foreign = async (table: string, from = 'entite_id = 2'): Promise<number> =>
    Number((await query<{ id: string }>(`select min(id) as id from "${table}" where ${from}`))[0]?.id);
  const apres = {
    entite_id: 2,
    ramification_id: await foreign('ramification'),
    contribuable_id: await foreign('contribuable'),
    transaction_id: await foreign('transaction'),
    taxe_id: await foreign('taxe'),
    type_equipement_id: await foreign('type_equipement'),
    nature_activite_id: await foreign('nature_activite'),
    created_by_id: await foreign('utilisateur', "username = 'maradi'"),
    groupe_id: 1,
  };
  const act = await noted('contribuables', apres);
  expect(Object.keys(await namesOf(superadmin, act)).toSorted()).toEqual(Object.keys(apres).toSorted());
  expect(await namesOf(niamey, act)).toEqual({});
});

it('in the history of a taxpayer, a user of one département reads no place of another', async () => {
  const { body } = await plateau.get<{ data: { id: number; ramification: { id: number } }[] }>(
    '/v2/contribuables?itemperpage=1',
  );
  const [own] = body.data;
  const [other] = await query<{ id: number }>(
    `select min(r.id) as id from ramification r where r.entite_id = 1 and r.parent_id is null and not r.technique
      and not exists (select from utilisateur_ramification ur join utilisateur u on u.id = ur.utilisateur_id
        where u.username = 'plateau' and ur.ramification_id = r.id)`,
  );
  await noted('contribuables', { ramification_id: own?.ramification.id, parent_id: other?.id }, own?.id);
  const past = async (caller: Caller) =>
    (await caller.get<{ data: JournalAct[] }>(`/v2/contribuables/${own?.id}/historique`)).body.data[0]?.noms;
  expect(Object.keys((await past(niamey)) ?? {}).toSorted()).toEqual(['parent_id', 'ramification_id']);
  expect(Object.keys((await past(plateau)) ?? {})).toEqual(['ramification_id']);
});

it('the names of any number of acts are read by one query', async () => {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const name = journalNames(db.withPlugin(counting));
  const person = { groupe: { id: 1, nom: 'Super Admin' } } as Person;
  const [row] = await query<JournalAct>(
    `select id, ressource, null as avant, '{"entite_id": 1, "ville_id": 1}'::jsonb as apres from journal limit 1`,
  );
  const acts = Array.from({ length: 50 }, () => row as JournalAct);
  await name(person, acts);
  const first = statements;
  await name(person, acts);
  expect([first, statements - first]).toEqual([2, 1]);
});
