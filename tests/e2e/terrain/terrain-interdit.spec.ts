/** A phone blocked by the office or with a clock that is not trusted; and the paper of a cancelled receipt. */
import type { AppareilRow } from '@octroi/contract';
import { expect, type Page } from '@playwright/test';
import { debtorsOf, fetchApi, OWN_PASSWORD } from '../support.ts';
import {
  enrolPhone,
  expectFitOnPhone,
  newDevice,
  PHONE,
  phoneDay,
  plugPrinter,
  show,
  takeCash,
  test,
  unlock,
  waiting,
} from './terrain-support.ts';

test.use(PHONE);

const BLOCKED = 'Cet appareil est bloqué';
const HAND_OVER = 'Remettre ce qui attend';

test('a blocked phone takes no payment after it is reopened offline, and only allows a handover', async ({
  page: phone,
  context,
  officePage: office,
}) => {
  const { username, code } = await newDevice(office);
  const debtors = await debtorsOf(office, { count: 1, moreThan: 10_000 });
  const debtor = debtors[0]?.id ?? 0;
  const { data: devices } = await fetchApi<{ data: AppareilRow[] }>(office, 'appareils', {
    entite: '1',
    itemperpage: '100',
  });
  const device = devices.find(({ agent }) => agent.username === username)?.id ?? 0;
  const decide = async (statut: 'bloqué' | 'actif') => {
    const reply = await office.request.post(`/v2/appareils/${device}/statut`, {
      data: { statut, motif: 'Vol' },
    });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  await enrolPhone(phone, { code, username, password: OWN_PASSWORD });
  await context.setOffline(true);
  const receipt = await takeMobile(phone, debtor);
  await decide('bloqué');
  await context.setOffline(false);
  await expect(phone.getByRole('heading', { name: BLOCKED })).toBeVisible();

  // closed, and opened again offline
  await context.setOffline(true);
  await phone.close();
  const again = await context.newPage();
  await again.goto('/terrain/#/encaisser/' + debtor);
  await unlock(again, username, OWN_PASSWORD);
  await expect(again.getByRole('heading', { name: BLOCKED })).toBeVisible();
  await expect(again.getByText('1 acte attend sur ce téléphone')).toBeVisible();
  await expect(again.getByRole('button')).toHaveText([HAND_OVER, 'Demander au bureau', 'Verrouiller']);
  await expect(again.getByRole('link')).toHaveCount(0);
  await expectFitOnPhone(again);

  // the office receives the payments, and unblocks the phone
  await context.setOffline(false);
  await again.getByRole('button', { name: HAND_OVER }).click();
  await expect(again.getByText('1 acte remis au bureau.')).toBeVisible();
  await expect(again.getByRole('heading', { name: BLOCKED })).toBeVisible();
  const { data: hits } = await fetchApi<{ data: { titre: string }[] }>(office, 'recherche', { q: receipt });
  expect(hits.map(({ titre }) => titre)).toEqual([receipt]);
  await decide('actif');
  await again.getByRole('button', { name: 'Demander au bureau' }).click();
  await expect(waiting(again)).toHaveText('Tout est envoyé');
});

/** Takes a mobile payment, which needs no till. @returns the receipt number */
async function takeMobile(page: Page, contribuable: number): Promise<string> {
  await show(page, `/encaisser/${contribuable}`);
  await page.getByRole('button', { name: 'Mobile' }).click();
  await page.getByRole('button', { name: /^Encaisser \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Reçu provisoire' })).toBeVisible();
  return page.locator('.recu .no').innerText();
}

test('a phone with a wrong clock asks for the date, and its receipts have the office’s year', async ({
  page,
  fakeOffice: office,
}) => {
  await enrolPhone(page);
  office.offline = true;
  const year = Number(phoneDay().slice(0, 4));
  const first = await takeCash(page, 887);
  expect(first).toMatch(new RegExp(`^NIA-${year}-A017-000001$`));
  const question = page.getByRole('heading', { name: 'Quel jour sommes-nous ?' });
  await show(page, '/encaisser/5');
  await page.getByRole('button', { name: '5', exact: true }).click();
  await page.clock.setSystemTime(new Date(`${year + 5}-03-12T10:00:00Z`));
  await page.getByRole('button', { name: /^Encaisser 5/ }).click();
  await expect(question).toBeVisible();
  await expect(page.getByText(`12/03/${year + 5}`)).toBeVisible();
  await expectFitOnPhone(page);
  const today = phoneDay();
  const dateField = page.getByLabel('Date d’aujourd’hui');
  await dateField.fill(`${year + 5}-03-12`);
  await page.getByRole('button', { name: 'Confirmer la date' }).click();
  // the browser refuses the date through the field's bounds
  await expect(question).toBeVisible();
  await dateField.fill(today);
  await page.getByRole('button', { name: 'Confirmer la date' }).click();
  // the typed amount is restored
  await page.getByRole('button', { name: /^Encaisser 5/ }).click();
  await expect(page.getByRole('heading', { name: 'Reçu' })).toBeVisible();
  await expect(page.locator('.recu .no')).toHaveText(`NIA-${year}-A017-000002`);
  await expect(page.locator('.recu')).toContainText(today.split('-').reverse().join('/'));
  // corrected offline, the phone asks once more
  await page.clock.setSystemTime(new Date());
  await page.reload();
  await expect(question).toBeVisible();
  // online, the office gives the time
  await page.getByRole('button', { name: 'Demander l’heure au bureau' }).click();
  await expect(page.getByText('Le réseau manque : le bureau n’a pas répondu.')).toBeVisible();
  office.offline = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(question).toBeHidden();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  await show(page, '/recus');
  await expect(page.getByRole('link', { name: /-00000[12]/ })).toHaveCount(2);
});

test('a cancelled receipt says so on screen, printed and shared, and still names the payer', async ({
  page,
  fakeOffice: office,
}) => {
  await plugPrinter(page);
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ title = '', files = [] }: ShareData) => {
        shared.push(title, ...files.map(({ name }) => name));
      },
    });
  });
  await enrolPhone(page);
  office.offline = true;
  const number = await takeCash(page, 887);
  const paper = page.getByRole('region', { name: 'Reçu' });
  await expect(paper).toContainText('Restait à payer');
  await expect(page.getByText('Ce reçu est valable.')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler ce reçu' }).click();
  await page.getByLabel('Pourquoi annuler ?').fill('Mauvaise personne');
  await page.getByRole('button', { name: /^Annuler 6/ }).click();
  await expect(page.getByText('Ce reçu est annulé : il ne prouve plus rien.')).toBeVisible();
  await expect(page.getByText('Ce reçu est valable.')).toHaveCount(0);
  await expect(paper).toContainText('REÇU ANNULÉ');
  await expectFitOnPhone(page);
  // the taxpayer leaves the phone's places
  office.people.splice(
    office.people.findIndex(([id]) => id === 887),
    1,
  );
  office.offline = false;
  await show(page, '/appareil');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(waiting(page)).toHaveText('Tout est envoyé');
  await show(page, '/chercher');
  await page.getByRole('searchbox').fill(number);
  await page.getByRole('link', { name: /Djermakoye Soumana/ }).click();
  for (const text of [
    'Djermakoye Soumana',
    'NIA-000887',
    'Yantala Haut › Zone 4 › Secteur B',
    'Ibrahim Moussa',
  ])
    await expect(paper).toContainText(text);

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.recu .tampon')).toBeVisible();
  await expect(page.getByText('REÇU ANNULÉ', { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await page.getByRole('button', { name: 'Par Bluetooth' }).click();
  const ticket = () =>
    page.evaluate(() => String.fromCharCode(...window.printer.written)).then((text) => text.split('ANNUL'));
  // in large letters at the top and bottom, and in the title (the printer has another « É »)
  await expect.poll(async () => (await ticket()).length).toBe(4);
  await page.reload();
  await page.getByRole('button', { name: 'Partager' }).click();
  for (const format of ['Image', 'PDF'])
    await page.getByRole('button', { name: format, exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual([
      `Reçu annulé ${number}`,
      `${number}-annule.png`,
      `Reçu annulé ${number}`,
      `${number}-annule.pdf`,
    ]);
});
