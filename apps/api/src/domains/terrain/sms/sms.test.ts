import { randomUUID } from 'node:crypto';
import type { MessageSmsRow, PasserelleSms } from '@octroi/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sent, Sms } from '#src/platform/sms/sms.ts';
import { PUBLIC_URL, testApp } from '#src/testing/app.ts';
import { enrolDevice, ORANGE } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';

/** What the gateway was given, and what it answers, in turn. */
const given: Sms[] = [];
const answers: Sent[] = [];
const octroi = await testApp({
  sms: {
    nom: 'Essai',
    real: true,
    send: async (sms) => {
      given.push(sms);
      return answers.shift() ?? { state: 'sent', reference: 'r-1' };
    },
  },
});
const { query, runPeriodic } = octroi;
const world = await tillsOf(octroi);

async function newTills(telephone: string | null = '90 12 34 56'): Promise<Tills> {
  const tills = await world.newTills();
  const payer = Number(tills.payer);
  await query('update contribuable set telephone = $2 where id = $1', [payer, telephone]);
  await query('update entite set sms_recus = true where id = $1', [tills.town.entite]);
  return { ...tills, payer };
}
const messages = async (tills: Tills, search = ''): Promise<MessageSmsRow[]> =>
  (
    await tills.regisseur.caller.get<{ data: MessageSmsRow[] }>(
      `/v2/messages_sms?entite=${tills.town.entite}&orderBy=sms.id&sortOrder=asc${search}`,
    )
  ).body.data;
const states = async (tills: Tills): Promise<(string | null)[][]> =>
  (await messages(tills)).map(({ etat, cause }) => [etat, cause]);
const due = (): Promise<unknown> => query('update message_sms set prochain_le = now()');

beforeEach(() => {
  given.length = 0;
  answers.length = 0;
});

describe('a payment taken by a device', () => {
  it('gives one SMS, even after repeated sending and a server stop at any point', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 1500, { code: 'A'.repeat(20) });
    phone.encaisse({ id: tills.payer }, 2500);
    await Promise.all([phone.send(), phone.send(), phone.send()]);
    await phone.send();
    expect(await states(tills)).toEqual([
      ['à envoyer', null],
      ['à envoyer', null],
    ]);
    await Promise.all([runPeriodic('sms'), runPeriodic('sms')]);
    await runPeriodic('sms');
    expect(given).toHaveLength(2);
    const first = given.find(({ text }) => text.includes('1 500'));
    expect(first?.to).toBe('+22790123456');
    expect(first?.text).toContain(String(phone.log[0]?.corps['recu']));
    expect(first?.text).toContain(`${PUBLIC_URL}/verifier/${'A'.repeat(20)}`);
    expect(await messages(tills)).toMatchObject([
      { etat: 'envoyé', segments: 1, passerelle: 'Essai', telephone: '+22790123456', essais: 1 },
      { etat: 'envoyé' },
    ]);
  });

  it('gives no SMS if the collectivité has not enabled it, or while the payer is unknown', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ local: randomUUID() }, 700);
    await phone.send();
    await query('update entite set sms_recus = false where id = $1', [tills.town.entite]);
    phone.encaisse({ id: tills.payer }, 800);
    await phone.send();
    await runPeriodic('sms');
    expect(await messages(tills)).toEqual([]);
  });

  it.each([
    [null, 'Aucun téléphone sur la fiche'],
    ['inconnu', 'Numéro de téléphone illisible'],
  ])('of an unreachable taxpayer (%s) says so', async (telephone, cause) => {
    const tills = await newTills(telephone);
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 800);
    expect((await phone.send()).body.data).toMatchObject([{ etat: 'accepte' }]);
    await runPeriodic('sms');
    expect(given).toEqual([]);
    expect(await states(tills)).toEqual([['refusé', cause]]);
  });

  it('by mobile gives its SMS once confirmed, and none if it was taken back', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 500, { moyenPaiement: ORANGE, noTransaction: 'OM-1' });
    const cash = phone.encaisse({ id: tills.payer }, 900);
    phone.note('annulation', { recu: String(cash.corps['recu']), motif: 'Erreur' });
    const { body } = await phone.send();
    await runPeriodic('sms');
    expect(await states(tills)).toEqual([
      ['à envoyer', null],
      ['refusé', 'Le paiement a été annulé avant l’envoi'],
    ]);
    await tills.regisseur.caller.send('PATCH', `/v2/transactions/${body.data[0]?.resultat?.transaction}`, {
      statut: 'Confirmé',
    });
    await runPeriodic('sms');
    expect(given.map(({ text }) => text)).toEqual([expect.stringContaining('500 F CFA')]);
  });
});

describe('a gateway', () => {
  async function waiting(): Promise<Tills> {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 800);
    await phone.send();
    return tills;
  }

  it('that failed gets the message later, for a limited number of attempts', async () => {
    const tills = await waiting();
    answers.push(...Array.from({ length: 7 }, (): Sent => ({ state: 'later', cause: 'Occupée' })));
    await runPeriodic('sms');
    await runPeriodic('sms');
    // not before its time
    expect(given).toHaveLength(1);
    expect(await states(tills)).toEqual([['à envoyer', 'Occupée']]);
    for (let attempt = 0; attempt < 8; attempt++) {
      await due();
      await runPeriodic('sms');
    }
    expect(given).toHaveLength(7);
    expect(await states(tills)).toEqual([['refusé', 'Abandonné après plusieurs essais : Occupée']]);
  });

  it.each(['unknown', 'refused'] as const)(
    'that answers %s does not get the message again',
    async (state) => {
      const tills = await waiting();
      answers.push({ state, cause: 'Voilà' });
      await runPeriodic('sms');
      await due();
      await runPeriodic('sms');
      expect(given).toHaveLength(1);
      expect(await states(tills)).toEqual([['refusé', 'Voilà']]);
    },
  );

  it('does not get the message again after a server stop, since it may have been sent', async () => {
    const tills = await waiting();
    await query(
      "update message_sms set essai_le = now() - interval '6 minutes', essais = 1 where etat = 'à envoyer'",
    );
    await runPeriodic('sms');
    expect(given).toEqual([]);
    expect(await states(tills)).toEqual([
      ['refusé', 'Interrompu pendant l’envoi : peut-être parti, donc pas renvoyé'],
    ]);
  });

  it('is shown with its name and whether it was ever used', async () => {
    const tills = await waiting();
    await runPeriodic('sms');
    const { body } = await tills.regisseur.caller.get<PasserelleSms>('/v2/messages_sms/passerelle');
    expect(body).toMatchObject({ nom: 'Essai', reelle: true, essayee: true });
    expect(body.collectivites.map(({ id }) => id)).toContain(tills.town.entite);
  });
});
