/** Opens the vault of an enrolled phone. Its owner is one person, whether the username or the e-mail address is typed. */
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import { CallError } from '#src/platform/exchange/call.ts';
import {
  type Credentials,
  identify,
  type Identity,
  keepSecret,
  readSecret,
} from '#src/platform/exchange/session.ts';
import type { Store, VaultRow } from '#src/platform/vault/store.ts';
import { Vault, WrongPassword } from '#src/platform/vault/vault.ts';

/**
 * The server accepts what was typed, and it does not open this phone: the owner's password has changed, or it is another
 * agent. Both may release the phone.
 */
export class Locked extends Error {
  /** Whether it is the owner, whose previous password opens the vault. */
  readonly owner: boolean;
  constructor(owner: boolean, pseudo: string) {
    super(
      owner
        ? 'Votre mot de passe a changé. Donnez aussi l’ancien, pour ouvrir ce que ce téléphone garde.'
        : `Ce téléphone est celui de « ${pseudo} ». Pour l’inscrire à votre nom, libérez-le d’abord.`,
    );
    this.name = 'Locked';
    this.owner = owner;
  }
}

export const SECOND_FACTOR = 'connexion.second-facteur';

const OTHER = (pseudo: string): string =>
  `Ce téléphone est celui de « ${pseudo} ». Sans réseau, seuls son pseudo et son mot de passe l’ouvrent.`;

/** The owner's other identifiers, confirmed by the server once. */
const IDENTIFIERS = 'identifiants';
const folded = (identifier: string): string => identifier.trim().toLowerCase();

/**
 * @param ancien the previous password, if the office changed it
 * @returns undefined if the phone was emptied meanwhile
 * @throws {Locked}
 * @throws {Error} with a message for the person
 */
export async function unlock(
  store: Store,
  credentials: Credentials,
  ancien: string | undefined,
): Promise<Vault | undefined> {
  const coffre = await store.setting('coffre');
  if (!coffre) return undefined;
  const vault = await Vault.open(coffre, ancien ?? credentials.password).catch((error: unknown) => {
    if (!(error instanceof WrongPassword)) throw error;
    return undefined;
  });
  if (!vault) throw await reasonOf(coffre, credentials, ancien !== undefined);
  const known = (await readSecret<string[]>(store, vault, IDENTIFIERS)) ?? [];
  const typed = folded(credentials.identifiant);
  if (ancien === undefined && [folded(coffre.pseudo), ...known].includes(typed)) return vault;
  const { identity } = await identify(credentials).catch((error: unknown) => {
    throw error instanceof CallError && error.status === 0 && ancien === undefined
      ? new Error(OTHER(coffre.pseudo))
      : error;
  });
  const owner =
    coffre.agent ?? (await readSecret<InscriptionAppareil>(store, vault, 'appareil'))?.appareil.agent.id;
  if (identity.id !== owner) throw new Locked(false, coffre.pseudo);
  await keepSecret(store, vault, IDENTIFIERS, [...new Set([...known, typed])]);
  const row = ancien === undefined ? coffre : { ...coffre, ...(await vault.lock(credentials.password)) };
  await store.reglages.put({ ...row, pseudo: identity.username, agent: identity.id });
  return vault;
}

/** Why a password does not open the vault: only the server can tell a new password from a wrong one. */
async function reasonOf(coffre: VaultRow, credentials: Credentials, triedPrevious: boolean): Promise<Error> {
  const wrong = new WrongPassword();
  if (triedPrevious) return wrong;
  try {
    const { identity } = await identify(credentials);
    return new Locked(isOwner(coffre, identity), coffre.pseudo);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // the server asks for a code, or to wait
    if (error.status === 429 || error.code === SECOND_FACTOR) return error;
    const own = folded(coffre.pseudo) === folded(credentials.identifiant);
    return error.status === 0 && !own ? new Error(OTHER(coffre.pseudo)) : wrong;
  }
}

/** Whether an account is the phone's owner. */
export const isOwner = ({ agent, pseudo }: VaultRow, { id, username, email }: Identity): boolean =>
  agent === undefined ? [username, email].map(folded).includes(folded(pseudo)) : agent === id;
