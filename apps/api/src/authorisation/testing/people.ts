/** The nine kinds of person as whom the authorisation matrix sends every request. */
import { PASSWORD, type Account, type Caller, type testApp } from '#src/testing/app.ts';
import { tokens } from '#src/testing/people.ts';
import { insertSession } from '#src/platform/session/session.repository.ts';

export const KINDS = [
  'nobody',
  'superadmin',
  'admin.nta',
  'niamey',
  'maradi',
  'plateau',
  'lecture',
  'agent.terrain',
  'disabled',
] as const;
export type Kind = (typeof KINDS)[number];

/** Collectivités in the scope of each; Super Admin and Admin NTA have all. */
export const COLLECTIVITES: Partial<Record<Kind, number>> = {
  niamey: 1,
  maradi: 2,
  plateau: 1,
  lecture: 1,
  'agent.terrain': 1,
};

type App = Awaited<ReturnType<typeof testApp>>;

/** Every route of the application, as in its OpenAPI document: `METHOD /path`. */
export async function routesOf({ app }: Pick<App, 'app'>): Promise<string[]> {
  await app.ready();
  return Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

export interface World extends Pick<App, 'query'> {
  by: (kind: Kind) => Caller;
  /** Creates an account with the rights, places and password of another. @returns its id */
  copyOf: (username: string) => Promise<number>;
  /** Signs an account in with a token, without its password. */
  enter: (id: number) => Promise<Caller>;
  /** Creates a record as Super Admin, or as another person. @returns its id */
  make: (path: string, body: object, kind?: Kind) => Promise<number>;
}

/** Signs everybody in, and then disables the account that must be disabled. */
export async function gather({ db, query, signIn, nobody, callerWith }: App): Promise<World> {
  async function enter(id: number): Promise<Caller> {
    const session = { kind: 'bearer', hours: 1, address: '::1', userAgent: undefined } as const;
    const token = await db
      .transaction()
      .execute((trx) => insertSession(trx, { utilisateurId: id, ...session }));
    return callerWith({ authorization: `Bearer ${token}` });
  }
  const callers = new Map<Kind, Caller>([['nobody', nobody]]);
  const accounts: Account[] = ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'];
  for (const account of accounts) callers.set(account as Kind, await signIn(account));
  callers.set('agent.terrain', await tokens(nobody, callerWith).enter('agent.terrain', PASSWORD));

  let copies = 0;
  async function copyOf(username: string): Promise<number> {
    const [made] = await query<{ id: number }>(
      `with source as (select * from utilisateur where username = $1),
        copie as (
          insert into utilisateur (nom, prenom, username, email, password_hash, type_id, groupe_id)
          select nom, prenom, $2, $2 || '@octroi.test', password_hash, type_id, groupe_id from source
          returning id),
        entites as (
          insert into utilisateur_entite (utilisateur_id, entite_id)
          select copie.id, entite_id from copie, source join utilisateur_entite on utilisateur_id = source.id),
        ramifications as (
          insert into utilisateur_ramification (utilisateur_id, ramification_id)
          select copie.id, ramification_id from copie, source join utilisateur_ramification on utilisateur_id = source.id)
      select id from copie`,
      [username, `${username}.${++copies}`],
    );
    if (!made) throw new Error(`no account ${username}`);
    return made.id;
  }

  // a copy of Super Admin: it is refused because it is disabled, not for lack of a right
  const id = await copyOf('superadmin');
  callers.set('disabled', await enter(id));
  await query('update utilisateur set enabled = false where id = $1', [id]);

  const by = (kind: Kind): Caller => callers.get(kind) as Caller;
  return {
    query,
    by,
    copyOf,
    enter,
    async make(path, body, kind = 'superadmin') {
      const reply = await by(kind).send<{ id: number }>('POST', `/v2/${path}`, body);
      if (reply.status !== 201) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
      return reply.body.id;
    },
  };
}
