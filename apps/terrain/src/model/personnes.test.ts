import fc from 'fast-check';
import { sumBy } from '@octroi/contract/platform/values/money';
import { describe, expect, it } from 'vitest';
import type { Act, Entry } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { Du, Referentiel } from '#src/platform/exchange/wire.ts';
import { person } from '../testing/server.ts';
import { A_REPARTIR, type Personne, Personnes, resteAEncaisser, settle, totalDu } from './personnes.ts';
import { recusOf } from './recus.ts';
import { tillOf } from './caisse.ts';

const TODAY = '2026-11-23';
const dues: Du[] = [
  [1, 2026, '2026-04-01', 2, 1000],
  [1, 2025, '2025-10-01', 4, 1500],
  [2, 2026, '2026-12-01', 12, 500],
];
const pulledWith = (...contribuables: ReturnType<typeof person>[]): PulledData => ({
  appareil: null,
  referentiel: null,
  tournees: [],
  caisse: null,
  contribuables: new Map(contribuables.map((personne) => [personne[0], personne])),
  heure: null,
});
const done = (sequence: number, act: Act, change: Partial<Entry> = {}): Entry =>
  ({
    sequence,
    faitLe: `${TODAY}T10:47:00.000Z`,
    decalage: 0,
    etat: 'attente',
    tenu: false,
    reponse: null,
    ...act,
    ...change,
  }) as Entry;
const paid = (montant: number, id = 1): Act => ({
  type: 'paiement',
  corps: { contribuable: { id }, montant, moyenPaiement: 5 },
});
const local = '6f1ff9b6-7a57-4a8d-9d7c-3f3f8e7c1a11';
const enrolment: Act = {
  type: 'enrolement',
  corps: { local, nom: 'Seyni', prenom: 'Hamidou', ramification: 10 },
};
const dueOf = (entries: readonly Entry[], cle = '1') => {
  const personne = new Personnes(pulledWith(person(1, 'Djermakoye', dues)), entries, TODAY).find(cle);
  return personne && { doit: totalDu(personne), avance: personne.avance };
};

describe('the dues left after a payment', () => {
  it('the oldest is paid first, and the rest is an advance', () => {
    const sorted = [...dues].sort((a, b) => (a[2] < b[2] ? -1 : 1));
    expect(settle(sorted, 2000, null)).toEqual({
      dus: [
        [1, 2026, '2026-04-01', 2, 500],
        [2, 2026, '2026-12-01', 12, 500],
      ],
      avance: 0,
    });
    expect(settle(sorted, 1000, 2026).dus.map((du) => du[4])).toEqual([1500, 500]);
    expect(settle(sorted, 4000, null)).toEqual({ dus: [], avance: 1000 });
  });

  it('are the dues less the payment, to the franc', () => {
    const due = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 2024, max: 2026 }),
      fc.constantFrom('2024-01-01', '2025-06-01', '2026-12-01'),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 1_000_000 }),
    );
    fc.assert(
      fc.property(
        fc.array(due, { maxLength: 20 }),
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.option(fc.integer({ min: 2024, max: 2026 })),
        (dus, montant, annee) => {
          const before = sumBy(dus, (du) => du[4]);
          const { dus: remaining, avance } = settle(dus, montant, annee);
          expect(sumBy(remaining, (du) => du[4]) - avance).toBe(before - montant);
          expect(avance === 0 || remaining.length === 0).toBe(true);
          expect(remaining.every((du) => du[4] > 0)).toBe(true);
        },
      ),
    );
  });
});

describe('a taxpayer on the phone', () => {
  it('owes less after a payment, until the downloaded figures include it', () => {
    expect(dueOf([])).toEqual({ doit: 3000, avance: 0 });
    expect(dueOf([done(1, paid(2500))])).toEqual({ doit: 500, avance: 0 });
    expect(dueOf([done(1, paid(2500), { etat: 'accepte' })])).toEqual({ doit: 500, avance: 0 });
    expect(dueOf([done(1, paid(2500), { etat: 'accepte', tenu: true })])).toEqual({ doit: 3000, avance: 0 });
  });

  it('owes as before once a receipt is cancelled', () => {
    const cancel: Act = { type: 'annulation', corps: { sequence: 1, motif: 'erreur' } };
    expect(dueOf([done(1, paid(2500)), done(2, cancel)])).toEqual({ doit: 3000, avance: 0 });
    // only the server knows what the cancelled payment had paid: until then all is due
    const entries = [done(1, paid(2500), { etat: 'accepte', tenu: true }), done(2, cancel)];
    const personne = new Personnes(pulledWith(person(1, 'Djermakoye', [])), entries, TODAY).find('1');
    expect(personne?.dus).toEqual([[A_REPARTIR, 2026, TODAY, 0, 2500]]);
    expect(recusOf(entries).map(({ annule }) => annule)).toEqual([true]);
  });

  describe('whose payment waits for a confirmation', () => {
    const ORANGE = 7;
    const moyens: Referentiel['moyens'] = [
      [5, 'Espèces', 'espèces', false],
      [ORANGE, 'Orange Money', 'mobile', true],
    ];
    const mobile = (montant: number): Act => ({
      type: 'paiement',
      corps: { contribuable: { id: 1 }, montant, moyenPaiement: ORANGE },
    });
    const cancel: Act = { type: 'annulation', corps: { sequence: 1, motif: 'erreur' } };
    const waiting = { montant: 2500, moyenPaiement: 'Orange Money', jour: TODAY };
    const taxpayer = (entries: readonly Entry[], pulled: Parameters<typeof person>[3] = []) => {
      const referentiel = { moyens } as unknown as Referentiel;
      const pulledData = { ...pulledWith(person(1, 'Djermakoye', dues, pulled)), referentiel };
      const personne = new Personnes(pulledData, entries, TODAY).find('1') as Personne;
      return { attentes: personne.attentes, doit: totalDu(personne), rest: resteAEncaisser(personne) };
    };

    it('owes as before, and that much less may be taken, before and after the office has it', () => {
      const expected = { attentes: [waiting], doit: 3000, rest: 500 };
      expect(taxpayer([done(1, mobile(2500))])).toEqual(expected);
      const pulled: Parameters<typeof person>[3] = [[2500, 'Orange Money', TODAY]];
      const entry = done(1, mobile(2500), { etat: 'accepte', tenu: true });
      expect(taxpayer([entry], pulled)).toEqual(expected);
      // payments taken by other agents count too
      expect(taxpayer([done(1, mobile(2500))], pulled)).toMatchObject({ doit: 3000, rest: 0 });
      expect(taxpayer([done(1, mobile(2500)), done(2, paid(400))])).toMatchObject({ doit: 2600, rest: 100 });
    });

    it('owes nothing more once it is cancelled: it had paid nothing', () => {
      const expected = { attentes: [], doit: 3000, rest: 3000 };
      expect(taxpayer([done(1, mobile(2500)), done(2, cancel)])).toEqual(expected);
      const entry = done(1, mobile(2500), { etat: 'accepte', tenu: true });
      expect(taxpayer([entry, done(2, cancel)], [[2500, 'Orange Money', TODAY]])).toEqual(expected);
    });
  });

  it('enrolled here is found by the phone’s key, before and after the server assigned its id', () => {
    const pay: Act = { type: 'paiement', corps: { contribuable: { local }, montant: 500, moyenPaiement: 5 } };
    const before = new Personnes(pulledWith(), [done(1, enrolment), done(2, pay)], TODAY);
    expect(before.find(local)).toMatchObject({ nom: 'Seyni Hamidou', id: null, avance: 500 });

    const reponse = {
      sequence: 1,
      etat: 'accepte',
      resultat: { contribuable: 42, numKlis: 'NIA-000042' },
    } as const;
    const entries = [done(1, enrolment, { etat: 'accepte', tenu: true, reponse }), done(2, pay)];
    const after = new Personnes(pulledWith(person(42, 'Seyni Hamidou', [dues[0]!])), entries, TODAY);
    expect(after.size).toBe(1);
    expect(after.find(local)).toBe(after.find('42'));
    // a form begun before is found again
    expect([before.find(local)?.brouillon, after.find('42')?.brouillon]).toEqual([local, local]);
    expect(after.find(local)).toMatchObject({
      numKlis: 'NIA-000042',
      dus: [[1, 2026, '2026-04-01', 2, 500]],
    });
  });

  it('whose enrolment was refused, or who moved elsewhere, is not listed', () => {
    expect(new Personnes(pulledWith(), [done(1, enrolment, { etat: 'refuse' })], TODAY).size).toBe(0);
    const reponse = { sequence: 1, etat: 'accepte', resultat: { contribuable: 42 } } as const;
    const entry = done(1, enrolment, { etat: 'accepte', tenu: true, reponse });
    expect(new Personnes(pulledWith(), [entry], TODAY).size).toBe(0);
  });
});

describe('the till', () => {
  const referentiel = {
    moyens: [
      [5, 'Espèces', 'espèces', false],
      [1, 'Airtel', 'mobile', true],
    ],
  };
  const session = { id: 1, regie: { id: 1, nom: 'Marché' }, jour: TODAY, fonds: 5000, recus: 3 };
  const opened: PulledData = {
    ...pulledWith(),
    referentiel: referentiel as never,
    caisse: { session, valeurs: [] },
  };
  const comptage: Act = { type: 'comptage', corps: { billets: {} } };

  it('counts cash receipts that are not cancelled', () => {
    const mobile: Act = {
      type: 'paiement',
      corps: { contribuable: { id: 1 }, montant: 9, moyenPaiement: 1 },
    };
    const cancel: Act = { type: 'annulation', corps: { sequence: 2, motif: 'erreur' } };
    const entries = [done(1, paid(500)), done(2, paid(700)), done(3, mobile), done(4, cancel)];
    expect(tillOf(opened, entries)).toEqual({ regie: session.regie.id, jour: TODAY, fonds: 5000, recus: 4 });
  });

  it('is closed by its count, and opened by the next float', () => {
    expect(tillOf(opened, [done(1, comptage)])).toBeNull();
    const ouverture: Act = { type: 'session', corps: { acte: 'ouverture', fonds: 100 } };
    expect(tillOf(opened, [done(1, comptage), done(2, ouverture), done(3, paid(5))])).toEqual({
      regie: null,
      jour: TODAY,
      fonds: 100,
      recus: 1,
    });
  });
});

describe('a correction on the phone', () => {
  const reference = { contribuable: { id: 1 } };
  const positionsOf = (...entries: Entry[]) =>
    new Personnes(pulledWith(person(1, 'Djermakoye', dues)), entries, TODAY).find('1');

  it('is shown at once, keeps the other fields, and is undone by a refusal', () => {
    const correction: Act = {
      type: 'correction',
      corps: { ...reference, champs: { nom: 'Maïga', prenom: 'Aïssa', latitude: 13.5, longitude: 2.1 } },
    };
    const before = positionsOf();
    expect(positionsOf(done(1, correction))).toMatchObject({
      nom: 'Maïga Aïssa',
      telephone: before?.telephone,
      latitude: 13.5,
      longitude: 2.1,
    });
    expect(positionsOf(done(1, correction, { etat: 'refuse' }))).toMatchObject({ nom: 'Djermakoye' });
  });
});
