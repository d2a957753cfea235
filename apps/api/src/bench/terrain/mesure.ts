/** Payments that devices send in batches of a hundred, as fast as they are answered. */
import { Random } from '#src/demo/random.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { Telephone } from './telephone.ts';
import type { Timing } from '../measure.ts';
import { perRequest, type Spent, spent } from '../processes.ts';
import { equiper } from './flotte.ts';

const CASH = 5;
/** Payments of one batch, as phones send them. */
const BATCH = 100;

/** Devices at once, one measure each. */
export const APPAREILS = [1, 16, 64] as const;

/** As a phone draws it. */
const code = (random: Random): string =>
  Array.from({ length: 20 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[random.int(0, 31)]).join('');

/**
 * @param seconds in which batches are begun, after one each that is not counted
 * @returns times of a batch in milliseconds, payments a second, and processor time a payment in milliseconds
 */
export async function mesurerLots(
  { origin, url, server, postmaster }: { origin: string; url: string; server: number; postmaster: number },
  appareils: number,
  seconds: number,
): Promise<{ timing: Timing; cpu: Spent }> {
  const random = new Random(41);
  const equipes = await withConnection(url, 'octroi-bench', (client) => equiper(client, appareils));
  const times: number[] = [];
  const phones = equipes.map(({ etat, contribuables }) => {
    const phone = new Telephone({ url: origin, etat });
    let next = 0;
    return async (): Promise<void> => {
      for (let n = 0; n < BATCH; n++) {
        const id = contribuables[next++ % contribuables.length] as number;
        const { corps } = phone.encaisser({ id }, random.int(1, 20) * 100, CASH);
        corps['code'] = code(random);
      }
      const began = performance.now();
      const { dites } = await phone.envoyer();
      const refused = dites.find(({ etat: dit }) => dit !== 'accepte');
      if (refused) throw new Error(`un paiement n’a pas été accepté : ${JSON.stringify(refused)}`);
      times.push(performance.now() - began);
    };
  });
  await Promise.all(phones.map((send) => send()));
  times.length = 0;
  const before = await spent(server, postmaster);
  const began = performance.now();
  await Promise.all(
    phones.map(async (send) => {
      while (performance.now() - began < seconds * 1000) await send();
    }),
  );
  const elapsed = performance.now() - began;
  const payments = times.length * BATCH;
  const cpu = perRequest(before, await spent(server, postmaster), payments);
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const timing = { requests: times.length, p50: at(0.5), p95: at(0.95), max: at(1) };
  return { timing: { ...timing, perSecond: (payments / elapsed) * 1000 }, cpu };
}
