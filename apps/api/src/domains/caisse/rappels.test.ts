import { expect, it } from 'vitest';
import { PUBLIC_URL, testApp } from '#src/testing/app.ts';
import { closeTill, declareVersement, openTill, receiveVersement, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const { mails, query, runPeriodic } = octroi;
const { newTills, cash, world } = await tillsOf(octroi);
const emailOf = async (id: number): Promise<string> =>
  (await query<{ email: string }>('select email from utilisateur where id = $1', [id]))[0]?.email as string;
const newMails = async (): Promise<typeof mails> => {
  mails.length = 0;
  await runPeriodic('versements');
  return [...mails];
};

it('a person who holds too much cash or for too long gets one reminder a day, and so does the régisseur', async () => {
  const tills = await newTills();
  const { regie, regisseur, comptable } = tills;
  const [much, long] = tills.agents;
  const second = await world.copyOf('niamey');
  await world.make('mandats', { entite: tills.town.entite, regie, suppleant: second, debut: '2020-01-01' });
  expect(await newMails()).toEqual([]);
  // 120,000 where 100,000 are the most; and 500 that lie there for eight days where seven are the delay
  const opened = await openTill(much, regie);
  await cash(tills, much.id, opened.body.id, 120_000);
  const old = await openTill(long, regie, 500);
  await closeTill(long, old.body.id, 500);
  const age = (days: number) =>
    query(
      `do $$ begin set local session_replication_role = replica;
         update session_caisse set ouverte_le = now() - interval '${days} days', fermee_le = now() - interval '${days} days'
         where id = ${old.body.id}; end $$`,
    );
  await age(7);
  const [first, ...others] = (await newMails()).toSorted((a, b) => (a.to.address < b.to.address ? -1 : 1));
  expect(others).toHaveLength(2);
  expect(first?.subject).toBe('Octroi : des espèces sont à verser');
  const all = [first, ...others].map((mail) => mail?.to.address);
  expect(new Set(all)).toEqual(new Set(await Promise.all([much.id, regisseur.id, second].map(emailOf))));
  await age(8);
  const [late, ...none] = await newMails();
  // the others were told today
  expect([late?.to.address, none]).toEqual([await emailOf(long.id), []]);
  expect(late?.text).toContain('au-delà des 7 jours de la régie');
  expect(late?.text).toContain(`${PUBLIC_URL}/ma-caisse`);
  // an open till is counted blind: nobody is told how much lies there
  await query('delete from rappel_caisse');
  const again = await newMails();
  expect(again).toHaveLength(4);
  expect(again.map(({ text }) => text.replaceAll(/[\s\u202f\u00a0]/g, '')).join('')).not.toMatch(/120000/);
  const own = again.find(({ to }) => to.name.length > 0 && to.address === again[0]?.to.address);
  expect(own?.text).toContain('Bonjour');
  const overseen = await emailOf(regisseur.id);
  const text = again.find(({ to }) => to.address === overseen)?.text ?? '';
  expect(text).toContain('plus que le plafond de 100');
  expect(text).toContain('/caisse/regie');
  // handed over, nobody is told any more
  await closeTill(much, opened.body.id, 120_000);
  for (const [agent, montant] of [
    [much, 120_000],
    [long, 500],
  ] as const) {
    const { body } = await declareVersement(agent, regie, montant, { destination: 'comptable' });
    expect((await receiveVersement(comptable, body.id, montant)).status).toBe(200);
  }
  await query('delete from rappel_caisse');
  expect(await newMails()).toEqual([]);
});

it('a disabled account gets no mail', async () => {
  const tills = await newTills();
  const [agent] = tills.agents;
  const { body } = await openTill(agent, tills.regie);
  await cash(tills, agent.id, body.id, 120_000);
  await query('update utilisateur set enabled = false where id = any($1)', [[agent.id]]);
  const sent = await newMails();
  expect(sent.map(({ to }) => to.address)).toEqual([await emailOf(tills.regisseur.id)]);
});
