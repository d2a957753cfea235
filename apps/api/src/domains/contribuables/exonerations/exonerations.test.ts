/** Exonérations: years that a taxpayer is not billed for (docs/regles-de-calcul.md, « Les exonérations »). */
import {
  type Apercu,
  type Approbation,
  type ExonerationEffet,
  type ExonerationRow,
  type FicheIndividuelle,
  type Problem,
  tarifText,
} from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { billing } from '#src/testing/billing.ts';
import type { Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import { verify } from '#src/verification/verify.ts';

const { url, query, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
afterAll(() => pool.end());
const [nta, superadmin] = [await signIn('admin.nta'), await signIn('superadmin')];
const { townWith, rate, enrolAt, generate, dues, amounts, pay, parts } = billing(pool, () => superadmin);

interface Waiting {
  approbation: { id: number };
}
const [LAST, NEXT] = [YEAR - 1, YEAR + 1];
const CITATION = 'Délibération nº 12 du 3 mars 2026';

/** The town belongs to the requester too. */
async function ofNta(town: Town): Promise<void> {
  await query(
    "insert into utilisateur_entite select id, $1 from utilisateur where username = 'admin.nta' on conflict do nothing",
    [town.entite],
  );
}
const confirmed = () => query('update session set confirmed_at = now()');
const lay = (id: number) => {
  const { body, headers } = sentFile('%PDF-1.7\ndélibération');
  return nta.send<Problem>('POST', `/v2/approbations/${id}/piece`, body, headers);
};
const approve = async (id: number, by: Caller = superadmin) => {
  await confirmed();
  return by.send<Approbation & Problem>('POST', `/v2/approbations/${id}/approuver`);
};
const ask = (body: object) =>
  nta.send<Waiting & Problem>('POST', '/v2/exonerations', { citation: CITATION, ...body });
async function decided({ status, body }: { status: number; body: Waiting }): Promise<Approbation> {
  expect([status, body]).toMatchObject([202, { approbation: {} }]);
  expect((await lay(body.approbation.id)).status).toBe(200);
  const approved = await approve(body.approbation.id);
  expect(approved.body.reponse).toBeNull();
  return approved.body;
}
const exonerate = async (body: object) => decided(await ask(body));
const listed = async (town: Town) =>
  (await superadmin.get<{ data: ExonerationRow[] }>(`/v2/exonerations?entite=${town.entite}`)).body.data;

/** A town with a yearly tax of 12 000 in four years, and a taxpayer enrolled at the beginning of the first. */
async function scene(occurrences = 1, price = 12_000) {
  const town = await townWith(
    occurrences,
    [LAST, YEAR, NEXT, NEXT + 1].map((annee) => ['departement', annee, price]),
  );
  await ofNta(town);
  return { town, ...(await enrolAt(town, 'secteur', `${LAST}-01-02`)) };
}

afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  expect(await verify(url, () => undefined)).toEqual([]);
});

it('takes its years out of the billing, and no other', async () => {
  const { town, id, ligne } = await scene();
  await exonerate({ contribuable: id, du: YEAR, au: NEXT });
  for (const annee of [LAST, YEAR, NEXT, NEXT + 1]) await generate(town, annee);
  const billed = await Promise.all([LAST, YEAR, NEXT, NEXT + 1].map((annee) => amounts(id, annee)));
  expect(billed).toEqual([[12_000], [], [], [12_000]]);
  // an exonerated line has no rate to look for
  expect(await generate(town, YEAR)).toMatchObject({ creees: 0, sansTarif: [], exonerees: 1 });
  const missing = await superadmin.get<{ data: { id: number }[] }>(
    `/v2/echeances/sans-tarif?entite=${town.entite}&annee=${YEAR}`,
  );
  expect(missing.body.data.map((row) => row.id)).not.toContain(ligne);
  const simulated = await superadmin.send<{ annees: { annee: number; montant: number }[] }>(
    'POST',
    '/v2/entite_taxes/simulation',
    { ...(await taxeBody(town)) },
  );
  expect(simulated.body.annees.map(({ annee, montant }) => [annee, montant])).toEqual([
    [LAST, 12_000],
    [YEAR, 0],
  ]);
});

/** The stored tax of a town as a proposal, at 12 000 in two years. */
async function taxeBody(town: Town): Promise<object> {
  const [taxe] = await query<Record<string, unknown>>(
    `select id, nom, entite_id as entite, categorie_id as categorie, frequence_id as frequence,
       type_equipement_id as "typeEquipement", nature_activite_id as "natureActivite" from taxe where id = $1`,
    [town.taxes[0]],
  );
  return {
    ...taxe,
    applications: [LAST, YEAR].map((annee) => ({ ramification: town.nodes[0], annee, tarif: 12_000 })),
  };
}

it('closes what is billed at what was paid, and a withdrawal opens it again', async () => {
  const { town, id } = await scene(12, 1_500);
  await generate(town, YEAR);
  await pay(town, id, 2_000, `${YEAR}-02-01`);
  const body = { contribuable: id, du: YEAR, au: NEXT };
  const shown = await nta.send<ExonerationEffet>('POST', '/v2/exonerations/preparation', {
    ...body,
    citation: CITATION,
  });
  expect(shown.body).toEqual({ echeances: 12, montant: 16_000, paye: 2_000 });
  expect((await amounts(id, YEAR))[1]).toBe(1_500);
  await exonerate(body);
  expect((await amounts(id, YEAR)).slice(0, 3)).toEqual([1_500, 500, 0]);
  expect(await parts(id)).toEqual([{ annee: YEAR, avance: false, montant: 2_000 }]);
  // the nightly billing and a generation leave it so
  await generate(town, YEAR);
  expect((await amounts(id, YEAR)).reduce((sum, montant) => sum + montant, 0)).toBe(2_000);

  const [row] = await listed(town);
  expect(row).toMatchObject({ du: YEAR, au: NEXT, fin: NEXT, etat: 'En cours', base: null, taxe: null });
  const address = `/v2/exonerations/${row?.id}/retrait`;
  const back = await nta.send<ExonerationEffet>('POST', `${address}/preparation`, { depuis: YEAR });
  expect(back.body).toEqual({ echeances: 12, montant: 16_000, paye: 2_000 });
  await decided(await nta.send<Waiting>('POST', address, { depuis: YEAR }));
  expect(await amounts(id, YEAR)).toEqual(Array(12).fill(1_500));
  expect((await listed(town)).map(({ fin, etat }) => [fin, etat])).toEqual([[LAST, 'Retirée']]);
});

it('returns what an advance had paid, which then pays other dues', async () => {
  const { town, id } = await scene();
  await pay(town, id, 12_000, `${LAST}-02-01`);
  await generate(town, YEAR);
  expect(await dues(id, YEAR)).toMatchObject([{ montant: 12_000, paye: 12_000 }]);
  await exonerate({ contribuable: id, du: YEAR, au: YEAR });
  expect(await dues(id, YEAR)).toMatchObject([{ montant: 0, paye: 0 }]);
  await generate(town, NEXT);
  expect(await dues(id, NEXT)).toMatchObject([{ montant: 12_000, paye: 12_000 }]);
});

it('takes out one line, or one tax, and leaves the others as they are', async () => {
  const { town, id, ligne } = await scene();
  const other = await enrolAt(town, 'secteur', `${LAST}-01-02`);
  await query('update enrollement set contribuable_id = $1 where id = $2', [id, other.ligne]);
  await generate(town, YEAR);
  await rate(town, 'departement', YEAR, 13_000);
  await exonerate({ contribuable: id, enrollement: ligne, taxe: town.taxes[0], du: YEAR, au: YEAR });
  // the other line keeps the price of before: nothing but the exonerated one is computed again
  expect(await amounts(id, YEAR)).toEqual([0, 12_000]);
});

it('is shown with its reason on the record and on the individual sheet', async () => {
  const { town, id } = await scene();
  await exonerate({ contribuable: id, du: YEAR, au: NEXT });
  await generate(town, YEAR);
  const apercu = await superadmin.get<Apercu>(`/v2/contribuables/${id}/apercu`);
  expect(apercu.body.exonerations).toMatchObject([{ du: YEAR, fin: NEXT, citation: CITATION }]);
  const sheet = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel?annee=${YEAR}`);
  expect(sheet.body.exonerations).toHaveLength(1);
  expect(sheet.body.activites.map(({ tarif }) => tarifText(tarif))).toEqual(['Exonéré']);
  const before = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel?annee=${LAST}`);
  expect(before.body.exonerations).toEqual([]);
});

describe('a second person', () => {
  it('approves it with its document, and never without', async () => {
    const { id } = await scene();
    const { body } = await ask({ contribuable: id, du: YEAR, au: YEAR });
    const without = await approve(body.approbation.id);
    expect([without.status, without.body.code]).toEqual([409, 'approbation.piece']);
    await lay(body.approbation.id);
    expect((await approve(body.approbation.id, nta)).body.code).toBe('approbation.demandeur');
    expect((await approve(body.approbation.id)).body.statut).toBe('approuvée');
  });

  it('is needed: where nobody else could approve, it is refused at once', async () => {
    const { town, id } = await scene();
    await query('delete from utilisateur_entite where entite_id = $1', [town.entite]);
    const { status, body } = await superadmin.send<Problem>('POST', '/v2/exonerations', {
      contribuable: id,
      du: YEAR,
      au: YEAR,
      citation: CITATION,
    });
    expect([status, body.code]).toEqual([409, 'approbation.seule']);
    expect(await listed(town)).toEqual([]);
  });

  it('still approves after a payment made meanwhile, which then stays paid', async () => {
    const { town, id } = await scene();
    await generate(town, YEAR);
    const asked = await ask({ contribuable: id, du: YEAR, au: YEAR });
    await pay(town, id, 5_000, `${YEAR}-02-01`);
    await decided(asked);
    expect(await dues(id, YEAR)).toMatchObject([{ montant: 5_000, paye: 5_000 }]);
  });
});

describe('what is refused', () => {
  it('a closed year, in a grant and in a withdrawal', async () => {
    const { town, id } = await scene();
    await generate(town, LAST);
    await exonerate({ contribuable: id, du: LAST, au: NEXT });
    await query('insert into annee_close (entite_id, annee) values ($1, $2)', [town.entite, LAST]);
    const granted = await ask({ contribuable: id, du: LAST, au: YEAR });
    expect([granted.status, granted.body.message]).toEqual([
      409,
      expect.stringContaining(`${LAST} est clos`),
    ]);
    const [row] = await listed(town);
    const address = `/v2/exonerations/${row?.id}/retrait`;
    expect((await nta.send('POST', address, { depuis: LAST })).status).toBe(409);
    // from an open year it is withdrawn, and the closed year stays
    await decided(await nta.send<Waiting>('POST', address, { depuis: YEAR }));
    expect([await amounts(id, LAST), await amounts(id, YEAR)]).toEqual([[0], [12_000]]);
  });

  it.each([
    ['years in the wrong order', { du: NEXT, au: YEAR }, 'au'],
    ['more than thirty years', { du: YEAR, au: YEAR + 30 }, 'au'],
    ['no reason', { citation: ' ' }, 'citation'],
    ['the line of somebody else', { enrollement: 1 }, 'enrollement'],
    ['a tax of another base', { taxe: 1 }, 'taxe'],
    ['a taxpayer who is not seen', { contribuable: 2 ** 40 }, 'contribuable'],
  ])('%s: 400 at the field', async (_what, change, field) => {
    const { id } = await scene();
    const { status, body } = await ask({ contribuable: id, du: YEAR, au: NEXT, ...change });
    expect([status, body.errors?.map((error) => error.field)]).toEqual([400, [field]]);
  });

  it('what is exonerated already, and a withdrawal outside its years', async () => {
    const { town, id, ligne } = await scene();
    await exonerate({ contribuable: id, du: YEAR, au: NEXT });
    expect((await ask({ contribuable: id, enrollement: ligne, du: NEXT, au: NEXT })).status).toBe(409);
    const [row] = await listed(town);
    const late = await nta.send<Problem>('POST', `/v2/exonerations/${row?.id}/retrait`, { depuis: NEXT + 1 });
    expect([late.status, late.body.errors?.[0]?.field]).toEqual([400, 'depuis']);
  });
});
