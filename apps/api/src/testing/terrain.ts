/** Devices for tests: enrolled like those of agents; they sign their requests and can repeat them. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type {
  AppareilCode,
  Commande,
  CommandesReply,
  CorpsEnvoye,
  InscriptionAppareil,
  Problem,
  TypeCommande,
} from '@octroi/contract';
import { numeroDe, serieDe } from '@octroi/contract';
import { type Reply, type testApp, yearOf } from './app.ts';
import type { Keeper, Tills } from './tills.ts';

type App = Awaited<ReturnType<typeof testApp>>;

/** Ids of two payment methods of the demonstration: cash, and one that waits for its operator. */
export const ESPECES = 5;
export const ORANGE = 1;

export interface Telephone {
  id: number;
  inscription: InscriptionAppareil;
  cle: KeyObject;
  /** All commands of the device, to send them again. */
  log: Commande[];
  /**
   * Adds a command to the log.
   * @returns the command
   */
  note: <Type extends TypeCommande>(
    type: Type,
    corps: CorpsEnvoye<Type>,
    clock?: { faitLe?: Date; decalage?: number | null },
  ) => Commande;
  /** Adds a payment with the next number of its series. */
  encaisse: (
    contribuable: CorpsEnvoye<'paiement'>['contribuable'],
    montant: number,
    more?: Partial<CorpsEnvoye<'paiement'>>,
    clock?: { faitLe?: Date; decalage?: number | null },
  ) => Commande;
  /** Sends some commands, by default the whole log. */
  send: (
    commandes?: readonly Commande[],
    more?: Record<string, unknown>,
  ) => Promise<Reply<CommandesReply & Problem>>;
}

const telephone = (octroi: App, id: number, inscription: InscriptionAppareil, cle: KeyObject): Telephone => {
  const log: Commande[] = [];
  let sequence = inscription.dernierSequence;
  const rangs = new Map<number, number>(inscription.series.map(({ annee, dernier }) => [annee, dernier]));
  const note: Telephone['note'] = (type, corps, { faitLe = new Date(), decalage = 0 } = {}) => {
    const commande = {
      sequence: ++sequence,
      type,
      faitLe: faitLe.toISOString(),
      decalage,
      corps,
    } as Commande;
    log.push(commande);
    return commande;
  };
  return {
    id,
    inscription,
    cle,
    log,
    note,
    encaisse: (contribuable, montant, more = {}, clock = {}) => {
      const annee = yearOf(clock.faitLe ?? new Date());
      const rang = (rangs.get(annee) ?? 0) + 1;
      rangs.set(annee, rang);
      const { entite, numero } = inscription.appareil;
      const recu = numeroDe(serieDe(entite.code, annee, numero), rang);
      return note('paiement', { contribuable, montant, moyenPaiement: ESPECES, recu, rang, ...more }, clock);
    },
    send: (commandes = log, more = {}) => sendSigned(octroi, { id, cle }, { commandes, ...more }),
  };
};

/** Sends a request signed over its bytes. */
export function sendSigned(
  octroi: App,
  { id, cle }: { id: number; cle: KeyObject },
  { zip = false, signature, ...more }: Record<string, unknown> & { zip?: boolean; signature?: string },
): Promise<Reply<CommandesReply & Problem>> {
  const body = JSON.stringify({
    appareil: id,
    version: '1.0.0',
    enAttente: 0,
    horloge: new Date().toISOString(),
    commandes: [],
    ...more,
  });
  const signed = sign('sha256', Buffer.from(body), { key: cle, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
  return octroi.call({
    method: 'POST',
    url: '/v2/terrain/commandes',
    headers: {
      'content-type': 'application/json',
      'octroi-signature': signature ?? signed,
      ...(zip ? { 'content-encoding': 'gzip' } : {}),
    },
    payload: zip ? gzipSync(body) : body,
  });
}

export const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  return { cle: privateKey, clePublique: { kty, crv, x, y } };
};

/** Creates a device as the office, and enrols it as its agent. */
export async function enrolDevice(
  octroi: App,
  tills: Tills,
  {
    agent = tills.agents[0],
    plafond = null,
    ramifications = [tills.town.nodes[0] as number],
  }: {
    agent?: Keeper;
    plafond?: number | null;
    ramifications?: number[];
  } = {},
): Promise<Telephone> {
  const device = await tills.regisseur.caller.send<AppareilCode & Problem>('POST', '/v2/appareils', {
    entite: tills.town.entite,
    nom: `Téléphone ${randomUUID().slice(0, 8)}`,
    agent: agent.id,
    ramifications,
    plafond,
  });
  if (device.status !== 201) throw new Error(JSON.stringify(device.body));
  return enrolEmptyPhone(octroi, agent, device.body.code);
}

/** Enrols a phone that keeps nothing, by the office's code. */
export async function enrolEmptyPhone(octroi: App, agent: Keeper, code: string): Promise<Telephone> {
  const { cle, clePublique } = newKey();
  const reply = await agent.caller.send<InscriptionAppareil & Problem>(
    'POST',
    '/v2/terrain/appareils/inscription',
    {
      code,
      clePublique,
      plateforme: 'Android 12',
      version: '1.0.0',
    },
  );
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return telephone(octroi, reply.body.appareil.id, reply.body, cle);
}
