import { expect, test } from '@playwright/test';
import { fetchApi, expectAccessible, expectNoSidewaysScroll, signIn, todayOf } from '../support.ts';
import { button, newEquipement, newName, step, taxeNamed } from './taxes-support.ts';

test('the recap of a tax shows what is no longer due, and a save that lowers it asks for confirmation', async ({
  page,
}) => {
  await signIn(page, 'niamey');
  const year = (await todayOf(page)).slice(0, 4);
  const equipement = await newEquipement(page);
  const niamey = await taxeNamed(page, 'Taxe de transport : taxi-moto');
  const places = niamey.applications
    .filter(({ annee }) => annee === year)
    .map(({ ramification }) => ramification);
  const make = async <Reply>(path: string, data: object): Promise<Reply> => {
    const reply = await page.request.post(`/v2/${path}`, { data });
    expect(reply.status(), await reply.text()).toBe(201);
    return (await reply.json()) as Reply;
  };
  const { data: categories } = await fetchApi<{ data: { id: number }[] }>(page, 'categorietaxes', {
    itemperpage: '1',
  });
  const nom = newName('Taxe');
  const { id } = await make<{ id: number }>('entite_taxes', {
    nom,
    entite: 1,
    categorie: categories[0]?.id,
    frequence: 1,
    typeEquipement: equipement.id,
    applications: places.map((place) => ({ ramification: place.id, annee: year, tarif: 5000 })),
  });
  const lignes = [{ typeEquipement: equipement.id }];
  const ramification = places.find((place) => place.nom === 'Niamey I')?.id;
  for (const prenom of ['Un', 'Deux']) await make('contribuables', { nom, prenom, ramification, lignes });

  await page.goto(`/taxes/${id}`);
  await button(page, 'Suivant').click();
  await button(page, 'Décocher la branche Niamey I').click();
  await button(page, 'Suivant').click();
  await expect(step(page, 'Recap')).toBeVisible();
  const changes = page.getByRole('region', { name: `Échéances de ${year}` });
  await expect(changes.getByRole('row', { name: /^Plus dues 2 10\s000\sF CFA 0\sF CFA$/ })).toBeVisible();
  await expect(changes).toContainText('ramène ce qui n’est plus dû à ce qui a été payé');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1366, height: 768 });

  await button(page, 'Valider & créer').click();
  const question = page.getByRole('dialog', { name: 'Ce qui est facturé va baisser' });
  await expect(question).toContainText(/passerait de 10\s000\sF\sCFA à 0\sF\sCFA/);
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(step(page, 'Recap')).toBeVisible();
  await button(page, 'Valider & créer').click();
  await question.getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expect(page.getByText('Félicitation !')).toBeVisible();
  const card = page.getByRole('article', { name: new RegExp(`Génération des échéances · ${year}`) });
  await expect(card).toContainText(/2\s*plus dues, fermées|plus dues, fermées\s*2/);
  await expectAccessible(page);
});
