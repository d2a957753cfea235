/** Phones over a network that is cut again and again: what came is there once, in order, and they know what one that pulls anew does. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Random } from '#src/demo/random.ts';
import { type EtatTelephone, neuf, Telephone } from './telephone.ts';
import type { Reseau } from './coupures.ts';
import type { Equipe } from './flotte.ts';

const CASH = 5;

/** A device whose agent is signed in. */
export type Agent = Equipe & { token: string };

/** A picture that no other is. */
const portrait = async (random: Random): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 24 * 24 * 3 }, () => random.int(0, 255))), {
    raw: { width: 24, height: 24, channels: 3 },
  })
    .jpeg()
    .toBuffer();

/** Signs agents in. */
export async function connecter(url: string, equipes: readonly Equipe[], password: string): Promise<Agent[]> {
  const agents: Agent[] = [];
  for (const equipe of equipes) {
    const phone = new Telephone({ url });
    await phone.connecter(equipe.username, password);
    agents.push({ ...equipe, token: phone.token as string });
  }
  return agents;
}

/** Acts of one stretch between two moments of network. */
async function agir(phone: Telephone, agent: Agent, random: Random): Promise<void> {
  for (let count = random.int(1, 12); count > 0; count--) {
    const known = { id: random.pick(agent.contribuables) };
    const act = random.int(0, 9);
    if (act < 7) phone.encaisser(known, random.int(1, 20) * 100, CASH);
    else if (act < 9) phone.noter('visite', { contribuable: known, issue: 'absent' });
    else {
      const photo = random.int(0, 1) ? await portrait(random) : undefined;
      const fiche = {
        nom: 'Coupé',
        ramification: agent.ramification,
        lignes: [{ natureActivite: agent.nature }],
      };
      phone.encaisser(phone.enroler(fiche, photo), 500, CASH);
    }
  }
}

/** What a phone kept of taxpayers, as it can be compared. */
const empreinte = ({ contribuables }: EtatTelephone): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(contribuables).toSorted(([a], [b]) => Number(a) - Number(b))))
    .digest('hex');

export interface Bilan {
  commandes: number;
  coupures: number;
  reprises: number;
  /** What is wrong, in words; none where all is well. */
  fautes: string[];
}

/**
 * Acts, sends, sends photos and receives until the network was cut as often as was asked; at last compares, over a network
 * that holds, with what the server has and with a phone that pulls anew.
 * @param direct the server's own address
 */
export async function tenir(
  agents: readonly Agent[],
  reseau: Reseau,
  { coupures, direct, random }: { coupures: number; direct: string; random: Random },
): Promise<Bilan> {
  const phones = agents.map((agent) => {
    const phone = new Telephone({ url: reseau.url, etat: agent.etat });
    phone.token = agent.token;
    return { agent, phone };
  });
  do
    await Promise.all(
      phones.map(async ({ agent, phone }) => {
        await agir(phone, agent, random);
        await phone.envoyer();
        await phone.envoyerPhotos();
        await phone.recevoir();
      }),
    );
  while (reseau.coupures < coupures);
  const fautes: string[] = [];
  for (const { agent, phone } of phones) {
    const { etat } = phone;
    const refuses = Object.values(etat.reponses).filter(
      ({ etat: dit, premier }) => (premier ?? dit) !== 'accepte',
    );
    if (refuses.length > 0)
      fautes.push(`${refuses.length} commandes refusées : ${JSON.stringify(refuses[0])}`);
    // what others did since is pulled too
    phone.url = direct;
    await phone.recevoir();
    const fresh = new Telephone({ url: direct, etat: { ...neuf(), appareil: etat.appareil } });
    fresh.token = agent.token;
    await fresh.recevoir();
    if (empreinte(etat) !== empreinte(fresh.etat))
      fautes.push(`l’appareil ${etat.appareil?.id} sait autre chose qu’un neuf`);
  }
  return {
    commandes: phones.reduce((sum, { phone }) => sum + phone.etat.journal.length, 0),
    coupures: reseau.coupures,
    reprises: phones.reduce((sum, { phone }) => sum + phone.compte.reprises, 0),
    fautes,
  };
}
