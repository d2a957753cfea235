/** A correction of a phone, older than the office's: both values are shown, and the office chooses one, either way. */
import { expect, type Page, test } from '@playwright/test';
import {
  type Debtor,
  debtorsOf,
  expectAccessible,
  expectFit,
  expectToast,
  fetchApi,
  heading,
  OWN_PASSWORD,
  rows,
  signIn,
} from '../support.ts';
import { enrolPhone, newDevice, PHONE, show, waiting } from './terrain-support.ts';

const OFFICE = '90 11 11 11';
const FIELD = '96 22 22 22';

interface Fiche {
  telephone: string | null;
  version: number;
}
const ficheOf = (office: Page, { id }: Debtor) => fetchApi<Fiche>(office, `contribuables/${id}`);

/** Corrects the telephone on the phone. */
async function correct(phone: Page, { id }: Debtor): Promise<void> {
  await show(phone, `/corriger/${id}`);
  await phone.getByLabel('Téléphone', { exact: true }).fill(FIELD);
  await phone.getByRole('button', { name: 'Enregistrer la correction' }).click();
  await expect(phone.getByRole('button', { name: 'Enregistrer la correction' })).toHaveCount(0);
}

/** Opens the act of a case, and confirms it. */
async function resolve(office: Page, { fullName }: Debtor, act: string, confirm: string): Promise<void> {
  const row = rows(office).filter({ hasText: fullName });
  await row.getByRole('button', { name: /^Actions : / }).click();
  await office.getByRole('menuitem', { name: act, exact: true }).click();
  const dialog = office.getByRole('dialog');
  await expect(dialog).toContainText(`${OFFICE} au bureau, ${FIELD} sur le terrain`);
  await expectAccessible(office);
  await dialog.getByRole('button', { name: confirm }).click();
}

test('the office keeps its value, or takes that of the field, in the list of cases', async ({
  page: office,
  browser,
  baseURL,
}) => {
  await signIn(office, 'superadmin');
  const [kept, taken] = (await debtorsOf(office, { count: 2, moreThan: 3000, last: true })) as [
    Debtor,
    Debtor,
  ];
  const { username, code } = await newDevice(office);
  const context = await browser.newContext({ ...PHONE, baseURL: baseURL ?? '' });
  const phone = await context.newPage();
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });
  await context.setOffline(true);
  for (const each of [kept, taken]) await correct(phone, each);
  for (const each of [kept, taken]) {
    const reply = await office.request.patch(`/v2/contribuables/${each.id}`, { data: { telephone: OFFICE } });
    expect(reply.status(), await reply.text()).toBe(200);
  }
  await context.setOffline(false);
  await expect(waiting(phone)).toHaveText('Tout est envoyé');

  await office.goto('/appareils/cas');
  await expect(heading(office)).toHaveText('Cas du terrain');
  for (const { fullName } of [kept, taken])
    await expect(rows(office).filter({ hasText: fullName })).toContainText('Correction en conflit');
  await expectFit(office);

  await resolve(office, kept, 'Garder celle du bureau', 'Garder celle du bureau');
  await expectToast(office, 'Cas réglé');
  await expect(rows(office).filter({ hasText: kept.fullName })).toHaveCount(0);
  await resolve(office, taken, 'Prendre la valeur du terrain', 'Prendre celle du terrain');
  await expectToast(office, 'Fiche corrigée');
  await expect(rows(office).filter({ hasText: taken.fullName })).toHaveCount(0);
  expect([(await ficheOf(office, kept)).telephone, (await ficheOf(office, taken)).telephone]).toEqual([
    OFFICE,
    FIELD,
  ]);

  // both cases stay, with what was decided and by whom
  await office.goto('/appareils/cas?etat=réglés');
  for (const { fullName } of [kept, taken])
    await expect(rows(office).filter({ hasText: fullName })).toContainText('Réglé');
  // the record's history names both values, and the journal both decisions
  await office.goto(`/contribuables/profile/${taken.id}`);
  await office.getByRole('tab', { name: 'Historique' }).click();
  await office.getByRole('main').locator('summary').first().click();
  const history = office.getByRole('table', { name: /^Modification/ }).first();
  await expect(history).toContainText(OFFICE);
  await expect(history).toContainText(FIELD);
  const { data: journal } = await fetchApi<{ data: { acte: string }[] }>(office, 'journal', {
    'filter[journal.ressource]': 'cas_terrain',
    itemperpage: '10',
  });
  expect(journal.filter(({ acte }) => acte === 'modifier').length).toBeGreaterThanOrEqual(2);

  // the phone shows what the office decided
  await show(phone, '/appareil');
  await phone.getByRole('button', { name: 'Envoyer maintenant' }).click();
  for (const [each, telephone] of [
    [kept, OFFICE],
    [taken, FIELD],
  ] as const) {
    await show(phone, `/fiche/${each.id}`);
    await expect(phone.getByRole('link', { name: 'Appeler' })).toHaveAttribute(
      'href',
      `tel:${telephone.replaceAll(' ', '')}`,
    );
  }
  await context.close();
});
