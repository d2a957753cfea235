/**
 * Starts a phone: the enrolment code and the agent's sign-in are one act. Until the server has accepted both, the phone
 * belongs to nobody: no vault, no person (ADR 0086).
 */
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import { normaliserCode } from '@octroi/contract/terrain/rules';
import type { Clock } from '#src/platform/device/clock.ts';
import { VERSION } from '#src/platform/device/version.ts';
import { call, CallError, json } from '#src/platform/exchange/call.ts';
import { type Credentials, issueToken, lendToTab, type Session } from '#src/platform/exchange/session.ts';
import { keepStanding } from '#src/platform/exchange/standing.ts';
import { signingKey } from '#src/platform/vault/signing.ts';
import type { Store } from '#src/platform/vault/store.ts';
import { Vault } from '#src/platform/vault/vault.ts';

/** The server refused the enrolment code, or too many wrong ones came: the code is asked again. */
export class CodeRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CodeRefused';
  }
}

const NETWORK = 'L’inscription demande le réseau : rien n’est encore sur ce téléphone.';
const ALREADY = 'Ce téléphone vient d’être inscrit dans un autre onglet : rouvrez l’application.';

const needsNetwork = (error: unknown): never => {
  throw error instanceof CallError && error.status === 0 ? new Error(NETWORK) : error;
};

/** Whether this phone belongs to nobody. A vault without a device and without acts is of an older version. */
export async function isUnowned(store: Store): Promise<boolean> {
  if (!(await store.setting('coffre'))) return true;
  return (await store.secrets.get('appareil')) === undefined && (await store.journal.count()) === 0;
}

/**
 * Exchanges the office's code for the device, and leaves this phone's key.
 * @param appareil the device whose acts are on this phone, if it was enrolled before
 * @throws {CodeRefused}
 * @throws {Error} with a message for the person
 */
export async function requestInscription(
  store: Store,
  { token }: Session,
  code: string,
  appareil?: number,
): Promise<InscriptionAppareil> {
  const body = {
    code: normaliserCode(code),
    clePublique: await signingKey(store),
    plateforme: navigator.userAgent.slice(0, 200),
    version: VERSION,
    ...(appareil !== undefined && { appareil }),
  };
  return call<InscriptionAppareil>('/v2/terrain/appareils/inscription', { ...json(body), token }).catch(
    (error: unknown) => {
      const wrongCode = error instanceof CallError && (error.status === 400 || error.status === 429);
      return wrongCode ? Promise.reject(new CodeRefused(error.message)) : needsNetwork(error);
    },
  );
}

/** The last receipt rank of each year, known to the server or to this phone. */
export function lastRanks(
  { series }: Pick<InscriptionAppareil, 'series'>,
  known: Record<string, number>,
): Record<string, number> {
  const rangs = { ...known };
  for (const { annee, dernier } of series) rangs[annee] = Math.max(dernier, rangs[annee] ?? 0);
  return rangs;
}

/**
 * @returns the new vault, open
 * @throws {CodeRefused}
 * @throws {Error} with a message for the person
 */
export async function enrolPhone(
  { store, clock }: { store: Store; clock: Clock },
  code: string,
  credentials: Credentials,
): Promise<Vault> {
  if (!(await isUnowned(store))) throw new Error(ALREADY);
  const session = await issueToken(credentials).catch(needsNetwork);
  const inscription = await requestInscription(store, session, code);
  const vault = await Vault.make();
  const coffre = await vault.lock(credentials.password);
  const secrets = [
    { nom: 'session', scelle: await vault.seal(session, 'session') },
    { nom: 'appareil', scelle: await vault.seal(inscription, 'appareil') },
  ];
  const { dernierSequence, statut } = inscription;
  const { id: agent, username: pseudo } = inscription.appareil.agent;
  await clock.recordContact(store, inscription.heure, Date.now());
  await store.transaction('rw', [store.reglages, store.secrets, store.journal, store.pages], async () => {
    // another tab may have been faster
    if (!(await isUnowned(store))) throw new Error(ALREADY);
    await store.secrets.clear();
    await store.pages.clear();
    await store.reglages.bulkPut([
      { nom: 'coffre', pseudo, agent, ...coffre },
      { nom: 'compteurs', sequence: dernierSequence, rangs: lastRanks(inscription, {}) },
    ]);
    await store.secrets.bulkPut(secrets);
  });
  await keepStanding(store, vault, { statut, agentActif: true, dernierSequence });
  // asks the browser not to drop unsent data
  await navigator.storage?.persist?.();
  await lendToTab(store, vault);
  return vault;
}
