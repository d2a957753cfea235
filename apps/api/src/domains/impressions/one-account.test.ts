/**
 * One number means one thing: after any history, the account, the sheets, the record, the lists, the notice, the receipt
 * and the statement of a taxpayer say the same amounts (docs/regles-de-calcul.md, « Le compte »).
 */
import {
  type Compte,
  type ContribuableRow,
  formatDay,
  formatFrancs,
  type ImpayeRow,
  sumAttentes,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Caller, PASSWORD, testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { act, enrolmentDay, histories } from '#src/testing/history.ts';

const octroi = await testApp();
const { pool } = openPool(octroi.url, () => undefined, 2);
let superadmin: Caller;
let token = '';
const desk = histories(pool, () => superadmin);
beforeAll(async () => {
  superadmin = await octroi.signIn('superadmin');
  const login = { username: 'superadmin', password: PASSWORD };
  ({ token } = (await octroi.nobody.send<{ token: string }>('POST', '/login_check', login)).body);
});
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const TAXPAYERS = 41;
const taxpayer = fc.record({ day: enrolmentDay, acts: fc.array(act, { minLength: 2, maxLength: 6 }) });

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await superadmin.get<Body>(`/v2/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The texts of a paper by page, or the status that refuses it. */
async function paper(path: string, payload?: object): Promise<string[][] | number> {
  const { statusCode, rawPayload } = await octroi.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/v2/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  });
  return statusCode === 200
    ? readPdf(rawPayload).pages.map((page) => page.map((text) => text.trim()))
    : statusCode;
}
/** The text that stands after a label. */
const after = (pages: readonly string[][] | number, label: string): string | undefined => {
  const texts = typeof pages === 'number' ? [] : pages.flat();
  const at = texts.indexOf(label);
  return at < 0 ? undefined : texts[at + 1];
};

type World = Awaited<ReturnType<typeof desk.townWith>>;
interface Expected {
  id: number;
  numKlis: string;
}

/** Four towns whose taxes are due once, by quarter, by month and by day. */
async function live(histories: readonly { day: string; acts: Parameters<typeof desk.playAll>[2] }[]) {
  const towns: World[] = [];
  for (const occurrences of [1, 4, 12, 365])
    towns.push(
      await desk.townWith(occurrences, [
        ['departement', YEAR - 1, 1100],
        ['departement', YEAR, 1200],
      ]),
    );
  const people: (Expected & { town: World })[] = [];
  for (const [index, { day }] of histories.entries()) {
    const town = towns[index % towns.length] as World;
    const { id } = await desk.enrolAt(town, 'secteur', day);
    const numKlis = `UN-${town.entite}-${String(index).padStart(3, '0')}`;
    await pool.query('update contribuable set num_klis = $2 where id = $1', [id, numKlis]);
    people.push({ town, id, numKlis });
  }
  for (const town of towns) for (const annee of [YEAR - 1, YEAR]) await desk.generate(town, annee);
  for (const [index, { acts }] of histories.entries()) {
    const { town, id } = people[index] as (typeof people)[number];
    await desk.playAll(town, id, acts);
  }
  return { towns, people };
}

/** The statements of a town, by the number of their taxpayer. */
async function statementsOf(
  town: World,
  people: readonly Expected[],
): Promise<ReadonlyMap<string, string[]>> {
  const pages = await paper('contribuables/releve-impaye', { generate: true, entite: town.entite });
  const statements = new Map<string, string[]>();
  let current: string | undefined;
  for (const page of typeof pages === 'number' ? [] : pages) {
    current = people.find(({ numKlis }) => page.includes(numKlis))?.numKlis ?? current;
    if (current) statements.set(current, [...(statements.get(current) ?? []), ...page]);
  }
  return statements;
}

async function expectOneFigure(
  { id, numKlis }: Expected,
  listed: ContribuableRow | undefined,
  unpaid: ImpayeRow | undefined,
  statement: readonly string[] | undefined,
): Promise<void> {
  const { solde, attentes } = await read<Compte>(`contribuables/${id}/compte`);
  const { prevu, paye, restant } = solde.exercice;
  const waits = sumAttentes(attentes);
  const situation = { total: prevu, payer: paye, restant };
  const shown = {
    record: (await read<ContribuableRow>(`contribuables/${id}`)).situation,
    list: listed?.situation,
    unpaid: unpaid ? [unpaid.exigible, unpaid.aEchoir, unpaid.attente] : undefined,
    sheet: after(
      await paper(`contribuables/${id}/individuel/pdf?annee=${YEAR}`),
      `Total à payer au ${formatDay(TODAY)}`,
    ),
    statement: statement?.find((text) => text.startsWith('Montant dû'))?.split(/ : | \(/)[1],
    notice: after(await paper(`contribuables/${id}/avis`, {}), "Total de l'avis"),
    // nothing is owed and paid in advance at once: what is unpaid is what is to be paid
    both: solde.avance > 0 && solde.exigible + solde.aEchoir > 0,
  };
  expect(shown, numKlis).toEqual({
    record: situation,
    list: situation,
    unpaid: solde.exigible > 0 ? [solde.exigible, solde.aEchoir, waits] : undefined,
    sheet: formatFrancs(solde.aPayer),
    statement: solde.exigible > 0 ? formatFrancs(solde.exigible) : undefined,
    notice: solde.aPayer > 0 ? formatFrancs(solde.aPayer) : undefined,
    both: false,
  });
  const { rows } = await pool.query<{ id: string }>(
    `select t.id from transaction t where contribuable_id = $1 and statut = 'Confirmé' and montant > 0
       and not exists (select from transaction e where e.extourne_de_id = t.id) order by id desc limit 1`,
    [id],
  );
  if (!rows[0]) return;
  const receipt = await paper(`transactions/${rows[0].id}/recu`, {});
  // a receipt tells the total in a table: francs are in its head
  expect(after(receipt, 'Total à payer'), numKlis).toBe(formatFrancs(solde.aPayer).replace(/\sF\sCFA$/u, ''));
}

it(`of ${TAXPAYERS} taxpayers with random histories, each screen, list and paper says one figure`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(taxpayer, { minLength: TAXPAYERS, maxLength: TAXPAYERS }),
      async (histories) => {
        const { towns, people } = await live(histories);
        for (const town of towns) {
          const own = people.filter((one) => one.town === town);
          const { data } = await read<{ data: ContribuableRow[] }>(
            `contribuables?entite=${town.entite}&itemperpage=100`,
          );
          const { data: unpaid } = await read<{ data: ImpayeRow[] }>(
            `impayes?entite=${town.entite}&itemperpage=100`,
          );
          const statements = await statementsOf(town, own);
          for (const one of own)
            await expectOneFigure(
              one,
              data.find(({ id }) => id === one.id),
              unpaid.find(({ id }) => id === one.id),
              statements.get(one.numKlis),
            );
        }
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
}, 240_000);
