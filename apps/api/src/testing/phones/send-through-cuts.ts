/**
 * Phones on a network that is cut repeatedly: commands arrive once and in order, and the phones’ data equals a new
 * download.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Random } from '#src/demo/random.ts';
import { type EtatTelephone, newState, Telephone } from './telephone.ts';
import type { CutNetwork } from './cut-network.ts';
import type { LoadDevice } from './devices.ts';

const CASH = 5;

/** A device whose agent is signed in. */
export type SignedInDevice = LoadDevice & { token: string };

/** A unique picture. */
const randomPhoto = async (random: Random): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 24 * 24 * 3 }, () => random.int(0, 255))), {
    raw: { width: 24, height: 24, channels: 3 },
  })
    .jpeg()
    .toBuffer();

/** Signs agents in. */
export async function signInAgents(
  url: string,
  devices: readonly LoadDevice[],
  password: string,
): Promise<SignedInDevice[]> {
  const agents: SignedInDevice[] = [];
  for (const device of devices) {
    const phone = new Telephone({ url });
    await phone.signIn(device.username, password);
    agents.push({ ...device, token: phone.token as string });
  }
  return agents;
}

/** Records the acts between two connections to the network. */
async function recordActs(phone: Telephone, agent: SignedInDevice, random: Random): Promise<void> {
  for (let count = random.int(1, 12); count > 0; count--) {
    const known = { id: random.pick(agent.contribuables) };
    const act = random.int(0, 9);
    if (act < 7) phone.takePayment(known, random.int(1, 20) * 100, CASH);
    else if (act < 9) phone.record('visite', { contribuable: known, issue: 'absent' });
    else {
      const photo = random.int(0, 1) ? await randomPhoto(random) : undefined;
      const fiche = {
        nom: 'Coupé',
        ramification: agent.ramification,
        lignes: [{ natureActivite: agent.nature }],
      };
      phone.takePayment(phone.enrolTaxpayer(fiche, photo), 500, CASH);
    }
  }
}

/** Hash of a phone’s taxpayers, to compare two phones. */
const fingerprint = ({ contribuables }: EtatTelephone): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(contribuables).toSorted(([a], [b]) => Number(a) - Number(b))))
    .digest('hex');

export interface CutResult {
  commandes: number;
  cuts: number;
  retries: number;
  /** Errors, as sentences. */
  faults: string[];
}

/**
 * Records acts, sends them and their photos, and receives data until the network was cut often enough; then
 * compares, without cuts, each phone with one that downloads everything again.
 * @param direct the server’s own address
 */
export async function sendThroughCuts(
  agents: readonly SignedInDevice[],
  network: CutNetwork,
  { cuts, direct, random }: { cuts: number; direct: string; random: Random },
): Promise<CutResult> {
  const phones = agents.map((agent) => {
    const phone = new Telephone({ url: network.url, etat: agent.etat });
    phone.token = agent.token;
    return { agent, phone };
  });
  do
    await Promise.all(
      phones.map(async ({ agent, phone }) => {
        await recordActs(phone, agent, random);
        await phone.send();
        await phone.sendPhotos();
        await phone.receive();
      }),
    );
  while (network.cuts < cuts);
  const faults: string[] = [];
  for (const { agent, phone } of phones) {
    const { etat } = phone;
    const refused = Object.values(etat.reponses).filter(
      ({ etat, premier }) => (premier ?? etat) !== 'accepte',
    );
    if (refused.length > 0)
      faults.push(`${refused.length} commandes refusées : ${JSON.stringify(refused[0])}`);
    // receives the acts of other devices too
    phone.url = direct;
    await phone.receive();
    const fresh = new Telephone({ url: direct, etat: { ...newState(), appareil: etat.appareil } });
    fresh.token = agent.token;
    await fresh.receive();
    if (fingerprint(etat) !== fingerprint(fresh.etat))
      faults.push(`l’appareil ${etat.appareil?.id} sait autre chose qu’un neuf`);
  }
  return {
    commandes: phones.reduce((sum, { phone }) => sum + phone.etat.journal.length, 0),
    cuts: network.cuts,
    retries: phones.reduce((sum, { phone }) => sum + phone.counts.retries, 0),
    faults,
  };
}
