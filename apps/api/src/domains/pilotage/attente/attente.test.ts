/** What waits for each person: the numbers of the lists behind them, within rights and scope. */
import type { AttenteKey } from '@octroi/contract';
import { expect, it } from 'vitest';
import { type Account, testApp } from '#src/testing/app.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const desk = await enrolmentDesk(octroi);
const { query, signIn } = octroi;

type Attentes = Partial<Record<AttenteKey, number>>;
const attentesOf = async (account: Account, place = ''): Promise<Attentes> =>
  (await (await signIn(account)).get<{ attentes: Attentes }>(`/v2/attente${place}`)).body.attentes;

/** The lists behind the numbers, as « Ma journée » and the screens ask for them. */
const LISTS: Record<AttenteKey, readonly string[]> = {
  enrollements: ['contribuables?statut=Enrolé', 'contribuables?statut=Corrigé'],
  transactions: ['transactions?filter[trans.statut]=En attente de confirmation'],
  'a-eclaircir': ['a_eclaircir?etat=ouverts'],
  approbations: ['approbations?filter[appro.aDecider]=true'],
  versements: ['versements?filter[ve.statut]=déclaré'],
  ecarts: ['ecarts?filter[ec.statut]=ouvert'],
  'cas-terrain': ['cas_terrain?etat=ouverts'],
};
const countOf = async (account: Account, key: AttenteKey): Promise<number> => {
  const caller = await signIn(account);
  let sum = 0;
  for (const list of LISTS[key]) {
    const { status, body } = await caller.get<{ meta: { total_records: number } }>(
      encodeURI(`/v2/${list}&itemperpage=1`),
    );
    expect([list, status]).toEqual([list, 200]);
    sum += body.meta.total_records;
  }
  return sum;
};

it.each(['superadmin', 'niamey', 'maradi', 'plateau'] as const)(
  'the numbers of %s are those of the lists that they lead to',
  async (account) => {
    const attentes = await attentesOf(account);
    expect(attentes.enrollements).toBeGreaterThan(0);
    const keys = Object.keys(attentes) as AttenteKey[];
    const counted = Object.fromEntries(
      await Promise.all(keys.map(async (key) => [key, await countOf(account, key)] as const)),
    );
    expect(attentes).toEqual(counted);
  },
);

it('a person who may validate nothing is told nothing of what others validate', async () => {
  const attentes = await attentesOf('lecture');
  expect(Object.keys(attentes)).not.toContain('enrollements');
  expect(Object.keys(attentes)).not.toContain('transactions');
});

it('follows a validation and its undoing at once, and a chosen place', async () => {
  const { id, ramification } = await desk.enrolled();
  const before = (await attentesOf('niamey')).enrollements ?? 0;
  const niamey = desk.by('niamey');
  await niamey.send('POST', `/v2/contribuables/${id}/validation`);
  expect((await attentesOf('niamey')).enrollements).toBe(before - 1);
  await niamey.send('POST', `/v2/contribuables/${id}/validation/annulation`);
  expect((await attentesOf('niamey')).enrollements).toBe(before);
  const [here] = await query<{ n: number }>(
    "select count(*)::int as n from contribuable where ramification_id = $1 and statut <> 'Validé' and not systeme",
    [ramification.id],
  );
  const inPlace = (await attentesOf('superadmin', `?ramification=${ramification.id}`)).enrollements ?? 0;
  expect(inPlace).toBeGreaterThanOrEqual(here?.n ?? 0);
  expect(inPlace).toBeLessThan((await attentesOf('superadmin')).enrollements ?? 0);
  expect((await attentesOf('maradi', `?ramification=${ramification.id}`)).enrollements).toBe(0);
});
