/** Places left out of a tax from a day on, or until a day: from the wizard to what is billed. */
import { expect, type Page, test } from '@playwright/test';
import { choices, fetchApi, lastYearOf, pick, rows, signIn } from '../support.ts';
import {
  button,
  chooseYears,
  combobox,
  field,
  generateFirst,
  newEquipement,
  newName,
  onlyNamed,
  remove,
  step,
  taxeNamed,
} from './taxes-support.ts';

interface Place {
  id: number;
  chemin: string;
  type: { nom: string };
}

/** A taxpayer in a sector of a département, enrolled the year before with the equipment. */
async function enrolIn(page: Page, departement: string, equipement: number): Promise<number> {
  const { data } = await fetchApi<{ data: Place[] }>(page, 'ramifications', {
    'filter[ent.id]': '1',
    itemperpage: '500',
  });
  const secteur = data.find(
    ({ chemin, type }) => type.nom === 'Secteur' && chemin.startsWith(`${departement} ›`),
  );
  const reply = await page.request.post('/v2/contribuables', {
    data: {
      nom: newName('Issa'),
      ramification: secteur?.id,
      dateEnrollement: `${await lastYearOf(page)}-03-02T08:00:00Z`,
      lignes: [{ typeEquipement: equipement }],
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return ((await reply.json()) as { id: number }).id;
}

/** Which months of this year a taxpayer owes. */
async function monthsOf(page: Page, contribuable: number, annee: number): Promise<number[]> {
  const { data } = await fetchApi<{ data: { annee: number; periode: number; montant: number }[] }>(
    page,
    `contribuables/${contribuable}/echeances`,
  );
  return data.filter((each) => each.annee === annee && each.montant === 1000).map(({ periode }) => periode);
}

/** Splits the year of a département on the first of July. */
async function splitInJuly(page: Page, departement: string, year: number): Promise<void> {
  await button(page, `Tarifs de ${departement}`).click();
  await button(page, `Changer le tarif en cours d’année ${year} - ${departement}`).click();
  await expect(field(page, `Applicable depuis ${year}, ligne 2 - ${departement}`)).toHaveValue(
    `01/07/${year}`,
  );
}

test('a place left out of a tax from a day on, or until a day, is billed for its other months only', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const year = (await lastYearOf(page)) + 1;
  const equipement = await newEquipement(page);
  const [whole, until, from] = [
    await enrolIn(page, 'Niamey I', equipement.id),
    await enrolIn(page, 'Niamey II', equipement.id),
    await enrolIn(page, 'Niamey III', equipement.id),
  ];
  const nom = newName('Taxe');
  await page.goto('/taxes/create');
  await chooseYears(page, year);
  await field(page, 'Nom').fill(nom);
  await pick(page, combobox(page, 'Catégorie'), 'Droits de place', 'Droits de place et de marché');
  await pick(page, combobox(page, 'Equipement'), equipement.nom);
  await combobox(page, 'Frequence').fill('Mensuelle');
  await choices(page).filter({ hasText: 'Mensuelle' }).click();
  await field(page, new RegExp(`^Tarif ${year}`)).fill('1000');
  await button(page, 'Suivant').click();

  const leave = (line: number, place: string) =>
    button(page, `Laisser hors de la taxe dès ce jour ${year}, ligne ${line} - ${place}`);
  await splitInJuly(page, 'Niamey II', year);
  await leave(2, 'Niamey II').click();
  await splitInJuly(page, 'Niamey III', year);
  await leave(1, 'Niamey III').click();
  await button(page, 'Suivant').click();
  await expect(step(page, 'Recap')).toBeVisible();
  const recap = page.getByRole('region', { name: /sous-entité/ });
  await expect(recap.getByRole('row', { name: /^Niamey II / })).toContainText(
    /1\s000\sF ; dès le 01\/07 hors de la taxe/,
  );
  await expect(recap.getByRole('row', { name: /^Niamey III / })).toContainText(
    /hors de la taxe ; dès le 01\/07 1\s000\sF/,
  );
  await button(page, 'Valider & créer').click();
  await expect(page.getByText('Félicitation !')).toBeVisible();

  await page.goto(onlyNamed(nom));
  await expect(rows(page)).toHaveCount(1);
  await generateFirst(page);
  const months = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  expect(await monthsOf(page, whole, year)).toEqual(months(1, 12));
  expect(await monthsOf(page, until, year)).toEqual(months(1, 6));
  expect(await monthsOf(page, from, year)).toEqual(months(7, 12));

  // the wizard shows what is stored
  const taxe = await taxeNamed(page, nom);
  await page.goto(`/taxes/${taxe.id}`);
  await button(page, 'Suivant').click();
  await expect(page.getByText(/1\s000\sF ; dès le 01\/07 hors de la taxe/).first()).toBeVisible();
  await expect(page.getByText(/: hors de la taxe ; dès le 01\/07 1\s000\sF/).first()).toBeVisible();
  for (const id of [whole, until, from])
    expect((await page.request.delete(`/v2/contribuables/${id}`)).status()).toBe(204);
  await remove(page, taxe);
});
