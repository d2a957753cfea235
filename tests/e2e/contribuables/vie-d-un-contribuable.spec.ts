import { expect, type Locator, type Page, test } from '@playwright/test';
import { work } from '../../clients/clients.mjs';
import { chooser, field, newName, only, save } from '../forms.ts';
import {
  fetchApi,
  expectSettled,
  figureIn,
  heading,
  headsOf,
  PASSWORD,
  pick,
  rows,
  signIn,
  expectToast,
  todayOf,
} from '../support.ts';

interface Lieu {
  id: number;
  nom: string;
  parent: { id: number; nom: string };
  chemin: string;
}
interface Contribuable {
  id: number;
  numKlis: string;
  fullName: string;
  statut: string;
  ramification: Lieu;
  situation: { total: number; payer: number; restant: number };
}
interface Echeances {
  data: { annee: number; montant: number; paye: number }[];
}
/** Francs of the fiscal year: planned, paid, unpaid. */
interface Figures {
  prevu: number;
  paye: number;
  restant: number;
}

const figuresOf = (prevu: number, paye: number): Figures => ({ prevu, paye, restant: prevu - paye });
const plus = (one: Figures, other: Figures): Figures =>
  figuresOf(one.prevu + other.prevu, one.paye + other.paye);

/** The dashboard of a sub-entity today: by enrolment, or by money received. */
async function dashboardOf(page: Page, lieu: Lieu, base = 'enrolement'): Promise<Figures> {
  const today = await todayOf(page);
  const { stats } = await fetchApi<{ stats: { prevu: number; paiement: number; restant: number } }>(
    page,
    'dashboard/by-entite',
    { ms: `[${lieu.id}]`, from: today, to: today, betail: '0', base },
  );
  return { prevu: stats.prevu, paye: stats.paiement, restant: stats.restant };
}

/** The taxpayer's row among today's enrolments of its sub-entity, and the list's total. */
async function listOf(page: Page, { id, ramification }: Contribuable): Promise<[Figures, Figures]> {
  const today = await todayOf(page);
  const query = { ms: `[${ramification.id}]`, from: today, to: today, betail: '0' };
  const { data } = await fetchApi<{ data: Contribuable[] }>(page, 'contribuables', query);
  const { total, payer, restant } = (data.find((row) => row.id === id) as Contribuable).situation;
  const { prevu, paye, restant: unpaid } = await fetchApi<Figures>(page, 'contribuables/totaux', query);
  return [
    { prevu: total, paye: payer, restant },
    { prevu, paye, restant: unpaid },
  ];
}

const figuresIn = async (texts: Locator): Promise<Figures> => {
  await expect(texts).toContainText([/\d/, /\d/, /\d/]);
  const [prevu, paye, restant] = (await texts.allInnerTexts()).map(figureIn) as [number, number, number];
  return { prevu, paye, restant };
};

/** Expects the figures of a taxpayer and its sub-entity on dashboard, list and record. */
async function expectScreens(
  page: Page,
  { id, fullName, numKlis, ramification }: Contribuable,
  expected: { ofTaxpayer: Figures; ofPlace: Figures; badge: string },
): Promise<void> {
  await page.goto(`/${ramification.id}`);
  const total = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'TOTAL', exact: true }) });
  await expect(total).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const amounts = total.getByRole('cell');
  expect(await figuresIn(amounts.nth(1).or(amounts.nth(2)).or(amounts.nth(3)))).toEqual(expected.ofPlace);

  await page.goto(`/contribuables?ms=[${ramification.id}]`);
  await expectSettled(page);
  const row = rows(page).filter({ has: page.getByRole('link', { name: numKlis, exact: true }) });
  const heads = await headsOf(page);
  for (const [line, figures] of [
    [row, expected.ofTaxpayer],
    [page.locator('tfoot tr'), expected.ofPlace],
  ] as const) {
    const [first, second, third] = ['Prévu', 'Payé', 'Restant'].map((head) =>
      line.locator(`> :nth-child(${heads.indexOf(head) + 1})`),
    ) as [Locator, Locator, Locator];
    expect(await figuresIn(first.or(second).or(third))).toEqual(figures);
  }
  await row.getByRole('link', { name: numKlis, exact: true }).click();
  await expect(heading(page)).toHaveText(fullName);
  const cards = page.getByRole('region', { name: 'Situation' });
  await expect(cards).toContainText(expected.badge);
  expect(await figuresIn(cards.locator('b'))).toEqual(expected.ofTaxpayer);
  await expect(page).toHaveURL(new RegExp(`/contribuables/profile/${id}`));
}

const dialog = (page: Page) => page.getByRole('dialog');

/** Francs above the amount due. */
const TOO_MUCH = 1500;

/** Enters a payment at the counter. @param tooMuch more than the amount due: confirms the question */
async function collect(page: Page, id: number, montant: number, tooMuch = false): Promise<void> {
  await page.goto(`/contribuables/encaissement/${id}`);
  await page.getByLabel('Montant').fill(String(montant));
  await pick(page, chooser(page, 'Moyen de paiement'), 'Payer', 'Payer à la mairie');
  await save(page);
  if (tooMuch) await dialog(page).getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expect(page.getByText(/^NIA-\d{4}-\d{6}$/)).toBeVisible();
}

test('a taxpayer is enrolled, corrected, moved, validated, billed, paid, refunded and settled, to the franc', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'admin.nta');
  const year = Number((await todayOf(page)).slice(0, 4));
  const { data: secteurs } = await fetchApi<{ data: Lieu[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    'filter[tr.nom]': 'Secteur',
    itemperpage: '200',
  });
  const from = secteurs[0] as Lieu;
  const to = secteurs.find(({ parent }) => parent.id !== from.parent.id) as Lieu;
  const others = new Map<number, Figures>();
  for (const lieu of [from, to]) others.set(lieu.id, await dashboardOf(page, lieu));
  const received = (await dashboardOf(page, to, 'encaissement')).paye;

  const { visits } = await work({
    url: baseURL ?? '',
    username: 'agent.terrain',
    password: PASSWORD,
    secteur: from.id,
    graine: newName('vie'),
    encaisse: false,
  });
  const id = visits[0]?.id ?? 0;
  const read = (): Promise<Contribuable> => fetchApi<Contribuable>(page, `contribuables/${id}`);
  let paye = 0;

  /** Expects the sum of its échéances and its payments everywhere. */
  async function expectFigures(lieu: Lieu, statut: string, onScreen?: string): Promise<Figures> {
    const taxpayer = await read();
    expect(taxpayer).toMatchObject({ statut, ramification: { id: lieu.id } });
    const { data } = await fetchApi<Echeances>(page, `contribuables/${id}/echeances`);
    const dues = data.filter(({ annee }) => annee === year);
    const ofTaxpayer = figuresOf(
      dues.reduce((sum, { montant }) => sum + montant, 0),
      paye,
    );
    const ofPlace = plus(others.get(lieu.id) as Figures, ofTaxpayer);
    const { total, payer, restant } = taxpayer.situation;
    expect({ prevu: total, paye: payer, restant }).toEqual(ofTaxpayer);
    expect(await listOf(page, taxpayer)).toEqual([ofTaxpayer, ofPlace]);
    expect(await dashboardOf(page, lieu)).toEqual(ofPlace);
    if (onScreen) await expectScreens(page, taxpayer, { ofTaxpayer, ofPlace, badge: onScreen });
    return ofTaxpayer;
  }

  const enrolled = await expectFigures(from, 'Enrolé');
  expect(enrolled.prevu).toBeGreaterThan(0);

  // corrected: a phone number, and a sign that the agent had missed
  await page.goto(`/contribuables/edit/${id}`);
  await field(page, 'Téléphone').fill('90 11 22 33');
  await page.getByRole('tab', { name: 'Enrollements' }).click();
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
  await pick(page, chooser(page, "Type d'équipement, ligne 2"), 'Enseigne');
  await chooser(page, 'Précision, ligne 2').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await save(page);
  await expectToast(page, "L'élément a bien été modifié !");
  const corrected = await expectFigures(from, 'Corrigé', 'Impayé');
  expect(corrected.prevu).toBeGreaterThan(enrolled.prevu);

  // moved: its figures move completely
  await page.goto(`/contribuables/change-secteur/[${id}]`);
  await chooser(page, 'Secteur').fill(`${to.nom} - ${to.parent.nom}`);
  // names repeat: the path identifies the sector
  const sector = page.getByRole('option').filter({ hasText: `${to.nom} - ` });
  await sector.filter({ hasText: to.chemin }).click();
  await page.getByRole('radio', { name: 'Erreur d’affectation' }).check();
  await save(page);
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, '1 contribuable(s) sur 1');
  expect(await dashboardOf(page, from)).toEqual(others.get(from.id));
  await expectFigures(to, 'Corrigé');

  await page.goto(only('/enrollements', 'contrib.id', String(id)));
  await expectSettled(page);
  await rows(page)
    .first()
    .getByRole('button', { name: /^Actions : / })
    .click();
  await page.getByRole('menuitem', { name: 'Valider' }).click();
  await dialog(page).getByRole('button', { name: 'Valider' }).click();
  await expect(rows(page).first()).toContainText('Validé');
  const { prevu } = await expectFigures(to, 'Validé');

  // billed: its échéances exist since the enrolment, so a generation adds nothing
  await page.goto(only('/ramifications', 'ram.id', String(to.id)));
  await expectSettled(page);
  await rows(page).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Générer les écheances' }).click();
  await dialog(page)
    .getByRole('button', { name: /Générer les écheances/ })
    .click();
  await expect(page.getByRole('dialog', { name: /^Générer les écheances \d{4}$/ })).toContainText('terminé');
  expect(await expectFigures(to, 'Validé', 'Impayé')).toMatchObject({ prevu });

  // half, then more than the rest, as without change
  const half = Math.floor(prevu / 2);
  await collect(page, id, half);
  paye = half;
  await expectFigures(to, 'Validé', 'Avance');
  await collect(page, id, prevu - half + TOO_MUCH, true);
  paye = prevu + TOO_MUCH;
  expect(await expectFigures(to, 'Validé')).toMatchObject({ restant: -TOO_MUCH });

  await page.goto(`/contribuables/remboursement/${id}`);
  await page.getByLabel('Montant').fill(String(TOO_MUCH));
  await page.getByLabel('Motif').fill('Monnaie rendue');
  await save(page);
  await expectToast(page, "L'élément a bien été ajouté !");
  paye = prevu;
  expect(await expectFigures(to, 'Validé', 'Soldé')).toMatchObject({ restant: 0 });
  expect((await dashboardOf(page, to, 'encaissement')).paye).toBe(received + prevu);
  const { data: dues } = await fetchApi<Echeances>(page, `contribuables/${id}/echeances`);
  expect(dues.filter((due) => due.paye !== due.montant)).toEqual([]);
});
