/** The side menu that the session gives each kind of person (`menuOf`). */
import { ENTRIES, type EntryKey, type Fact, FACTS, type Facts, menuOf, type Session } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { gather, type World } from '#src/authorisation/testing/people.ts';
import { testApp } from '#src/testing/app.ts';
import { createTown } from '#src/testing/books.ts';

const octroi = await testApp();
const { query } = octroi;
let world: World;

/** The first record of each kind that the menu waits for. */
const FIRST: [Fact, (entite: number) => Promise<unknown>][] = [
  [
    'regies',
    (entite) =>
      query(
        `insert into regie (entite_id, nom, regisseur_id, plafond) select $1, 'Régie', min(id), 1000 from utilisateur`,
        [entite],
      ),
  ],
  [
    'valeurs',
    (entite) =>
      query(
        `insert into categorie_valeur (entite_id, nom, sorte, valeur) values ($1, 'Tickets', 'ticket', 100)`,
        [entite],
      ),
  ],
  [
    'appareils',
    (entite) =>
      query(
        `insert into appareil_terrain (entite_id, numero, nom, agent_id, created_by_id)
         select $1, 900, 'Téléphone', min(id), min(id) from utilisateur`,
        [entite],
      ),
  ],
  [
    'approbations',
    (entite) =>
      query(`insert into seuil_approbation (entite_id, nature) values ($1, 'remboursement')`, [entite]),
  ],
  [
    'contribuables',
    (entite) =>
      query(
        `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
         select $1, max(id), 'NEUF-000001', 'Moussa', 1 from ramification where entite_id = $1`,
        [entite],
      ),
  ],
];

const NIAMEY = 1;
beforeAll(async () => {
  world = await gather(octroi);
  // the town where everything is in use
  for (const [fact, add] of FIRST) if (fact !== 'contribuables') await add(NIAMEY);
  // of the part of the town that `plateau` sees
  await query(
    `insert into appareil_ramification (entite_id, appareil_id, ramification_id)
     select a.entite_id, a.id, ur.ramification_id from appareil_terrain a, utilisateur_ramification ur
     join utilisateur u on u.id = ur.utilisateur_id and u.username = 'plateau' where a.entite_id = $1`,
    [NIAMEY],
  );
});

/** A copy of an account with another group, in one collectivité. */
async function personIn(entite: number, like: string, groupe?: string): Promise<number> {
  const id = await world.copyOf(like);
  if (groupe)
    await query('update utilisateur set groupe_id = (select id from groupe where nom = $2) where id = $1', [
      id,
      groupe,
    ]);
  await query('delete from utilisateur_entite where utilisateur_id = $1', [id]);
  await query('insert into utilisateur_entite values ($1, $2)', [id, entite]);
  return id;
}
const sessionOf = async (id: number): Promise<Session> =>
  (await (await world.enter(id)).get<Session>('/v2/session')).body;
const entriesOf = (session: Session): EntryKey[] =>
  menuOf(session).flatMap(({ entries }) => entries.map(({ key }) => key));

async function newTown(): Promise<number> {
  const { entite } = await createTown({
    query: async (text: string, values: unknown[]) => ({ rows: await query(text, values) }),
  } as never);
  return entite;
}

describe('the menu has at most', () => {
  it.each([
    ['niamey', 24],
    ['lecture', 12],
    ['plateau', 12],
  ] as const)('for %s, %i lines', async (account, most) => {
    const { body } = await world.by(account).get<Session>('/v2/session');
    const entries = entriesOf(body);
    expect(entries.length, entries.join()).toBeLessThanOrEqual(most);
    expect(entries).toContain('contribuables');
    if (account === 'niamey') expect(new Set(entries)).toEqual(new Set(Object.keys(ENTRIES)));
  });
  it('six lines for a cashier of the town that uses everything', async () => {
    const entries = entriesOf(await sessionOf(await personIn(NIAMEY, 'niamey', 'Caissier')));
    expect(entries.length, entries.join()).toBeLessThanOrEqual(6);
    expect(entries).toEqual(expect.arrayContaining(['guichet', 'ma-caisse']));
  });
  it('twelve lines for the administrator of a new commune, with the way to its settings', async () => {
    const session = await sessionOf(await personIn(await newTown(), 'niamey'));
    const entries = entriesOf(session);
    expect(entries.length, entries.join()).toBeLessThanOrEqual(12);
    expect(entries).toEqual(expect.arrayContaining(['contribuables', 'configurations', 'administration']));
    const cards = menuOf(session)
      .flatMap((section) => section.entries)
      .find(({ key }) => key === 'configurations');
    expect(cards?.screens).toEqual(expect.arrayContaining(['regies', 'categories-valeurs', 'terrain']));
  });
});

describe('a fact becomes true', () => {
  const UNUSED = Object.fromEntries(FACTS.map((fact) => [fact, false])) as Facts;
  it('when its first record is created in the person’s collectivité, only for its people', async () => {
    const [town, other] = [await newTown(), await newTown()];
    const [here, elsewhere] = [await personIn(town, 'niamey'), await personIn(other, 'niamey')];
    const unused = { ...UNUSED, suivi: true };
    expect((await sessionOf(here)).faits).toEqual(unused);
    const now: Record<Fact, boolean> = { ...unused };
    for (const [fact, add] of FIRST) {
      await add(town);
      now[fact] = true;
      expect((await sessionOf(here)).faits, fact).toEqual(now);
    }
    expect((await sessionOf(elsewhere)).faits).toEqual(unused);
  });
  it('for a person limited to sub-entities, only by rows that the person sees', async () => {
    const { body } = await world.by('plateau').get<Session>('/v2/session');
    expect(body.faits).toMatchObject({ regies: false, valeurs: false, approbations: false });
    expect((await world.by('superadmin').get<Session>('/v2/session')).body.faits).toMatchObject({
      contribuables: true,
      regies: true,
      valeurs: true,
      appareils: true,
    });
  });
});
