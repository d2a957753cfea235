/** Sends many generated calls and reports faulty replies: a server error, or a refusal without explanation. */
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { withConnection } from '#src/platform/database/connection.ts';
import { accesList } from '@octroi/contract/administration/security/acces-columns';
import { journalList } from '@octroi/contract/administration/journal/journal-columns';
import { contribuableList } from '@octroi/contract/contribuables/columns';
import { impayeList } from '@octroi/contract/contribuables/impaye-columns';
import { baseTaxableList } from '@octroi/contract/contribuables/lignes/base-taxable-columns';
import { equipementList } from '@octroi/contract/contribuables/lignes/equipement-columns';
import { sansTarifList } from '@octroi/contract/fiscalite/tarifs/sans-tarif-columns';
import { transactionList } from '@octroi/contract/paiements/columns';
import { imputationList } from '@octroi/contract/paiements/imputation-columns';
import { type Call, callsOf, type Document } from './calls.ts';

export interface Answer {
  status: number;
  type: string;
  text: string;
}
/** @throws if there is no reply */
export type Send = (call: Call, token: string) => Promise<Answer>;

export interface Fault {
  call: Call;
  what: string;
}
export interface Outcome {
  calls: number;
  byStatus: Record<number, number>;
  /** Number of operations that succeeded at least once: if every call is refused, the test proves little. */
  succeeded: number;
  operations: number;
  faults: Fault[];
}

const FIELDS = [
  accesList,
  journalList,
  contribuableList,
  impayeList,
  baseTaxableList,
  equipementList,
  sansTarifList,
  transactionList,
  imputationList,
].flatMap(({ fields }) => Object.keys(fields));

/** Maximum share of calls refused for a missing right: such a call tests little. */
export const MOST_REFUSED = 0.25;
/** Accounts of the calls: all rights, the rights of a town, read only. */
const PEOPLE = ['superadmin', 'niamey', 'lecture'];
/** One call in this many is of another account than the first: others are mostly refused. */
const OTHER_ACCOUNT_EVERY = 3;

/**
 * Opens a session without a password: earlier calls may have changed it or ended the sessions.
 * @param url of the database, for its owner
 * @returns the bearer token; undefined if the account was deleted
 */
export async function signInById(url: string, id: number): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  return withConnection(url, 'octroi-fuzz', async (client) => {
    const { rowCount } = await client.query(
      `insert into session (token_hash, utilisateur_id, kind, expires_at, confirmed_at)
       select $1, id, 'bearer', now() + interval '1 day', now() + interval '1 day'
       from (select id from utilisateur where id = $2 for key share) u`,
      [createHash('sha256').update(token).digest(), id],
    );
    return rowCount === 0 ? undefined : token;
  });
}

/** Copies accounts and rights to a separate schema, to restore them later. */
const KEEP_RIGHTS = `
  drop schema if exists avant cascade;
  create schema avant;
  create table avant.utilisateur as
    select id, enabled, type_id, groupe_id, mot_de_passe_donne from utilisateur where username = any ('{${PEOPLE.join(',')}}');
  create table avant.utilisateur_entite as
    select * from utilisateur_entite where utilisateur_id in (select id from avant.utilisateur);
  create table avant.permission as
    select groupe_id, navigation_id, nom from permission where groupe_id in (select groupe_id from avant.utilisateur)`;
/** Restores accounts and rights changed by earlier calls, so that later calls are not all refused. */
const PUT_RIGHTS_BACK = `
  update utilisateur u
  set (enabled, type_id, groupe_id, mot_de_passe_donne) = (a.enabled, a.type_id, g.id, a.mot_de_passe_donne)
  from avant.utilisateur a left join groupe g on g.id = a.groupe_id where u.id = a.id;
  delete from second_facteur where utilisateur_id in (select id from avant.utilisateur);
  update groupe set enabled = true, second_facteur = false where id in (select groupe_id from avant.utilisateur);
  insert into utilisateur_entite
    select a.* from avant.utilisateur_entite a join utilisateur u on u.id = a.utilisateur_id join entite e on e.id = a.entite_id
  on conflict do nothing;
  insert into permission (groupe_id, navigation_id, nom)
    select a.* from avant.permission a join groupe g on g.id = a.groupe_id join navigation n on n.id = a.navigation_id
  on conflict do nothing`;
const FORGET_RIGHTS = 'drop schema avant cascade';

const tell = (url: string, text: string): Promise<unknown> =>
  withConnection(url, 'octroi-fuzz', (client) => client.query(text));

/** The fault of a reply; undefined if it succeeds, or refuses with a reason. */
function faultOf({ status, type, text }: Answer): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status < 400) return undefined;
  if (!type.startsWith('application/problem+json')) return `${status} as ${type}: ${text.slice(0, 200)}`;
  const { message } = JSON.parse(text) as { message?: string };
  return message ? undefined : `${status} without a word`;
}

/**
 * @param url of the database, for its owner
 * @param clients number of simultaneous clients
 * @param seed the same seed gives the same calls
 */
export async function fuzz({
  document,
  url,
  send,
  count,
  clients,
  seed,
  leftOut = [],
}: {
  document: Document;
  url: string;
  send: Send;
  count: number;
  clients: number;
  seed: number;
  leftOut?: readonly string[];
}): Promise<Outcome> {
  const ids = await idsOf(url);
  const tokens = new Map<number, string | undefined>(
    await Promise.all(ids.map(async (id) => [id, await signInById(url, id)] as const)),
  );
  const calls = callsOf(document, FIELDS, leftOut);
  const outcome: Outcome = { calls: 0, byStatus: {}, succeeded: 0, operations: 0, faults: [] };
  const [succeeded, operations] = [new Set<string>(), new Set<string>()];

  const one = async (call: Call, id: number): Promise<void> => {
    operations.add(call.operation);
    const answer = await send(call, tokens.get(id) ?? '').catch((error: Error): Answer => ({
      status: 599,
      type: '',
      text: `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`,
    }));
    outcome.byStatus[answer.status] = (outcome.byStatus[answer.status] ?? 0) + 1;
    if (answer.status < 300) succeeded.add(call.operation);
    if (answer.status === 401 && ids.includes(id)) {
      const token = await signInById(url, id);
      if (token) tokens.set(id, token);
      else if (ids.includes(id)) ids.splice(ids.indexOf(id), 1);
    }
    const what = faultOf(answer);
    if (what) outcome.faults.push({ call, what });
  };

  const BATCH = 500;
  await tell(url, KEEP_RIGHTS);
  for (; outcome.calls < count; outcome.calls += BATCH) {
    await tell(url, PUT_RIGHTS_BACK);
    const batch = fc.sample(calls, {
      numRuns: Math.min(BATCH, count - outcome.calls),
      seed: seed + outcome.calls,
    });
    const next = batch.entries();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (const [index, call] of next)
          await one(
            call,
            ids[index % OTHER_ACCOUNT_EVERY === 0 ? (index / OTHER_ACCOUNT_EVERY) % ids.length : 0] ?? 0,
          );
      }),
    );
  }
  await tell(url, FORGET_RIGHTS);
  return { ...outcome, calls: count, succeeded: succeeded.size, operations: operations.size };
}

async function idsOf(url: string): Promise<number[]> {
  return withConnection(url, 'octroi-fuzz', async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select id from utilisateur where username = any ($1) order by array_position($1, username)',
      [PEOPLE],
    );
    return rows.map(({ id }) => id);
  });
}
