import {
  ENTRIES,
  type EntryKey,
  type Facts,
  type Grants,
  type MenuKey,
  SCREENS,
  screensOf,
  type SorteTrouvaille,
  type Trouvaille,
  TROUVAILLES_PAR_SORTE,
} from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';

const { signIn, query, nobody } = await testApp();
const callers = new Map<Account, Caller>();
const by = (account: Account): Caller => callers.get(account) as Caller;

async function search(q: string, account: Account = 'superadmin'): Promise<Trouvaille[]> {
  const asked = new URLSearchParams({ q }).toString();
  const { status, body } = await by(account).get<{ data: Trouvaille[] }>(`/v2/recherche?${asked}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
/** The session of a person, as if everything were in use. */
async function everythingInUse(account: Account): Promise<{ permissions: Grants; faits: Facts }> {
  const { body } = await by(account).get<{ permissions: Grants; faits: Facts }>('/v2/session');
  const faits = Object.fromEntries(Object.keys(body.faits).map((fact) => [fact, true])) as Facts;
  return { permissions: body.permissions, faits };
}
const KEYS = Object.keys(SCREENS) as MenuKey[];

/** The screens that a person finds by their full names, and those that the menu shows once everything is in use. */
async function foundAndShown(account: Account): Promise<{ found: MenuKey[]; shown: MenuKey[] }> {
  const found: MenuKey[] = [];
  for (const key of KEYS)
    if (of(await search(SCREENS[key].nom, account), 'ecran').some(({ id }) => id === key)) found.push(key);
  const viewer = await everythingInUse(account);
  const shown = new Set((Object.keys(ENTRIES) as EntryKey[]).flatMap((page) => screensOf(viewer, page)));
  return { found, shown: KEYS.filter((key) => shown.has(key)) };
}
const of = (found: readonly Trouvaille[], type: SorteTrouvaille) => found.filter((one) => one.type === type);

interface Payment {
  id: number;
  no: string;
  recu: string;
  nom: string;
  contribuable: number;
  numero: string;
}
let payment: Payment;

beforeAll(async () => {
  for (const account of ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'] as const)
    callers.set(account, await signIn(account));
  [payment] = (await query<Payment>(
    `select t.id::int, no_transaction as no, numero_recu as recu, c.nom_complet as nom, c.id::int as contribuable,
       c.num_klis as numero
     from transaction t join contribuable c on c.id = t.contribuable_id
     where t.entite_id = 1 and numero_recu is not null order by t.id limit 1`,
  )) as [Payment];
});

describe('the search box finds', () => {
  it('a taxpayer, with a link to the record', async () => {
    const [found] = await search(payment.numero);
    expect(found).toMatchObject({
      type: 'contribuable',
      id: payment.contribuable,
      titre: payment.nom,
      detail: expect.stringContaining(payment.numero) as string,
      lien: `/contribuables/profile/${payment.contribuable}`,
    });
  });
  it('the exact spelling before similar ones', async () => {
    await query(
      `insert into contribuable (entite_id, ramification_id, num_klis, nom, prenom, created_by_id)
       select 1, (select min(id) from ramification where entite_id = 1), 'NIA-90000' || rang, nom, 'Quidoux', 1
       from unnest(array['Wazemo', 'Wazimo', 'Wazamo']) with ordinality as p (nom, rang)`,
    );
    const found = of(await search('quidoux wazamo'), 'contribuable');
    expect(found.map(({ titre }) => titre)[0]).toBe('Wazamo Quidoux');
    expect(found).toHaveLength(3);
  });
  it('a receipt with or without zeros, and a payment by its reference', async () => {
    const short = payment.recu.replace(/-0+(\d+)$/, '-$1').toLowerCase();
    for (const typed of [payment.recu, short])
      expect(of(await search(typed), 'recu')).toMatchObject([
        { id: payment.id, titre: payment.recu, lien: `/transactions/${payment.id}` },
      ]);
    expect(of(await search(payment.no), 'transaction')[0]).toMatchObject({
      id: payment.id,
      titre: payment.no,
    });
  });
  it('a place by its name or a place above it, and a collectivité', async () => {
    const [place] = await query<{ id: number; nom: string; haut: string }>(
      `select r.id, r.nom, p.nom as haut from ramification r join ramification p on p.id = r.parent_id
       where r.entite_id = 1 order by r.id desc limit 1`,
    );
    const found = of(await search(`${place?.haut} ${place?.nom}`), 'lieu');
    expect(found[0]).toMatchObject({
      titre: place?.nom,
      detail: expect.stringContaining(place?.haut ?? '') as string,
    });
    expect(of(await search('ville de niamey'), 'lieu')[0]).toMatchObject({ id: 1, lien: '/?entite=1' });
  });
  it('a screen that the person may open', async () => {
    expect(of(await search('categorie activite'), 'ecran')).toEqual([
      {
        type: 'ecran',
        id: 'categorie-activite',
        titre: "Catégories d'activité",
        detail: 'Configurations',
        lien: '/categorie-activite',
      },
    ]);
    expect(of(await search('journal'), 'ecran')).toHaveLength(1);
    expect(of(await search('journal', 'lecture'), 'ecran')).toEqual([]);
  });
  it.each(['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'] as const)(
    'the screens that the menu can show, and no others: %s',
    async (account) => {
      const { found, shown } = await foundAndShown(account);
      expect(found).toEqual(shown);
      expect(found).toContain('exports');
    },
  );
  it.each([
    ['enroler', 'Enrôler un contribuable'],
    ['ajouter agent', 'Ajouter un agent'],
    ['nouvelle taxe', 'Créer une taxe'],
    ['avis', 'Avis distribués'],
    ['relance', 'Situation des impayés'],
    ['payer', 'Guichet'],
    ['dette', 'Situation des impayés'],
    ['droits', 'Groupes'],
    ['excel', 'Mes exports'],
    ['moratoire', 'Suspensions et moratoires'],
    ['taxe', 'Taxes'],
    ['contribuable', 'Contribuables'],
  ])('a screen or an action by an everyday word: %s', async (typed, expected) => {
    const found = (await search(typed)).filter(({ type }) => type === 'ecran' || type === 'action');
    expect(found[0]?.titre).toBe(expected);
  });
  it('no action without all its rights', async () => {
    const actions = async (account: Account) =>
      of(await search('avis', account), 'action').map(({ titre }) => titre);
    expect(await actions('niamey')).toEqual(['Imprimer les avis d’imposition']);
    expect(await actions('lecture')).toEqual([]);
    expect(of(await search('creer ville', 'lecture'), 'action')).toEqual([]);
  });
  it('a limited number of each kind', async () => {
    for (const typed of ['moussa', 'zone', 'recouvrement']) {
      const kinds = Map.groupBy(await search(typed), ({ type }) => type);
      expect(kinds.size).toBeGreaterThan(0);
      for (const found of kinds.values()) expect(found.length).toBeLessThanOrEqual(TROUVAILLES_PAR_SORTE);
    }
  });
});

describe('the search box is limited', () => {
  it('to the scope: records of Niamey do not exist for Maradi', async () => {
    for (const typed of [payment.numero, payment.nom, payment.no, payment.recu]) {
      expect((await search(typed, 'niamey')).length, typed).toBeGreaterThan(0);
      const told = (await search(typed, 'maradi')).filter(({ id, type }) =>
        type === 'contribuable' ? id === payment.contribuable : id === payment.id && type !== 'lieu',
      );
      expect(told, typed).toEqual([]);
    }
    expect(of(await search('ville de niamey', 'maradi'), 'lieu')).toEqual([]);
  });
  it('to a person’s part of a collectivité', async () => {
    const seen = await query<{ id: number; dedans: boolean; numero: string }>(
      `select c.id::int, num_klis as numero, exists (
         select from ramification_descendance d join utilisateur_ramification u on u.ramification_id = d.ancetre_id
         join utilisateur p on p.id = u.utilisateur_id and p.username = 'plateau'
         where d.descendant_id = c.ramification_id) as dedans
       from contribuable c where entite_id = 1 order by id limit 40`,
    );
    expect(new Set(seen.map(({ dedans }) => dedans)).size).toBe(2);
    for (const { id, dedans, numero } of seen) {
      const found = of(await search(numero, 'plateau'), 'contribuable');
      expect(found.map((one) => one.id)).toEqual(dedans ? [id] : []);
    }
  });
  it('to the kinds that the person may list', async () => {
    await query(
      `delete from permission where groupe_id = (select groupe_id from utilisateur where username = 'lecture')
         and nom = 'Lister' and navigation_id in (select id from navigation where url in ('/transactions', '/ramifications'))`,
    );
    expect(of(await search('zone', 'lecture'), 'lieu')).toEqual([]);
    expect(
      (await search(payment.no, 'lecture')).filter(({ type }) => type === 'transaction' || type === 'recu'),
    ).toEqual([]);
    expect(of(await search(payment.numero, 'lecture'), 'contribuable')).toHaveLength(1);
  });
  it('to screens that can show something: without a right that makes files, « Mes exports » is not found', async () => {
    await query(
      `delete from permission where groupe_id = (select groupe_id from utilisateur where username = 'lecture')
         and nom = 'Exporter'`,
    );
    const { found, shown } = await foundAndShown('lecture');
    expect(found).toEqual(shown);
    expect(found).not.toContain('exports');
    expect(found).toContain('journee');
    await query(
      `delete from permission where groupe_id = (select groupe_id from utilisateur where username = 'lecture')`,
    );
    expect(await foundAndShown('lecture')).toEqual({ found: ['approbations'], shown: ['approbations'] });
  });
  it('to signed-in people', async () => {
    expect((await nobody.get('/v2/recherche?q=moussa')).status).toBe(401);
  });
  it.each(['', 'q=', 'q=a', 'q=%20b%20', `q=${'x'.repeat(101)}`])(
    'to two to a hundred characters: « %s »',
    async (asked) => {
      const { status, body } = await by('superadmin').get<{ message: string; errors: { field: string }[] }>(
        `/v2/recherche?${asked}`,
      );
      expect([status, body.errors[0]?.field]).toEqual([400, 'q']);
    },
  );
  it('to plain text: characters with a meaning in SQL are harmless', async () => {
    for (const typed of ["' or 1=1 --", '%%%', '___', '\\\\', '{}', '"a" & b', '٣٤', '🙂🙂', 'a\u0301b'])
      await search(typed);
  });
});
