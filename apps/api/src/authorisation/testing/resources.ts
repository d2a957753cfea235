/** The routes of the declared resources in the authorisation matrix. */
import type { Resource as Declared } from '@octroi/contract';
import * as declared from '@octroi/contract/resources';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { YEAR } from '#src/testing/app.ts';
import { square } from '#src/testing/contours.ts';
import { giveSecret } from '#src/testing/second-factor.ts';
import { newPerson } from '#src/testing/people.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import {
  administrators,
  everybody,
  idFrom,
  newName,
  office,
  ofNiamey,
  type Outcome,
  route,
  superAdmin,
  type Table,
} from './expectation.ts';
import type { Kind, World } from './people.ts';

export const NIAMEY = 1;
/** The département of Niamey of the account `plateau`. */
export const DEPARTEMENT = 1;
const QUARTIER_TYPE = 2;

interface Rights {
  list: Outcome;
  find: Outcome;
  create: Outcome;
  patch: Outcome;
  remove: Outcome;
  /** By kind: a bulk removal replies 200 with its refusals, or is refused as a whole. */
  removeMany: Outcome;
}

/** Belongs to the platform: read by all, written by Super Admin. */
const OF_PLATFORM: Rights = {
  list: everybody(200),
  find: everybody(200),
  create: superAdmin(201),
  patch: superAdmin(200),
  remove: superAdmin(204),
  removeMany: superAdmin(200),
};
/** The same, read only in the back office. */
const OF_OFFICE: Rights = { ...OF_PLATFORM, list: office(200), find: office(200) };
/** Groups: read by people who may list them, or the users in them. */
const OF_GROUPS: Rights = {
  ...OF_OFFICE,
  list: office(200, { plateau: 403, lecture: 403 }),
  find: office(200, { plateau: 403, lecture: 403 }),
};
/** Permissions: everybody may read those of the own group; others need the right. */
const OF_GRANTS: Rights = {
  ...OF_OFFICE,
  find: office(404, { superadmin: 200, 'admin.nta': 200 }),
};
/** Configuration of a collectivité: reference lists are read by every session of it. */
const OF_COLLECTIVITE: Rights = {
  list: everybody(200),
  find: ofNiamey(200),
  create: administrators(201),
  patch: administrators(200),
  remove: administrators(204),
  // for Maradi the id does not exist: it is among the refused ones
  removeMany: administrators(200, { maradi: 200 }),
};
/** Taxes and rates: agents do not need them. */
const taxe = async (world: World) => ({
  nom: newName(),
  entite: 1,
  categorie: await idFrom(world, 'select min(id) as id from categorie_taxe where entite_id = 1'),
  frequence: 1,
  typeEquipement: await equipement(world),
  applications: [application()],
});

const OF_TAXES: Rights = {
  ...OF_COLLECTIVITE,
  list: office(200),
  find: ofNiamey(200, { 'agent.terrain': 403 }),
};

type Make = (world: World) => Promise<number>;

interface Resource {
  path: string;
  rights: Rights;
  body: (world: World) => object | Promise<object>;
  change?: object;
  /** Creates a record of Niamey, if not from `body` by Super Admin. */
  record?: Make;
  /** Creates a record for the removal, if the others cannot be removed. */
  removable?: Make;
}

/** Created for the first request in a world, then shared: test files share modules, not databases. */
function once(make: Make): Make {
  const made = new WeakMap<World, Promise<number>>();
  return (world) => {
    const one = made.get(world) ?? make(world);
    made.set(world, one);
    return one;
  };
}

function routesOf({ path, rights, body, change = { description: 'Autre' }, ...made }: Resource): Table {
  const record = made.record ?? (async (world: World) => world.make(path, await body(world)));
  const removable = made.removable ?? record;
  const shared = once(record);
  const untouched = once(removable);
  /** A record that must not be removed serves all refused requests. */
  const toRemove = (world: World, kind: Kind): Promise<number> =>
    rights.remove[kind] === 204 ? removable(world) : untouched(world);
  return {
    [`GET /v2/${path}`]: route(rights.list, () => ({ search: 'itemperpage=100' })),
    [`POST /v2/${path}`]: route(rights.create, async (world) => ({ body: await body(world) })),
    [`GET /v2/${path}/{id}`]: route(rights.find, async (world) => ({ id: await shared(world) })),
    [`PATCH /v2/${path}/{id}`]: route(rights.patch, async (world) => ({
      id: await shared(world),
      body: change,
    })),
    [`DELETE /v2/${path}/{id}`]: route(rights.remove, async (world, kind) => ({
      id: await toRemove(world, kind),
    })),
    [`POST /v2/${path}/suppression`]: route(rights.removeMany, async (world, kind) => ({
      body: { ids: [await toRemove(world, kind)] },
    })),
  };
}

const account = ({ copyOf }: World): Promise<number> => copyOf('lecture');
const person = () => newPerson({ groupe: GROUPE_ID.consultation, entites: [1] });
const equipement = (world: World): Promise<number> =>
  world.make('type_equipements', { nom: newName(), entite: 1, enabled: true });
const regie = async (world: World) => ({
  nom: newName(),
  entite: 1,
  regisseur: await account(world),
  plafond: 100_000,
  delaiJours: 7,
});
let days = 0;
/** Rates of a tax must not start on the same day. */
const nextDay = (): string => new Date(Date.UTC(2000, 0, (days += 1))).toISOString().slice(0, 10);
const precision = () => ({ annee: YEAR, libelle: newName(), tarif: 100 });
const application = (more: object = { tarif: 100 }) => ({ ramification: DEPARTEMENT, annee: YEAR, ...more });

/** A threshold that nothing exceeds; a collectivité has one per nature. */
async function seuil({ query }: World, nature: string) {
  await query('delete from seuil_approbation where nature = $1', [nature]);
  return { entite: NIAMEY, nature, enabled: false };
}

/** Resources with special rules. */
const RESOURCES: Resource[] = [
  {
    path: 'entites',
    rights: { ...OF_PLATFORM, find: ofNiamey(200) },
    body: () => ({ nom: newName(), nomCourt: newName(), code: newName(), ville: 1 }),
    record: async () => NIAMEY,
    removable: (world) =>
      world.make('entites', { nom: newName(), nomCourt: newName(), code: newName(), ville: 1 }),
  },
  {
    path: 'ramifications',
    rights: OF_COLLECTIVITE,
    body: () => ({ nom: newName(), code: newName(), entite: 1, parent: DEPARTEMENT, type: QUARTIER_TYPE }),
  },
  {
    path: 'seuil_approbations',
    rights: { ...OF_COLLECTIVITE, list: office(200), find: ofNiamey(200, { 'agent.terrain': 403 }) },
    body: (world) => seuil(world, 'tarif'),
    change: { seuil: 5 },
    record: async (world) => world.make('seuil_approbations', await seuil(world, 'clôture')),
    removable: async (world) => world.make('seuil_approbations', await seuil(world, 'réouverture')),
  },
  { path: 'regies', rights: OF_COLLECTIVITE, body: regie },
  {
    path: 'categorie_valeurs',
    rights: OF_COLLECTIVITE,
    body: () => ({ nom: newName(), entite: 1, sorte: 'ticket', valeur: 100 }),
  },
  {
    path: 'mandats',
    rights: OF_COLLECTIVITE,
    body: async (world) => ({
      entite: 1,
      regie: await world.make('regies', await regie(world)),
      suppleant: await account(world),
      debut: `${YEAR}-01-01`,
    }),
  },
  { path: 'groups', rights: OF_GROUPS, body: () => ({ nom: newName() }) },
  {
    path: 'navigations',
    rights: OF_OFFICE,
    body: () => ({ nom: newName(), cle: newName(), url: '/essai', permissions: ['Lister'], module: 'Essai' }),
    change: { icon: 'map' },
  },
  {
    path: 'permissions',
    rights: OF_GRANTS,
    body: async (world) => ({
      role: await world.make('groups', { nom: newName() }),
      navigation: 1,
      nom: 'Voir',
    }),
    change: { nom: 'Exporter' },
  },
  {
    path: 'users',
    rights: {
      ...OF_COLLECTIVITE,
      list: office(200),
      // a user limited to a département sees its people and the agents, not the administration of the whole
      find: ofNiamey(200, { plateau: 404, 'agent.terrain': 403 }),
      // the body puts the account in Niamey, which does not exist for Maradi
      create: administrators(201, { maradi: 400 }),
    },
    body: person,
    record: account,
    change: { telephone: '90 00 00 00' },
  },
  {
    path: 'entite_taxes',
    rights: OF_TAXES,
    body: taxe,
    change: { appartenance: 'Autre' },
  },
  {
    path: 'imputation_budgetaires',
    rights: OF_COLLECTIVITE,
    body: async (world) => ({
      entite: 1,
      taxe: await idFrom(world, 'select min(id) as id from taxe where entite_id = 1'),
      debut: nextDay(),
      code: '7011',
      libelle: 'Droits de place',
    }),
    change: { libelle: 'Autre' },
  },
  {
    path: 'applications',
    // the body names a sub-entity of Niamey, which does not exist for Maradi
    rights: { ...OF_TAXES, create: administrators(201, { maradi: 400 }) },
    body: () => application(),
    change: { tarif: 200 },
  },
  {
    path: 'precisions',
    rights: {
      ...OF_TAXES,
      // a record without a collectivité is visible to its author
      create: administrators(201, { maradi: 201 }),
      remove: administrators(204, { 'admin.nta': 404 }),
    },
    body: precision,
    change: { tarif: 200 },
    record: async (world) => {
      const held = await world.make('precisions', precision());
      await world.make('applications', application({ precisione: [held] }));
      return held;
    },
    removable: (world) => world.make('precisions', precision(), 'niamey'),
  },
];

const DECLARED: Declared[] = Object.values(declared);

/** The minimum body of a new record, of Niamey if it belongs to a collectivité. */
async function leastBody(world: World, { fields }: Declared): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'entite') body[name] = NIAMEY;
    else if (!field.required || field.derived) continue;
    else if (field.kind === 'reference') body[name] = await recordOf(world, field.to);
    else if (field.kind === 'integer' || field.kind === 'decimal') body[name] = field.default ?? field.max;
    else body[name] = newName();
  }
  return body;
}

async function recordOf(world: World, path: string): Promise<number> {
  const target = DECLARED.find((resource) => resource.path === path);
  if (!target) throw new Error(`${path} is not declared`);
  return world.make(path, await leastBody(world, target));
}

/** All others: they belong to a collectivité if they name one, else to the platform. */
const PLAIN: Resource[] = DECLARED.filter(({ path }) => !RESOURCES.some((known) => known.path === path)).map(
  (resource) => ({
    path: resource.path,
    rights: 'entite' in resource.fields ? OF_COLLECTIVITE : OF_PLATFORM,
    body: (world) => leastBody(world, resource),
  }),
);

/** Acts on accounts and groups besides those of every resource: for people who may change an account of Niamey. */
const BESIDE: Table = {
  'POST /v2/entite_taxes/simulation': route(
    ofNiamey(200, { plateau: 403, 'agent.terrain': 403 }),
    async (world) => ({ body: await taxe(world) }),
  ),
  'GET /v2/entite_taxes/modeles': route(administrators(200), () => ({ search: 'entite=1' })),
  'POST /v2/entite_taxes/copies': route(administrators(201), async ({ query }) => {
    // each permitted caller copies it, and a second tax on the same base, or of the same name, would be refused
    await query(
      `update taxe set enabled = false, nom = 'Ancienne ' || id where type_equipement_id =
         (select id from type_equipement where entite_id = 1 and nom = 'Taxi')`,
    );
    const taxe = { cle: 'usuelle:taxi', tarifs: [{ libelle: null, tarif: 100 }] };
    return { body: { entite: NIAMEY, annee: YEAR, taxes: [taxe] } };
  }),
  'GET /v2/mise-en-service': route(administrators(200), () => ({ search: 'entite=1' })),
  'POST /v2/ramifications/plan': route(administrators(200), () => {
    const fields = { entite: '1', essai: '1' };
    return sentFile('Essai', { name: 'saisie.txt', type: 'text/plain', part: 'fichier', fields });
  }),
  'PUT /v2/users/{id}': route(administrators(200), async (world) => {
    const { password: _password, passwordConfirm: _confirm, ...body } = person();
    return { id: await account(world), body };
  }),
  'POST /v2/users/{id}/mot-de-passe': route(administrators(204), async (world) => ({
    id: await account(world),
    body: { password: 'Puits-natte-27', passwordConfirm: 'Puits-natte-27' },
  })),
  'GET /v2/users/{id}/mot-de-passe': route(administrators(200), async (world) => ({
    id: await account(world),
  })),
  'POST /v2/users/{id}/lien': route(administrators(204), async (world) => ({ id: await account(world) })),
  'DELETE /v2/users/{id}/sessions': route(administrators(204), async (world) => {
    const id = await account(world);
    await world.enter(id);
    return { id };
  }),
  'DELETE /v2/users/{id}/second-facteur': route(administrators(204), async (world) => {
    const id = await account(world);
    await giveSecret(world.query, id, 'A'.repeat(32));
    return { id };
  }),
  'GET /v2/groups/{id}/permissions': route(office(200, { plateau: 403, lecture: 403 }), () => ({
    id: GROUPE_ID.administrateur,
  })),
  'PUT /v2/groups/{id}/permissions': route(superAdmin(200), async (world) => ({
    id: await world.make('groups', { nom: newName() }),
    body: { permissions: [{ navigation: 1, nom: 'Voir' }] },
  })),
  'GET /v2/ramifications/arbre': route(office(200), () => ({ search: 'entite=1' })),
  'GET /v2/ramifications/{id}/contour': route(ofNiamey(200, { 'agent.terrain': 403 }), () => ({
    id: DEPARTEMENT,
  })),
  'PUT /v2/ramifications/{id}/contour': route(administrators(200), () => ({
    id: DEPARTEMENT,
    body: square(),
  })),
  'DELETE /v2/ramifications/{id}/contour': route(administrators(200), () => ({ id: DEPARTEMENT })),
  'GET /v2/ramifications/{id}/acces': route(ofNiamey(200, { 'agent.terrain': 403 }), () => ({
    id: DEPARTEMENT,
  })),
};

export const RESOURCE_ROUTES: Table = Object.assign(
  {},
  ...[...RESOURCES, ...PLAIN].map(routesOf),
  BESIDE,
) as Table;
