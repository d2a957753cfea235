import 'fake-indexeddb/auto';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { describe, expect, it, vi } from 'vitest';
import type { Act } from '#src/platform/log/log.ts';
import { synced, newPhone, type Phone } from '../testing/phone.ts';
import { person } from '../testing/server.ts';
import { concernsOf } from './concerne.ts';
import { INTERDIT_MESSAGES, type Terrain } from './terrain.ts';

const payment = (montant: number, contribuable = 1): Act => ({
  type: 'paiement',
  corps: { contribuable: { id: contribuable }, montant, moyenPaiement: 5 },
});
const visit: Act = { type: 'visite', corps: { contribuable: { id: 1 }, issue: 'absent' } };

const DECISIONS: Record<
  string,
  { interdit: keyof typeof INTERDIT_MESSAGES; decide: (phone: Phone, on: boolean) => void }
> = {
  'that the office blocked': {
    interdit: 'bloqué',
    decide: ({ server }, on) => void (server.statut = on ? 'bloqué' : 'actif'),
  },
  'whose agent the office disabled': {
    interdit: 'agent',
    decide: ({ server }, on) => void (server.agentActif = !on),
  },
  'whose key the server knows no longer': {
    interdit: 'attendu',
    decide: ({ server }, on) => void (server.knowsKey = !on),
  },
};

describe('a phone', () => {
  it.each(Object.entries(DECISIONS))(
    '%s accepts no act, even reopened offline, until the office allows it',
    async (_name, { interdit, decide }) => {
      const phone = await newPhone();
      let terrain = await phone.open();
      await terrain.act(payment(100));
      await synced(terrain);
      decide(phone, true);
      await synced(terrain);
      phone.network(false);
      const refuses = async () => {
        expect(terrain.etat.interdit).toBe(interdit);
        for (const act of [payment(200), visit])
          await expect(terrain.act(act)).rejects.toThrow(INTERDIT_MESSAGES[interdit].titre);
        expect((await phone.store().setting('compteurs'))?.sequence).toBe(1);
      };
      await refuses();
      // the app is closed and opened, then locked and unlocked
      terrain = await phone.open();
      await refuses();
      await terrain.signOut();
      expect(terrain.etat.phase).toBe('connexion');
      terrain = await phone.open();
      await refuses();
      // a network without answers changes nothing
      await synced(terrain);
      await refuses();
      decide(phone, false);
      phone.network(true);
      await synced(terrain);
      expect(terrain.etat.interdit).toBeNull();
      const { corps } = await terrain.act(payment(300));
      expect('recu' in corps && corps.recu).toMatch(/-000002$/);
    },
  );

  it('that is blocked hands over its waiting commands, and sends them again once unblocked', async () => {
    const phone = await newPhone();
    phone.server.referentiel = { ...phone.server.emptyReferentiel(), remise: await phone.server.makeKey() };
    const terrain = await phone.open();
    await synced(terrain);
    phone.network(false);
    for (const montant of [100, 200]) await terrain.act(payment(montant));
    phone.server.statut = 'bloqué';
    phone.network(true);
    await synced(terrain);
    expect(phone.server.received.size).toBe(0);
    expect(terrain.etat.remise).toEqual({ copies: 2, autres: 0, photos: 0, faites: 0 });
    await terrain.handOver();
    expect(phone.server.received.size).toBe(2);
    expect([terrain.etat.interdit, terrain.etat.remise]).toEqual([
      'bloqué',
      { copies: 0, autres: 0, photos: 0, faites: 2 },
    ]);
    phone.server.statut = 'actif';
    await synced(terrain);
    expect([terrain.etat.interdit, terrain.etat.enAttente]).toEqual([null, 0]);
  });

  it('that receives the decision while locked is blocked after the unlock', async () => {
    const phone = await newPhone();
    phone.server.referentiel = { ...phone.server.emptyReferentiel(), remise: await phone.server.makeKey() };
    let terrain = await phone.open();
    await synced(terrain);
    await terrain.act(visit);
    await synced(terrain);
    await terrain.signOut();
    phone.server.statut = 'bloqué';
    await terrain.handOver();
    phone.network(false);
    terrain = await phone.open();
    expect(terrain.etat.interdit).toBe('bloqué');
    await expect(terrain.act(payment(100))).rejects.toThrow(INTERDIT_MESSAGES.bloqué.titre);
  });

  it('whose clock was ahead keeps its data, and asks for the date before any act', async () => {
    const phone = await newPhone();
    let terrain = await phone.open();
    await terrain.act(payment(100));
    await synced(terrain);
    await synced(terrain);
    expect(terrain.etat.entries.map(({ tenu }) => tenu)).toEqual([true]);
    await terrain.signOut();
    phone.network(false);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${new Date().getFullYear() + 5}-03-12T10:00:00Z`) });
    terrain = await phone.open();
    await expect(terrain.act(payment(200))).rejects.toThrow(/quel jour nous sommes/);
    expect(terrain.etat.doute).toBe('apres');
    vi.useRealTimers();
    terrain = await phone.open();
    expect([terrain.etat.doute, terrain.etat.recus.length]).toEqual([null, 1]);
  });
});

describe('two tabs of a phone', () => {
  const opened = async () => {
    const phone = await newPhone();
    phone.server.referentiel = phone.server.emptyReferentiel();
    phone.server.contribuables = [person(1, 'Souley Idé', [[1, 2026, '2026-01-01', 1, 9000]])];
    const tabs = [await phone.open(), await phone.open()] as const;
    await synced(tabs[0]);
    await tabs[0].act(payment(100));
    await vi.waitFor(() => {
      for (const { etat } of tabs) expect([etat.personnes.size, etat.recus.length]).toEqual([1, 1]);
    });
    await synced(tabs[0]);
    return { phone, tabs };
  };
  const summaryOf = ({ etat }: Terrain) => [
    etat.phase,
    etat.personnes.size,
    etat.recus.length,
    etat.appareil,
  ];

  it('are locked together: the other tab shows no data and accepts no act', async () => {
    const { phone, tabs } = await opened();
    await tabs[0].signOut();
    await vi.waitFor(() => expect(summaryOf(tabs[1])).toEqual(['connexion', 0, 0, null]));
    expect(tabs[1].etat.pseudo).toBe('agent.terrain');
    await expect(tabs[1].act(payment(200))).rejects.toThrow('closed');
    // unlocking one tab does not unlock the other
    await phone.open();
    expect(tabs[1].etat.phase).toBe('connexion');
  });

  it('are emptied together when the phone is given to another agent', async () => {
    const { tabs } = await opened();
    await tabs[0].changeAgent();
    await vi.waitFor(() => expect(summaryOf(tabs[1])).toEqual(['inscription', 0, 0, null]));
    expect(tabs[1].etat.pseudo).toBeNull();
  });

  it('show nothing when a read ends after they were locked', async () => {
    const { tabs } = await opened();
    const reading = [tabs[0].refresh(), tabs[1].refresh()];
    await tabs[0].signOut();
    await Promise.all(reading);
    await vi.waitFor(() => expect(summaryOf(tabs[1])).toEqual(['connexion', 0, 0, null]));
    expect(summaryOf(tabs[0])).toEqual(['connexion', 0, 0, null]);
  });
});

it('a phone that lost its data and is enrolled again reuses no receipt number, sent or not', async () => {
  const phone = await newPhone();
  let terrain = await phone.open();
  await terrain.act(payment(100));
  await synced(terrain);
  phone.network(false);
  for (const montant of [200, 300]) await terrain.act(payment(montant));
  await terrain.signOut();
  await phone.forget();
  phone.network(true);
  terrain = await phone.open();
  expect(terrain.etat.phase).toBe('inscription');
  await terrain.enrol('ABCDEFGH23', { identifiant: 'agent.terrain', password: 'Octroi-2026!' });
  const { corps, sequence } = await terrain.act(payment(500));
  // it is another device, with a receipt series of its own
  expect([sequence, 'recu' in corps && corps.recu]).toEqual([
    1,
    expect.stringMatching(/^NIA-\d{4}-A018-000001$/),
  ]);
});

describe('a receipt', () => {
  it('keeps its content whatever changes in the taxpayer, and shows its cancellation', async () => {
    const phone = await newPhone();
    const { server } = phone;
    server.referentiel = {
      ...server.emptyReferentiel(),
      moyens: [[5, 'Payer à la mairie', 'espèces', false]],
    };
    server.contribuables = [person(1, 'Souley Idé', [[1, 2026, '2026-01-01', 1, 9000]])];
    const terrain = await phone.open();
    await synced(terrain);
    const { sequence } = await terrain.act(payment(4000));
    const receipt = {
      collectivite: 'Ville de Niamey',
      nom: 'Souley Idé',
      numKlis: 'NIA-000001',
      lieu: 'Yantala Haut › Zone 4',
      agent: 'Ibrahim Moussa',
      moyen: 'Espèces',
      especes: true,
      aConfirmer: false,
      reste: 5000,
    };
    expect(terrain.etat.recus[0]).toMatchObject({ emis: receipt, annule: false });
    expect(terrain.etat.entries.map((entry) => concernsOf(entry, terrain.etat))).toEqual([
      `Souley Idé, ${formatFrancs(4000)}`,
    ]);
    await synced(terrain);
    // the taxpayer leaves the phone's places, and the method is renamed
    server.contribuables = [];
    server.referentiel = { ...server.emptyReferentiel(), moyens: [[5, 'Liquide', 'espèces', true]] };
    server.sendsAll = true;
    await synced(terrain);
    expect(terrain.etat.personnes.size).toBe(0);
    expect(terrain.etat.recus[0]).toMatchObject({ emis: receipt, annule: false });
    await terrain.act({ type: 'annulation', corps: { sequence, motif: 'Erreur' } });
    expect(terrain.etat.recus[0]).toMatchObject({ emis: receipt, annule: true });
    // receipt contents must not be readable without the vault
    const rows = JSON.stringify(await phone.store().journal.toArray(), (_key, value: unknown) =>
      value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
    );
    expect(rows).not.toContain('Souley');
  });
});
