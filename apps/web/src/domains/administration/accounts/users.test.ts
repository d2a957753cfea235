import { GROUPE, TYPE_UTILISATEUR } from '@octroi/contract/constants';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { expect, it } from 'vitest';
import type { Session } from '#src/platform/session.ts';
import agents from './agents.ts';
import users from './users.ts';

const NIAMEY = { id: 1, nom: 'Ville de Niamey' };
const MARADI = { id: 2, nom: 'Ville de Maradi' };
const sessionOf = (groupe: string, collectivites: Session['collectivites']): Session =>
  ({ user: { groupe: { nom: groupe } }, collectivites }) as unknown as Session;
const chosen = { kind: 'entite', ...MARADI } as const;

const AGENTS: FilterRow = { column: 'tu.id', operator: 'eq', x: String(TYPE_UTILISATEUR.agent) };
const IN_MARADI: FilterRow = { column: 'ent.id', operator: 'eq', x: '2' };
const IN_BOTH: FilterRow = { column: 'ent.id', operator: 'in', x: ['1', '2'] };

const ADMIN = sessionOf(GROUPE.superAdmin, [NIAMEY, MARADI]);
const NTA = sessionOf('Admin NTA', [NIAMEY, MARADI]);
const TOWN = sessionOf('Administrateur', [NIAMEY]);
const DISTRICT = sessionOf('Gestionnaire', []);

it.each([
  ['Super Admin', ADMIN, null, [], []],
  ['Super Admin who chose a collectivité', ADMIN, chosen, [IN_MARADI], [IN_MARADI]],
  ['somebody of two collectivités', NTA, null, [AGENTS, IN_BOTH], []],
  ['somebody of two who chose one', NTA, chosen, [AGENTS, IN_MARADI], [IN_MARADI]],
  ['somebody of one', TOWN, { kind: 'entite', ...NIAMEY } as const, [AGENTS, { ...IN_BOTH, x: ['1'] }], []],
  ['somebody of sub-entities alone', DISTRICT, null, [AGENTS], []],
])('%s opens users and agents filtered by the current place', (_who, session, place, ofUsers, ofAgents) => {
  expect(users.preset?.(session, place)).toEqual(ofUsers);
  expect(agents.preset?.(session, place)).toEqual(ofAgents);
});

it('filters the list of accounts only by its own columns', () => {
  const fields = users.resource.filterFields;
  for (const session of [ADMIN, NTA, TOWN, DISTRICT])
    for (const { column } of users.preset?.(session, chosen) ?? []) expect(fields).toHaveProperty([column]);
});
