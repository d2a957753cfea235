/**
 * Five tasks of every day, by keyboard alone from the start page: `npm run mesures -- touches` prints the keys and the
 * seconds, and fails above the limits of keys. The seconds are those of the screens: keys are pressed without a pause.
 */
import type { Compte } from '@octroi/contract';
import { expect, type Page, test } from '@playwright/test';
import { create, type Named, newName } from '../e2e/forms.ts';
import { newEquipement, remove, step, taxeNamed } from '../e2e/fiscalite/taxes-support.ts';
import { debtorsOf, expectToast, fetchApi, heading, signIn, todayOf } from '../e2e/support.ts';
import { settle } from '../parcours/faults.ts';
import { Keyboard } from './keyboard.ts';
import { printTable } from './table.ts';

interface Task {
  nom: string;
  limit: number;
  /** Makes what the task needs. @returns the task, from the start page; what it returns is undone afterwards */
  prepare: (page: Page) => Promise<(keyboard: Keyboard) => Promise<(() => Promise<void>) | void>>;
}

/** A debtor of whom four letters are enough: the counter finds it first. */
async function findableDebtor(page: Page): Promise<{ id: number; fullName: string; letters: string }> {
  for (const debtor of await debtorsOf(page, { count: 30, moreThan: 1000 })) {
    const letters = (debtor.fullName.split(' ')[0] ?? '').slice(0, 4).toLowerCase();
    const { data } = await fetchApi<{ data: { type: string; id: number }[] }>(page, 'recherche', {
      q: letters,
    });
    if (data.find(({ type }) => type === 'contribuable')?.id === debtor.id) return { ...debtor, letters };
  }
  throw new Error('no debtor is found by four letters');
}

/** A name of eleven letters that resembles nobody's. */
const uniqueName = (): string =>
  `Z${Array.from({ length: 10 }, () => 'bcdfgjklmpqvwxz'.charAt(Math.floor(Math.random() * 15))).join('')}`;

const TASKS: readonly Task[] = [
  {
    nom: 'encaisser 500 F d’une personne au guichet',
    limit: 15,
    prepare: async (page) => {
      const { id, fullName, letters } = await findableDebtor(page);
      const paid = async () => (await fetchApi<Compte>(page, `contribuables/${id}/compte`)).solde.aPayer;
      const before = await paid();
      return async (keyboard) => {
        await keyboard.open('gui', /^Guichet/);
        await expect(page.getByRole('combobox', { name: 'Nom, numéro, téléphone ou reçu' })).toBeFocused();
        await keyboard.type(letters);
        await expect(
          page.getByRole('listbox', { name: 'Trouvés' }).getByRole('option').first(),
        ).toContainText(fullName);
        await keyboard.press('Enter');
        await expect(page.getByRole('form', { name: 'Encaisser' }).getByLabel('Montant')).toBeFocused();
        await keyboard.type('500');
        await expect(page.getByRole('button', { name: /^Encaisser 500/ })).toBeEnabled();
        await keyboard.press('Enter');
        await expect(page.getByRole('region', { name: 'Encaissé' })).toContainText(fullName);
        expect(await paid()).toBe(before - 500);
      };
    },
  },
  {
    nom: 'enrôler une personne avec son lieu et sa base taxable',
    limit: 40,
    prepare: async (page) => {
      const nom = uniqueName();
      return async (keyboard) => {
        await keyboard.open('enr', /^Enrôler un contribuable/);
        await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toBeFocused();
        await keyboard.type(nom);
        await keyboard.tabTo(page.getByRole('combobox', { name: /^Localisation/ }));
        await keyboard.type('sec');
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
        await keyboard.press('Enter');
        await expect(page.getByRole('listbox')).toHaveCount(0);
        await keyboard.press('Enter');
        await expect(page.getByRole('combobox', { name: "Type d'équipement, ligne 1" })).toBeFocused();
        await keyboard.tabTo(page.getByRole('combobox', { name: "Nature d'activité, ligne 1" }));
        await keyboard.type('com');
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
        await keyboard.press('Enter');
        await expect(page.getByRole('listbox')).toHaveCount(0);
        await keyboard.press('Enter');
        await expectToast(page, "L'élément a bien été ajouté !");
        const { data } = await fetchApi<{ data: Named[] }>(page, 'contribuables', {
          'filter[contrib.nom]': nom,
        });
        const { lignes } = await fetchApi<{ lignes: unknown[] }>(page, `contribuables/${data[0]?.id}`);
        expect(lignes).toHaveLength(1);
      };
    },
  },
  {
    nom: 'valider deux enrôlements',
    limit: 20,
    prepare: async (page) => {
      const { data: places } = await fetchApi<{ data: Named[] }>(page, 'ramifications', {
        'filter[ent.id]': '1',
        'filter[tr.nom]': 'Secteur',
        itemperpage: '1',
      });
      for (const rank of [1, 2])
        await create(page, 'contribuables', { nom: newName(`Clavier ${rank}`), ramification: places[0]?.id });
      return async (keyboard) => {
        const record = page.getByRole('heading', { level: 2 }).first();
        await keyboard.open('rev', /^Passer en revue/);
        await expect(heading(page)).toHaveText('Passer en revue');
        await expect(page.getByRole('button', { name: /^Valider/ }).first()).toBeEnabled();
        const first = await record.innerText();
        await keyboard.press('v');
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Valider' })).toBeFocused();
        await keyboard.press('Enter');
        await expect(record).not.toHaveText(first);
        await expect(record).toBeFocused();
        const second = await record.innerText();
        await keyboard.press('v');
        await expect(record).not.toHaveText(second);
      };
    },
  },
  {
    nom: 'créer une taxe, tarif et lieux compris',
    limit: 90,
    prepare: async (page) => {
      const equipement = await newEquipement(page);
      const year = (await todayOf(page)).slice(0, 4);
      const nom = newName('Taxe').slice(0, 12);
      return async (keyboard) => {
        const select = (name: string) => page.getByRole('combobox', { name, exact: true });
        const take = async (typed: string): Promise<void> => {
          await keyboard.type(typed);
          await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
          await keyboard.press('Enter');
        };
        await keyboard.open('cre tax', /^Créer une taxe/);
        await expect(select('Année')).toBeFocused();
        await take(year);
        await keyboard.press('Escape');
        await keyboard.tabTo(page.getByRole('textbox', { name: 'Nom', exact: true }));
        await keyboard.type(nom);
        for (const [name, typed] of [
          ['Catégorie', 'pub'],
          ['Equipement', equipement.nom.slice(0, 10)],
          ['Frequence', 'men'],
        ] as const) {
          await keyboard.tabTo(select(name));
          await take(typed);
          await expect(page.getByRole('listbox')).toHaveCount(0);
        }
        await keyboard.tabTo(page.getByRole('textbox', { name: /^Tarif/ }).first());
        await keyboard.type('750');
        await keyboard.press('Enter');
        await expect(step(page, 'Applications')).toBeFocused();
        await keyboard.press('Enter');
        await expect(step(page, 'Recap')).toBeFocused();
        await keyboard.tabTo(page.getByRole('button', { name: 'Valider & créer' }));
        await keyboard.press('Enter');
        await expect(page.getByRole('heading', { name: 'Félicitation !' })).toBeFocused();
        return async () => remove(page, await taxeNamed(page, nom));
      };
    },
  },
  {
    nom: 'imprimer l’avis d’imposition d’une personne',
    limit: 15,
    prepare: async (page) => {
      const { letters, fullName } = await findableDebtor(page);
      return async (keyboard) => {
        await keyboard.open(letters, new RegExp(`^${fullName}`));
        await expect(heading(page)).toContainText(fullName);
        const avis = page.getByRole('button', { name: /^Avis d'imposition/ });
        const download = page.waitForEvent('download');
        await keyboard.tabTo(avis);
        await keyboard.press('Enter');
        await download;
      };
    },
  },
];

test('five tasks of every day take few keys', async ({ browser }) => {
  test.setTimeout(10 * 60_000);
  const rows: (string | number)[][] = [];
  for (const { nom, limit, prepare } of TASKS) {
    const page = await browser.newPage();
    await signIn(page, 'niamey');
    const task = await prepare(page);
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    await settle(page);
    const keyboard = new Keyboard(page);
    const undo = await task(keyboard);
    const { keys, seconds } = keyboard.result();
    rows.push([nom, keys, limit, seconds.toFixed(1)]);
    expect.soft(keys, nom).toBeLessThanOrEqual(limit);
    await undo?.();
    await page.close();
  }
  printTable(['tâche', 'touches', 'limite', 'secondes'], rows);
});
