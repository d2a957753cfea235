/** Routes of the authorisation matrix about one's own account: sign-in, profile, personal data. */
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from '#src/testing/app.ts';
import { giveSecret } from '#src/testing/second-factor.ts';
import { NEW_PASSWORD } from '#src/testing/people.ts';
import {
  type RouteRequest,
  everybody,
  idFrom,
  newName,
  office,
  open,
  type Outcome,
  route,
  superAdmin,
  type Table,
} from './expectation.ts';
import { type Kind, type World } from './people.ts';

const SECRET = 'A'.repeat(32);
const renewed = { password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };

/** Asks as a copy of the same kind of person, made for this request only. */
async function asCopy(world: World, kind: Kind): Promise<RouteRequest & { id?: number }> {
  if (kind === 'nobody' || kind === 'disabled') return {};
  const id = await world.copyOf(kind);
  return { id, as: await world.enter(id) };
}

/** The same with a second factor, active or only started. */
async function withSecondFactor(world: World, kind: Kind, active: boolean): Promise<RouteRequest> {
  const { id, ...asked } = await asCopy(world, kind);
  if (id) await giveSecret(world.query, id, SECRET, active);
  return asked;
}

const code = (): string => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate();

/** Personal data of a user of Niamey: for all others, including Super Admin, it does not exist. */
const ofItsOwner = (status: number, exceptions: Partial<Outcome> = {}): Outcome =>
  everybody(404, { niamey: status, ...exceptions });

async function travail(world: World): Promise<RouteRequest> {
  const [row] = await world.query<{ id: string }>(
    `insert into travail (nature, entite_id, utilisateur_id, parametres, fait_avec)
     select 'echeances', 1, id, '{}', '{"droits": [], "perimetre": {"kind": "entites", "entites": [1]}}' from utilisateur where username = 'niamey' returning id`,
  );
  return row ?? {};
}

async function exportedFile(world: World): Promise<RouteRequest> {
  const asked = await travail(world);
  await world.query("insert into export (travail_id, titre, fichier) values ($1, 'Essai', 'essai.csv')", [
    asked.id,
  ]);
  return asked;
}

/** Administrators, each for the accounts of their collectivité. */
const watchers = office(200, { plateau: 403, lecture: 403 });

export const ACCOUNT_ROUTES: Table = {
  'GET /health': route(open(200)),
  'GET /ready': route(open(200)),
  'POST /v2/users/check': route(open(200), () => ({ body: { email: 'lecture', password: PASSWORD } })),
  'POST /login_check': route(open(200), () => ({ body: { username: 'lecture', password: PASSWORD } })),
  // the same reply for existing and missing accounts
  'POST /v2/mot-de-passe/oubli': route(open(204), () => ({ body: { email: newName() } })),
  'POST /v2/mot-de-passe/nouveau': route(open(204), async ({ query, copyOf }) => {
    const token = newName();
    await query(
      "insert into reinitialisation (utilisateur_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
      [await copyOf('lecture'), createHash('sha256').update(token).digest()],
    );
    return { body: { token, ...renewed } };
  }),
  // no such address once there is an account
  'POST /v2/premier-demarrage': route(open(410), () => ({
    body: {
      token: newName(),
      nom: 'A',
      prenom: 'B',
      username: newName(),
      email: 'a@octroi.test',
      ...renewed,
    },
  })),

  'GET /v2/session': route(everybody(200)),
  'POST /v2/session/confirmation': route(everybody(204), () => ({ body: { actuel: PASSWORD } })),
  'POST /v2/session/logout': route(everybody(204), asCopy),
  'GET /v2/profil': route(office(200)),
  'PATCH /v2/profil': route(office(200), async (world, kind) => ({
    ...(await asCopy(world, kind)),
    body: { telephone: '+227 90 00 00 00' },
  })),
  'POST /v2/profil/mot-de-passe': route(everybody(200), async (world, kind) => ({
    ...(await asCopy(world, kind)),
    body: { actuel: PASSWORD, ...renewed },
  })),
  'GET /v2/profil/sessions': route(office(200)),
  'DELETE /v2/profil/sessions': route(office(204), asCopy),
  'DELETE /v2/profil/sessions/{id}': route(ofItsOwner(204, { 'agent.terrain': 403 }), async (world) => ({
    id: await idFrom(
      world,
      `insert into session (utilisateur_id, token_hash, kind, expires_at)
       select id, sha256($1::text::bytea), 'cookie', now() + interval '1 hour' from utilisateur where username = 'niamey'
       returning id`,
      [newName()],
    ),
  })),
  'GET /v2/profil/second-facteur': route(office(200)),
  'POST /v2/profil/second-facteur': route(office(200), async (world, kind) => ({
    ...(await asCopy(world, kind)),
    body: { actuel: PASSWORD },
  })),
  'POST /v2/profil/second-facteur/confirmation': route(office(200), async (world, kind) => ({
    ...(await withSecondFactor(world, kind, false)),
    body: { code: code() },
  })),
  'POST /v2/profil/second-facteur/codes': route(office(200), async (world, kind) => ({
    ...(await withSecondFactor(world, kind, true)),
    body: { actuel: PASSWORD },
  })),
  'POST /v2/profil/second-facteur/retrait': route(office(204), async (world, kind) => ({
    ...(await withSecondFactor(world, kind, true)),
    body: { actuel: PASSWORD },
  })),

  'GET /v2/securite/comptes': route(watchers),
  'GET /v2/securite/echecs': route(watchers),
  'GET /v2/securite/sessions': route(watchers),

  'GET /v2/vues': route(everybody(200), () => ({ search: 'ecran=contribuables' })),
  'POST /v2/vues': route(everybody(201), () => ({
    body: { ecran: 'contribuables', nom: newName(), recherche: 'page=1' },
  })),
  'DELETE /v2/vues/{id}': route(ofItsOwner(204), async (world) => ({
    id: await world.make('vues', { ecran: 'contribuables', nom: newName(), recherche: '' }, 'niamey'),
  })),
  'PATCH /v2/affichage': route(everybody(200), () => ({ body: { densite: 'compacte' } })),
  // each reading asks its own route's rights
  'POST /v2/lectures': route(everybody(200), () => ({
    body: { lectures: [{ appel: 'GET /approbations/attente', query: '' }] },
  })),
  'POST /v2/selections': route(everybody(201), () => ({
    body: { resource: 'contribuables', query: 'entite=1' },
  })),
  'GET /v2/exports': route(everybody(200)),
  // Super Admin fetches every file, the others their own
  'GET /v2/exports/{export}': route(ofItsOwner(200, { superadmin: 200 }), exportedFile),
  // an export that does not exist
  'GET /v2/exports/{export}/fichier': route(ofItsOwner(409, { superadmin: 409 }), exportedFile),
  'DELETE /v2/exports/{export}': route(ofItsOwner(204, { superadmin: 204 }), exportedFile),
  'GET /v2/sauvegardes': route(superAdmin(200)),
  // no backup is configured here
  'POST /v2/sauvegardes': route(superAdmin(409)),
  'GET /v2/travaux': route(everybody(200)),
  // Super Admin sees every job, the others their own
  'GET /v2/travaux/{travail}': route(ofItsOwner(200, { superadmin: 200 }), travail),
  'POST /v2/travaux/{travail}/annulation': route(ofItsOwner(200, { superadmin: 200 }), travail),
  // a job that did not fail
  'POST /v2/travaux/{travail}/relance': route(ofItsOwner(409, { superadmin: 409 }), travail),
};
