/** A change of place says why: an error is put right as if always so; who moved was elsewhere until then. */
import {
  type ActeReply,
  type Deplacement,
  type JournalAct,
  type Problem,
  type SimulationSecteur,
  addDays,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { queryRows, queryRow, type Town, outcomeOf } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, enrolAt, generate, dues, amounts, pay } = billing(pool, () => superadmin);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const PATH = '/v2/contribuables';
const OLD = `${YEAR - 2}-03-02`;
const FIRST = `${YEAR}-01-01`;
const demenage = (du: string): Deplacement => ({ motif: 'déménagement', du });
const move = (ids: readonly number[], ramification: number, deplacement?: Deplacement) =>
  superadmin.send<ActeReply & Problem>('POST', `${PATH}/change-secteur`, { ids, ramification, deplacement });
const edit = (id: number, body: object) => superadmin.send<Problem>('PATCH', `${PATH}/${id}`, body);
const stays = async (id: number) =>
  (
    await queryRows<{ du: string; lieu: number }>(
      pool,
      'select du::text, ramification_id as lieu from sejour where contribuable_id = $1 order by du',
      [id],
    )
  ).map(({ du, lieu }) => [du, lieu]);
const places = (id: number, annee = YEAR) =>
  queryRows<{ lieu: number; montant: number }>(
    pool,
    `select ramification_id as lieu, montant::int from echeance where contribuable_id = $1 and annee = $2 order by periode`,
    [id, annee],
  );
/** 15 000 in the first département, 20 000 in the other, this year and around it. */
const twoPrices = (occurrences: number) =>
  townWith(
    occurrences,
    [YEAR - 1, YEAR, YEAR + 1].flatMap((annee) => [
      ['departement', annee, 15_000] as ['departement', number, number],
      ['autre', annee, 20_000] as ['autre', number, number],
    ]),
  );

describe('a taxpayer who moved', () => {
  it('keeps the dues that had begun, at the old place, after any later generation or correction', async () => {
    const town = await twoPrices(1);
    const [here, there] = [placeOf(town, 'secteur'), placeOf(town, 'autre')];
    const { id } = await enrolAt(town, 'secteur', OLD);
    await generate(town, YEAR);
    expect((await move([id], there, demenage(TODAY))).status).toBe(200);
    const kept = [{ lieu: TODAY === FIRST ? there : here, montant: TODAY === FIRST ? 20_000 : 15_000 }];
    expect(await places(id)).toEqual(kept);
    expect(await generate(town, YEAR)).toMatchObject({ creees: 0, retarifees: 0 });
    expect(await generate(town, YEAR, { ramifications: [placeOf(town, 'autre')] })).toMatchObject({
      retarifees: 0,
      inchangees: 1,
    });
    expect((await edit(id, { prenom: 'Autre' })).status).toBe(200);
    expect(await places(id)).toEqual(kept);
    await rate(town, 'autre', YEAR, 30_000);
    if (TODAY !== FIRST) expect(await generate(town, YEAR)).toMatchObject({ creees: 0, retarifees: 0 });
    await generate(town, YEAR + 1);
    expect(await places(id, YEAR + 1)).toEqual([{ lieu: there, montant: 20_000 }]);
  });

  it('is billed at the new place for periods that begin on that day or later, paid or not', async () => {
    const town = await twoPrices(12);
    const [here, there] = [placeOf(town, 'secteur'), placeOf(town, 'autre')];
    const { id } = await enrolAt(town, 'secteur', `${YEAR - 1}-12-31`);
    await generate(town, YEAR);
    await pay(town, id, 40_000, FIRST);
    const month = Number(TODAY.slice(5, 7));
    expect((await move([id], there, demenage(`${TODAY.slice(0, 7)}-01`))).status).toBe(200);
    expect(await places(id)).toEqual(
      Array.from({ length: 12 }, (_, rank) =>
        rank + 1 < month ? { lieu: here, montant: 15_000 } : { lieu: there, montant: 20_000 },
      ),
    );
    expect((await dues(id, YEAR)).reduce((sum, { paye }) => sum + paye, 0)).toBe(40_000);
    expect(await stays(id)).toEqual([
      ['2000-01-01', here],
      [`${TODAY.slice(0, 7)}-01`, there],
    ]);
  });

  it('in an earlier open year gets its existing dues changed, and no new ones', async () => {
    const town = await twoPrices(4);
    const there = placeOf(town, 'autre');
    const billed = await enrolAt(town, 'secteur', OLD);
    await generate(town, YEAR - 1);
    const fresh = await enrolAt(town, 'secteur', OLD);
    expect((await move([billed.id, fresh.id], there, demenage(`${YEAR - 1}-06-15`))).status).toBe(200);
    expect(await amounts(billed.id, YEAR - 1)).toEqual([15_000, 15_000, 20_000, 20_000]);
    expect(await amounts(fresh.id, YEAR - 1)).toEqual([]);
    expect(await amounts(billed.id, YEAR)).toEqual([20_000, 20_000, 20_000, 20_000]);
  });

  it('cannot move in the future, in a closed year, or before the last move: the field says why', async () => {
    const town = await twoPrices(1);
    const there = placeOf(town, 'autre');
    const { id } = await enrolAt(town, 'secteur', OLD);
    await pool.query('insert into annee_close (entite_id, annee) values ($1, $2)', [town.entite, YEAR - 1]);
    for (const du of [addDays(TODAY, 1), `${YEAR - 1}-12-31`, '1999-12-31', '2026-02-30', '']) {
      for (const refused of [
        await move([id], there, demenage(du)),
        await edit(id, { ramification: there, deplacement: demenage(du) }),
      ])
        expect([refused.status, refused.body.errors?.[0]?.field], du).toEqual([400, 'deplacement.du']);
    }
    expect((await move([id], there, { motif: 'autre' } as never)).status).toBe(400);
    expect((await move([id], there, { motif: 'déménagement' } as never)).status).toBe(400);
    expect((await move([id], there, demenage(TODAY))).body.rapport).toMatchObject({ faits: 1 });
    if (TODAY === FIRST) return;
    const back = placeOf(town, 'zone');
    expect((await move([id], back, demenage(FIRST))).body.rapport).toEqual({
      total: 1,
      faits: 0,
      laisses: [{ motif: 'Arrivés à leur place après ce jour', nombre: 1 }],
    });
    const again = await edit(id, { ramification: back, deplacement: demenage(FIRST) });
    expect([again.status, again.body.errors?.[0]?.field]).toEqual([400, 'deplacement.du']);
    // the same day again: the place was wrong, not the day
    expect((await move([id], back, demenage(TODAY))).body.rapport).toMatchObject({ faits: 1 });
    expect(await stays(id)).toEqual([
      ['2000-01-01', placeOf(town, 'secteur')],
      [TODAY, back],
    ]);
  });

  it('has both places, reason, day, and the dues before and after in the history', async () => {
    const town = await twoPrices(12);
    const { id } = await enrolAt(town, 'secteur', OLD);
    await generate(town, YEAR);
    const body = { ids: [id], ramification: placeOf(town, 'autre'), deplacement: demenage(FIRST) };
    const { body: told } = await superadmin.send<SimulationSecteur>(
      'POST',
      `${PATH}/change-secteur/simulation`,
      body,
    );
    expect(told.montants).toEqual({ avant: 180_000, apres: 240_000 });
    await superadmin.send('POST', `${PATH}/change-secteur`, body);
    const { body: history } = await superadmin.get<{ data: JournalAct[] }>(`${PATH}/${id}/historique`);
    expect(history.data[0]).toMatchObject({
      acte: 'changer de secteur',
      utilisateur: { username: 'superadmin' },
      avant: { ramification: 'Niveau 1 › Niveau 2 › Niveau 3 › Niveau 4', total: 180_000 },
      apres: { ramification: 'Autre niveau 1', total: 240_000, motif: 'Déménagement', debut: FIRST },
    });
  });
});

describe('an error of assignment', () => {
  it.each([
    ['said', { deplacement: { motif: 'erreur' } }],
    ['not said', {}],
  ])(
    'that is %s bills the open year as if the taxpayer had always been there, and moves its dues',
    async (_, reason) => {
      const town = await twoPrices(4);
      const there = placeOf(town, 'autre');
      const [bulk, form] = [await enrolAt(town, 'secteur', OLD), await enrolAt(town, 'secteur', OLD)];
      await generate(town, YEAR);
      await superadmin.send('POST', `${PATH}/change-secteur`, {
        ids: [bulk.id],
        ramification: there,
        ...reason,
      });
      await edit(form.id, { ramification: there, ...reason });
      for (const { id } of [bulk, form]) {
        expect(await places(id)).toEqual(Array(4).fill({ lieu: there, montant: 20_000 }));
        expect(await stays(id)).toEqual([['2000-01-01', there]]);
      }
      expect(await generate(town, YEAR)).toMatchObject({ creees: 0, retarifees: 0, inchangees: 8 });
    },
  );

  it('keeps the stays and the dues of closed years, also after these are opened again', async () => {
    const town = await twoPrices(1);
    const [here, there] = [placeOf(town, 'secteur'), placeOf(town, 'autre')];
    const { id } = await enrolAt(town, 'secteur', OLD);
    for (const annee of [YEAR - 1, YEAR]) await generate(town, annee);
    await pool.query('insert into annee_close (entite_id, annee) values ($1, $2)', [town.entite, YEAR - 1]);
    await move([id], there);
    expect([await places(id, YEAR - 1), await places(id)]).toEqual([
      [{ lieu: here, montant: 15_000 }],
      [{ lieu: there, montant: 20_000 }],
    ]);
    await pool.query('delete from annee_close where entite_id = $1', [town.entite]);
    expect(await generate(town, YEAR - 1)).toMatchObject({ creees: 0, retarifees: 0 });
    expect(await places(id, YEAR - 1)).toEqual([{ lieu: here, montant: 15_000 }]);
  });
});

describe('stays', () => {
  it('begin and end with the taxpayer, and the application cannot write them', async () => {
    const town = await twoPrices(1);
    const { id } = await enrolAt(town, 'secteur', OLD);
    expect(await stays(id)).toEqual([['2000-01-01', placeOf(town, 'secteur')]]);
    const { taxpayers, without } = await queryRow<{ taxpayers: number; without: number }>(
      pool,
      `select count(*)::int as taxpayers, count(*) filter (where not exists (
         select from sejour s where s.entite_id = c.entite_id and s.contribuable_id = c.id))::int as without from contribuable c`,
    );
    expect(taxpayers).toBeGreaterThan(100);
    expect(without).toBe(0);
    for (const write of [
      `insert into sejour select entite_id, id, '2026-01-02', ramification_id from contribuable where id = ${id}`,
      `update sejour set du = '2026-01-02' where contribuable_id = ${id}`,
      `delete from sejour where contribuable_id = ${id}`,
    ])
      await expect(
        outcomeOf(pool, async (client) => {
          await client.query('set local role octroi_app');
          await client.query(write);
        }),
      ).rejects.toMatchObject({ code: '42501' });
    await pool.query('delete from contribuable where id = $1', [id]);
    expect(await stays(id)).toEqual([]);
  });
});

type Act =
  | { kind: 'move' | 'edit'; who: number; to: number; day: number | null }
  | { kind: 'generate'; place: number | null }
  | { kind: 'pay'; who: number; montant: number }
  | { kind: 'correct'; who: number };

describe('any history', () => {
  const PLACES = ['secteur', 'secteur2', 'autre', 'quartier'] as const;
  const PRICES = [1_000, 3_000, 2_000, 500];
  const day = (fraction: number): string => {
    const days = (Date.parse(TODAY) - Date.parse(FIRST)) / 86_400_000;
    return addDays(FIRST, Math.round(fraction * days));
  };
  const place = fc.nat({ max: PLACES.length - 1 });
  const who = fc.nat({ max: 2 });
  const step: fc.Arbitrary<Act> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('move' as const, 'edit' as const),
      who,
      to: place,
      day: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    fc.record({ kind: fc.constant('generate' as const), place: fc.option(place) }),
    fc.record({ kind: fc.constant('pay' as const), who, montant: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ kind: fc.constant('correct' as const), who }),
  );

  /** A person's stays, reckoned apart. */
  class Person {
    readonly id: number;
    stays: { du: string; place: number }[];
    paid = 0;
    constructor(id: number, place: number) {
      this.id = id;
      this.stays = [{ du: '2000-01-01', place }];
    }
    move(place: number, du: string | null): boolean {
      const last = this.stays.at(-1)!;
      if (last.place === place) return false;
      if (du === null) this.stays = [{ du: '2000-01-01', place }];
      else {
        if (du < last.du) return false;
        this.stays = [...this.stays.filter((stay) => stay.du < du), { du, place }];
        if (this.stays.at(-2)?.place === place) this.stays.pop();
      }
      return true;
    }
    at(first: string): number {
      return this.stays.findLast(({ du }) => du <= first)!.place;
    }
  }

  it('gives each period the place and the price of its first day, so that a generation changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 2, 4, 12),
        fc.array(step, { minLength: 2, maxLength: 10 }),
        async (occurrences, acts) => {
          const town: Town = await townWith(
            occurrences,
            PLACES.map((name, rank): [typeof name, number, number] => [name, YEAR, PRICES[rank] as number]),
          );
          const nodes = PLACES.map((name) => placeOf(town, name));
          const people: Person[] = [];
          for (const rank of [0, 1, 2])
            people.push(new Person((await enrolAt(town, PLACES[rank]!, OLD)).id, rank));
          await generate(town, YEAR);
          const nothing = async (more: { ramifications?: number[] } = {}) =>
            expect(await generate(town, YEAR, more)).toMatchObject({ creees: 0, retarifees: 0 });
          for (const act of acts) {
            if (act.kind === 'generate')
              await nothing(act.place === null ? {} : { ramifications: [nodes[act.place] as number] });
            else {
              const person = people[act.who] as Person;
              if (act.kind === 'pay') {
                await pay(town, person.id, act.montant, TODAY);
                person.paid += act.montant;
              } else if (act.kind === 'correct')
                expect((await edit(person.id, { prenom: `${Math.random()}` })).status).toBe(200);
              else {
                const du = act.day === null ? null : day(act.day);
                const deplacement: Deplacement = du === null ? { motif: 'erreur' } : demenage(du);
                const to = nodes[act.to] as number;
                const same = person.stays.at(-1)!.place === act.to;
                const done = person.move(act.to, du);
                if (act.kind === 'move')
                  expect((await move([person.id], to, deplacement)).body.rapport?.faits).toBe(done ? 1 : 0);
                else
                  expect((await edit(person.id, { ramification: to, deplacement })).status).toBe(
                    done || same ? 200 : 400,
                  );
              }
            }
            for (const person of people) {
              const { id } = person;
              const wanted = Array.from({ length: occurrences }, (_, rank) => {
                const month = String((rank * 12) / occurrences + 1).padStart(2, '0');
                const at = person.at(`${YEAR}-${month}-01`);
                return { lieu: nodes[at], montant: PRICES[at] };
              });
              expect(await places(id)).toEqual(wanted);
              const { paid } = await queryRow<{ paid: number }>(
                pool,
                'select coalesce(sum(montant), 0)::int as paid from imputation where contribuable_id = $1',
                [id],
              );
              expect(paid).toBe(person.paid);
            }
          }
          await nothing();
          expect(await drift(pool, [town.entite])).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
  });
});
