/** Choices offered by a screen may be read by everybody who may open the screen. */
import {
  baseTaxableList,
  compteSurList,
  contribuableList,
  echecList,
  equipementList,
  type FilterField,
  type FilterRow,
  filterQuery,
  type Grants,
  imputationList,
  journalList,
  sansTarifList,
  sessionOuverteList,
  transactionList,
  mayOpen,
  type MenuKey,
} from '@octroi/contract';
import * as resources from '@octroi/contract/resources';
import { describe, expect, it } from 'vitest';
import { type Account, testApp } from '#src/testing/app.ts';

const { signIn } = await testApp();

/** Everybody with access to the back office. */
const PEOPLE: Account[] = ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'];

/** Parts of a tax: written in its wizard, without a screen. */
const WITHOUT_SCREEN = new Set(['applications', 'precisions']);

/** A list can also be a source of choices: its own filters and forms are tested on its screen. */
const SCREEN_OF: Record<string, MenuKey> = {
  ...Object.fromEntries(Object.values(resources).map(({ path, screen }) => [path, screen])),
  contribuables: 'contribuables',
  equipements: 'equipements',
  enrollements: 'enrollements',
  transactions: 'transactions',
  imputations: 'imputations',
  'echeances/sans-tarif': 'echeances',
  journal: 'journal',
  'securite/comptes': 'securite',
  'securite/echecs': 'securite',
  'securite/sessions': 'securite',
};

/** Every list with a filter builder, by address; the fields of a form are among those of its list. */
const LISTS: Record<string, Record<string, FilterField>> = {
  ...Object.fromEntries(Object.values(resources).map(({ path, filterFields }) => [path, filterFields])),
  contribuables: contribuableList.fields,
  equipements: equipementList.fields,
  enrollements: baseTaxableList.fields,
  transactions: transactionList.fields,
  imputations: imputationList.fields,
  'echeances/sans-tarif': sansTarifList.fields,
  journal: journalList.fields,
  'securite/comptes': compteSurList.fields,
  'securite/echecs': echecList.fields,
  'securite/sessions': sessionOuverteList.fields,
};

/** Requests of a select: the first records, those of a name, and the names of the chosen ones. */
const questions = (to: string, within: string | undefined): FilterRow[][] => [
  within ? [{ column: within, operator: 'eq', x: '1' }] : [],
  [{ column: to === 'users' ? 'fullName' : 'nom', operator: 'like', x: 'a' }],
  [{ column: 'id', operator: 'in', x: ['1', '2'] }],
];

const asked = Object.entries(LISTS).flatMap(([list, fields]) =>
  WITHOUT_SCREEN.has(list)
    ? []
    : Object.entries(fields).flatMap(([column, { type, to, choices, within }]) =>
        type === 'reference' && !choices ? [{ list, column, to: to ?? 'nothing', within }] : [],
      ),
);

describe.each(PEOPLE)('%s', (account) => {
  it('can read every list that the filters and forms of an open screen need', async () => {
    const person = await signIn(account);
    const { body } = await person.get<{ permissions: Grants }>('/v2/session');
    const statuses = new Map<string, Promise<number>>();
    const status = (address: string): Promise<number> => {
      const known = statuses.get(address) ?? person.get(address).then((reply) => reply.status);
      statuses.set(address, known);
      return known;
    };
    const wrong: string[] = [];
    let opened = 0;
    for (const { list, column, to, within } of asked) {
      if (!mayOpen(body.permissions, SCREEN_OF[list] as MenuKey)) continue;
      expect(await status(`/v2/${list}?itemperpage=1`), list).toBe(200);
      opened += 1;
      for (const rows of questions(to, within)) {
        const query = new URLSearchParams([['itemperpage', '2'], ...filterQuery(rows)]).toString();
        const got = await status(`/v2/${to}?${query}`);
        if (got !== 200) wrong.push(`${list} ${column}: ${got} of ${to}?${decodeURIComponent(query)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(opened).toBeGreaterThan(30);
  });
});
