import { randomUUID } from 'node:crypto';
import { type CasRow, numeroDe, type Problem, serieDe, todayIn, type Verification } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { verify } from '#src/verification/verify.ts';
import { testApp, TIME_ZONE, yearOf } from '#src/testing/app.ts';
import { enrol } from '#src/testing/books.ts';
import { sendSigned, ESPECES, enrolDevice, newKey, ORANGE, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const world = await tillsOf(octroi);
/** The owner's connection returns bigint ids as text. */
const newTills = async (): Promise<Tills> => {
  const tills = await world.newTills();
  return { ...tills, payer: Number(tills.payer) };
};

interface Paid {
  contribuable_id: number;
  montant: number;
  numero_recu: string;
  jour: string;
  session_caisse_id: number | null;
  statut: string;
}
/** Payments of a town in the order of booking, with their reversals. */
const paidIn = (tills: Tills): Promise<Paid[]> =>
  octroi.query<Paid>(
    `select contribuable_id::int, montant::int, numero_recu, jour::text, session_caisse_id::int, statut from transaction
     where entite_id = $1 order by id`,
    [tills.town.entite],
  );
const aClasser = async (tills: Tills): Promise<number | undefined> =>
  (
    await octroi.query<{ id: number }>('select id::int from contribuable where entite_id = $1 and systeme', [
      tills.town.entite,
    ])
  )[0]?.id;
const cas = async (tills: Tills): Promise<CasRow[]> =>
  (await tills.regisseur.caller.get<{ data: CasRow[] }>(`/v2/cas_terrain?entite=${tills.town.entite}`)).body
    .data;
const etats = async (phone: Telephone, sent = phone.log): Promise<(string | undefined)[]> => {
  const { body } = await phone.send(sent);
  return body.data.map(({ etat, premier, code }) => [etat, premier, code].filter(Boolean).join(' '));
};
const DAY = 24 * 3_600_000;

describe('a batch', () => {
  it('gets one reply per command; sent again it gets the same replies and does nothing', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const local = randomUUID();
    phone.note('enrolement', {
      local,
      nom: 'Moussa',
      prenom: 'Ali',
      ramification: tills.town.nodes[4] as number,
      lignes: [{ natureActivite: tills.town.nature }],
    });
    phone.encaisse({ local }, 500);
    phone.note('correction', { contribuable: { local }, champs: { nom: '' } });
    phone.encaisse({ id: tills.payer }, 700);
    const { status, body } = await phone.send();
    expect(status).toBe(200);
    expect(body.data.map(({ etat }) => etat)).toEqual(['accepte', 'accepte', 'refuse', 'accepte']);
    expect(body.data[2]).toMatchObject({ code: 'requete.invalide' });
    expect(body.data[2]?.message).toMatch(/nom/i);
    expect(body.appareil).toEqual({ statut: 'actif', agentActif: true, dernierSequence: 4 });
    const moussa = body.data[0]?.resultat?.contribuable;
    expect((await paidIn(tills)).map((row) => [row.contribuable_id, row.montant, row.numero_recu])).toEqual([
      [moussa, 500, phone.log[1]?.corps['recu']],
      [tills.payer, 700, phone.log[3]?.corps['recu']],
    ]);
    // cut anywhere and sent again, packed or not, in any order
    for (const again of [phone.log, phone.log.slice(1, 3), phone.log.toReversed()]) {
      const replay = await phone.send(again, { zip: true });
      expect(replay.body.data).toEqual(
        again
          .toSorted((a, b) => a.sequence - b.sequence)
          .map(({ sequence }) => {
            const { etat, ...first } = body.data[sequence - 1]!;
            return { ...first, etat: 'deja', premier: etat };
          }),
      );
    }
    expect(await paidIn(tills)).toHaveLength(2);
  });

  it('stops at a gap in the sequence, and continues from there later', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    for (let n = 0; n < 4; n++) phone.encaisse({ id: tills.payer }, 100);
    const [one, , three, four] = phone.log as [never, never, never, never];
    expect(await etats(phone, [one, three, four])).toEqual(['accepte', 'refuse terrain.sequence_manquante']);
    expect(await etats(phone)).toEqual(['deja accepte', 'accepte', 'accepte', 'accepte']);
  });

  it('with another body under a known sequence blocks the device; earlier payments stay', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const payment = phone.encaisse({ id: tills.payer }, 100);
    phone.encaisse({ id: tills.payer }, 200);
    await phone.send();
    const forked = { ...payment, corps: { ...payment.corps, montant: 900 } };
    const next = phone.encaisse({ id: tills.payer }, 300);
    const { body } = await phone.send([forked, next]);
    expect(body).toMatchObject({
      appareil: { statut: 'bloqué', dernierSequence: 2 },
      data: [{ sequence: 1, etat: 'refuse', code: 'terrain.sequence_autre' }],
    });
    expect((await phone.send([next])).body).toMatchObject({ appareil: { statut: 'bloqué' }, data: [] });
    expect(await paidIn(tills)).toHaveLength(2);
    const [act] = await octroi.query<{ apres: { corps: unknown } }>(
      "select apres from journal where ressource = 'appareils' and enregistrement_id = $1 order by id desc limit 1",
      [phone.id],
    );
    expect(act?.apres.corps).toMatchObject({ montant: 900 });
    // the office has looked: it may go on, and nothing is lost
    const { status } = await tills.regisseur.caller.send('POST', `/v2/appareils/${phone.id}/statut`, {
      statut: 'actif',
      motif: 'Vérifié',
    });
    expect(status).toBe(200);
    expect(await etats(phone, [next])).toEqual(['accepte']);
  });

  it('of five hundred commands is accepted, one more is refused', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    for (let n = 0; n < 501; n++) phone.encaisse({ id: tills.payer }, 10);
    const refused = await phone.send();
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/500 commandes/)]);
    const { body } = await phone.send(phone.log.slice(0, 500), { enAttente: 1 });
    expect(body.data.filter(({ etat }) => etat === 'accepte')).toHaveLength(500);
    const [row] = await octroi.query(
      'select en_attente, dernier_sequence from appareil_terrain where id = $1',
      [phone.id],
    );
    expect(row).toEqual({ en_attente: 1, dernier_sequence: 500 });
  });

  it('is refused without the signature of its device, or if the body was changed', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 100);
    const other = await enrolDevice(octroi, tills, { agent: tills.agents[1] });
    const commandes = phone.log;
    for (const attempt of [
      sendSigned(octroi, { id: phone.id, cle: other.cle }, { commandes }),
      sendSigned(octroi, { id: phone.id, cle: newKey().cle }, { commandes }),
      sendSigned(octroi, { id: 999_999, cle: phone.cle }, { commandes }),
      sendSigned(octroi, phone, { commandes, signature: 'AAAA' }),
      octroi.nobody.send<Problem>('POST', '/v2/terrain/commandes', {}),
    ])
      expect(await attempt).toMatchObject({ status: 401, body: { code: 'signature.refusee' } });
    expect(await paidIn(tills)).toEqual([]);
  });

  it('that names a device of the demonstration is refused like any other that it did not sign', async () => {
    const { cle } = newKey();
    const devices = await octroi.query<{ id: number }>(
      'select id from appareil_terrain where cle_publique is not null order by id limit 5',
    );
    expect(devices).not.toEqual([]);
    for (const { id } of devices)
      expect(await sendSigned(octroi, { id: Number(id), cle }, {})).toMatchObject({
        status: 401,
        body: { code: 'signature.refusee' },
      });
  });

  it('sent twice at once is carried out once', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    for (let n = 0; n < 20; n++) phone.encaisse({ id: tills.payer }, 100);
    const replies = await Promise.all([phone.send(), phone.send(), phone.send()]);
    for (const { body } of replies)
      expect(body.data.map(({ resultat }) => resultat)).toEqual(
        replies[0]?.body.data.map(({ resultat }) => resultat),
      );
    expect(await paidIn(tills)).toHaveLength(20);
  });

  it('with characters that the database refuses is answered all the same', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const local = randomUUID();
    phone.note('enrolement', {
      local,
      nom: 'A\u0000b\ud800',
      ramification: tills.town.nodes[4] as number,
    } as never);
    phone.note('visite', { contribuable: { local: 'x' } } as never);
    phone.note('vente', {} as never, { faitLe: new Date('0001-01-01T00:00:00Z') });
    phone.encaisse({ local: randomUUID() }, 100, { noTransaction: '\ud800' });
    const { body } = await phone.send();
    expect(body.data.map(({ etat }) => etat)).toEqual(['refuse', 'refuse', 'refuse', 'accepte']);
  });
});

describe('a payment with a receipt is never refused', () => {
  const office = async (phone: Telephone, tills: Tills, more: object): Promise<void> =>
    void (await tills.regisseur.caller.send('POST', `/v2/appareils/${phone.id}/statut`, {
      motif: 'Perdu',
      ...more,
    }));

  it.each<[string, (tills: Tills, phone: Telephone) => Promise<unknown>, string]>([
    [
      'the taxpayer was removed',
      (tills) => octroi.query('delete from contribuable where id = $1', [tills.payer]),
      'introuvable',
    ],
    [
      'it is above the ceiling',
      (tills) => octroi.query('update entite set plafond_paiement = 50 where id = $1', [tills.town.entite]),
      'requete.invalide',
    ],
    [
      'the agent is disabled',
      (tills) => octroi.query('update utilisateur set enabled = false where id = $1', [tills.agents[0].id]),
      'terrain.agent_desactive',
    ],
    [
      'the agent is kept from the method',
      (tills) => octroi.query('insert into utilisateur_moyen_paiement values ($1, 1)', [tills.agents[0].id]),
      'requete.invalide',
    ],
    [
      'the device is declared lost',
      (tills, phone) => office(phone, tills, { statut: 'effacé', procesVerbal: 'PV 1' }),
      'terrain.appareil_efface',
    ],
  ])('where %s: it is booked under « Recettes à classer », as a case', async (_, change, code) => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 700);
    await change(tills, phone);
    const { body } = await phone.send();
    expect(body.data).toMatchObject([{ etat: 'accepte', code, resultat: { classe: true } }]);
    const [row, ...others] = await paidIn(tills);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      contribuable_id: await aClasser(tills),
      montant: 700,
      numero_recu: phone.log[0]?.corps['recu'],
      statut: 'Confirmé',
    });
    const [open] = await cas(tills);
    expect(open).toMatchObject({ motif: 'à classer', code, montant: 700, type: 'paiement', regleLe: null });
  });

  it.each([
    ['a reference that is too long', { noTransaction: 'Vous avez recu '.repeat(9) }],
    ['a payer’s telephone that is too long', { telephonePayeur: '9'.repeat(41) }],
    ['a year that is none', { annee: 1800 }],
    ['a QR that is none', { code: 'zz' }],
    ['no taxpayer', { contribuable: undefined }],
    ['a method that is none', { moyenPaiement: 'espèces' }],
  ])('where it says %s: what is sure of it is booked under its receipt, as a case', async (_, said) => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 700, said);
    phone.encaisse({ id: tills.payer }, 300);
    const { body } = await phone.send();
    expect(body.data).toMatchObject([
      { etat: 'accepte', code: 'requete.invalide', resultat: { classe: true } },
      { etat: 'accepte', resultat: { numeroRecu: phone.log[1]?.corps['recu'] } },
    ]);
    const rows = await paidIn(tills);
    expect(rows.map((row) => [row.contribuable_id, row.montant, row.numero_recu])).toEqual([
      [await aClasser(tills), 700, phone.log[0]?.corps['recu']],
      [tills.payer, 300, phone.log[1]?.corps['recu']],
    ]);
    expect(await cas(tills)).toMatchObject([{ motif: 'à classer', montant: 700, etat: 'ouvert' }]);
  });

  it.each([
    ['none', { recu: undefined }],
    ['one that is no text of a line', { recu: 'NIA\u0000' }],
    ['a rank that is none', { rang: 0 }],
  ])('where its receipt number is %s: it is booked under one of the collectivité', async (_, said) => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 700, said);
    const { body } = await phone.send();
    expect(body.data).toMatchObject([{ etat: 'accepte', resultat: { classe: true } }]);
    expect(await paidIn(tills)).toMatchObject([{ montant: 700, statut: 'Confirmé' }]);
    expect(await cas(tills)).toMatchObject([{ motif: 'à classer', montant: 700 }]);
  });

  it('and is booked for a taxpayer who moved within the collectivité, owes nothing of that year or has paid meanwhile', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 700, { annee: 2019 });
    await octroi.query('update contribuable set ramification_id = $2 where id = $1', [
      tills.payer,
      tills.town.nodes[1],
    ]);
    const { body } = await phone.send();
    expect(body.data).toMatchObject([
      { etat: 'accepte', resultat: { numeroRecu: phone.log[0]?.corps['recu'] } },
    ]);
    expect(body.data[0]?.resultat?.classe).toBeUndefined();
    expect((await paidIn(tills)).map(({ contribuable_id }) => contribuable_id)).toEqual([tills.payer]);
    expect(await cas(tills)).toEqual([]);
  });

  it('and counts with a case if its number leaves a gap, was used, or is of another series', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const first = phone.encaisse({ id: tills.payer }, 100);
    phone.encaisse({ id: tills.payer }, 200, { recu: String(first.corps['recu']), rang: 1 });
    phone.encaisse({ id: tills.payer }, 300, { recu: 'ABC-2026-A001-000003', rang: 3 });
    phone.encaisse({ id: tills.payer }, 400);
    const { body } = await phone.send();
    expect(body.data.map(({ etat, code }) => [etat, code])).toEqual([
      ['accepte', undefined],
      ['accepte', 'terrain.serie'],
      ['accepte', 'terrain.serie'],
      ['accepte', 'terrain.serie'],
    ]);
    const numbers = (await paidIn(tills)).map(({ numero_recu }) => numero_recu);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers[0]).toBe(first.corps['recu']);
    expect(numbers[3]).toBe(phone.log[3]?.corps['recu']);
  });

  it('and keeps any printed number: QR, later prints and search tell it, and its rank is not given again', async () => {
    const tills = await newTills();
    const { regisseur, town } = tills;
    const phone = await enrolDevice(octroi, tills);
    const { entite, numero } = phone.inscription.appareil;
    const serie = (annee: number, rang: number): string =>
      numeroDe(serieDe(entite.code, annee, numero), rang);
    const year = yearOf(new Date());
    const printed = [
      // a clock years ahead, and one that was never set
      { recu: serie(year + 5, 1), rang: 1 },
      { recu: serie(1970, 1), rang: 1 },
      { recu: serie(year, 1), rang: 1 },
      // a phone that was put back to an earlier state gives a number twice
      { recu: serie(year, 1), rang: 1 },
      // the next number of the counter, and one of another device: neither is taken from whom it belongs to
      { recu: `${entite.code}-${year}-000001`, rang: 1 },
      { recu: serieDe(entite.code, year, numero + 7) + '-000001', rang: 1 },
      { recu: 'Reçu nº 12', rang: 12 },
    ];
    const codes = printed.map((_, index) => String(index + 2).repeat(20));
    printed.forEach(({ recu, rang }, index) =>
      phone.encaisse({ id: tills.payer }, 100 + index, { recu, rang, code: codes[index] ?? '' }),
    );
    const { body } = await phone.send();
    expect(body.data.map(({ etat, code }) => [etat, code ?? ''])).toEqual([
      ['accepte', 'terrain.serie'],
      ['accepte', 'terrain.serie'],
      ['accepte', ''],
      ...Array.from({ length: 4 }, () => ['accepte', 'terrain.serie']),
    ]);
    expect(body.data[0]?.message).toContain('d’une autre année');
    // the public verification of the QR shows what the paper shows
    for (const [index, code] of codes.entries()) {
      const shown = await octroi.nobody.get<Verification>(`/v2/verification/${code}`);
      expect(shown.body).toMatchObject({
        numero: printed[index]?.recu,
        montant: 100 + index,
        etat: 'valable',
      });
    }
    // the town's own receipts go on with the numbers that are theirs
    const numbers = (await paidIn(tills)).map(({ numero_recu }) => numero_recu);
    expect(new Set(numbers).size).toBe(printed.length);
    expect(numbers.slice(0, 3)).toEqual(printed.slice(0, 3).map(({ recu }) => recu));
    expect(numbers.slice(3).every((one) => /[^A]\d+-\d{6}$/.test(one))).toBe(true);
    // printed again in the office, with what was printed
    for (const { resultat } of body.data)
      expect(
        (await regisseur.caller.send('POST', `/v2/transactions/${resultat?.transaction}/recu`)).status,
      ).toBe(200);
    const pieces = await octroi.query<{ numero: string }>(
      'select numero from piece where entite_id = $1 and impressions = 2 order by montant',
      [town.entite],
    );
    expect(pieces.map((piece) => piece.numero)).toEqual(printed.map(({ recu }) => recu));
    // found by what is printed, zeros left out or not
    const foundBy = async (typed: string): Promise<string[]> =>
      (
        await regisseur.caller.get<{ data: { type: string; titre: string }[] }>(
          `/v2/recherche?q=${encodeURIComponent(typed)}`,
        )
      ).body.data
        .filter(({ type }) => type === 'recu')
        .map(({ titre }) => titre);
    expect(await foundBy(serie(year + 5, 1))).toEqual([serie(year + 5, 1)]);
    expect(await foundBy(`${entite.code}-${year}-a${numero}-1`)).toEqual([serie(year, 1), serie(year, 1)]);
    // a phone that is enrolled anew goes on after every rank that was given, in whichever year
    const series = await octroi.query(
      'select annee_serie, max(rang) as rang from commande_terrain where appareil_id = $1 and rang is not null group by 1 order by 1',
      [phone.id],
    );
    expect(series).toEqual([
      { annee_serie: 1970, rang: 1 },
      { annee_serie: year, rang: 1 },
      { annee_serie: year + 5, rang: 1 },
    ]);
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  });

  it('and its QR and later prints tell when the phone cancelled it, in cash or by mobile money', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const codes = ['V'.repeat(20), 'W'.repeat(20)];
    for (const [index, moyenPaiement] of [ESPECES, ORANGE].entries()) {
      const { sequence } = phone.encaisse({ id: tills.payer }, 500, {
        moyenPaiement,
        code: codes[index] ?? '',
      });
      phone.note('annulation', { sequence, motif: 'Erreur' });
    }
    const { body } = await phone.send();
    expect(body.data.map(({ etat }) => etat)).toEqual(Array(4).fill('accepte'));
    const verifications = await Promise.all(
      codes.map(async (code) => (await octroi.nobody.get<Verification>(`/v2/verification/${code}`)).body),
    );
    expect(verifications.map(({ etat }) => etat)).toEqual(['annule', 'rejete']);
    expect(verifications.every(({ depuis }) => depuis === todayIn(TIME_ZONE))).toBe(true);
  });

  it('and makes one case if it is put aside and its number leaves a gap too', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const { corps } = phone.encaisse({ id: tills.payer }, 100);
    phone.encaisse({ id: tills.payer }, 200, {
      recu: String(corps['recu']).replace(/1$/, '3'),
      rang: 3,
      noTransaction: 'Vous avez recu '.repeat(9),
    });
    await phone.send();
    const [open] = await cas(tills);
    expect(open).toMatchObject({ motif: 'à classer', montant: 200 });
    expect(open?.message).toMatch(/Référence.*Le reçu attendu était .*-000002\./s);
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  });

  it('and a waiting mobile payment keeps its number when it is confirmed', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ id: tills.payer }, 500, { moyenPaiement: ORANGE, noTransaction: 'OM-77' });
    const { body } = await phone.send();
    const id = body.data[0]?.resultat?.transaction as number;
    expect((await paidIn(tills))[0]).toMatchObject({ statut: 'En attente de confirmation' });
    const confirmed = await tills.regisseur.caller.send('PATCH', `/v2/transactions/${id}`, {
      statut: 'Confirmé',
    });
    expect(confirmed).toMatchObject({ status: 200, body: { numeroRecu: phone.log[0]?.corps['recu'] } });
  });

  it('and its receipt printed by a device is verified by its code, with what it paid, once', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const code = (letter: string): string => letter.repeat(20);
    const verified = async (letter: string) =>
      (await octroi.nobody.get<Verification & Problem>(`/v2/verification/${code(letter)}`)).body;
    phone.encaisse({ id: tills.payer }, 500, { code: code('A') });
    phone.encaisse({ id: tills.payer }, 600, { moyenPaiement: ORANGE, code: code('B') });
    // a code, or a number, that another receipt carries costs the payment nothing
    phone.encaisse({ id: tills.payer }, 700, { code: code('A') });
    const { recu, rang } = phone.log[1]!.corps as { recu: string; rang: number };
    phone.encaisse({ id: tills.payer }, 800, { moyenPaiement: ORANGE, recu, rang, code: code('C') });
    const { body } = await phone.send();
    expect(body.data.map(({ etat }) => etat)).toEqual(['accepte', 'accepte', 'accepte', 'accepte']);
    const numbers = phone.log.map(({ corps }) => corps['recu']);
    const paid = await verified('A');
    expect(paid).toMatchObject({ nature: 'recu', numero: numbers[0], montant: 500, etat: 'valable' });
    expect(paid.parts.reduce((sum, { montant }) => sum + montant, 0)).toBe(500);
    expect(await verified('B')).toMatchObject({
      nature: 'provisoire',
      numero: numbers[1],
      etat: 'provisoire',
    });
    const [first, second] = body.data.map(({ resultat }) => resultat?.transaction as number);
    await tills.regisseur.caller.send('PATCH', `/v2/transactions/${second}`, { statut: 'Confirmé' });
    expect(await verified('B')).toMatchObject({ etat: 'definitif', remplacePar: numbers[1], cheque: false });
    const paper = await tills.regisseur.caller.send('POST', `/v2/transactions/${first}/recu`);
    expect(paper.status).toBe(200);
    expect(
      await octroi.query(
        `select code, impressions, contenu ->> 'moyen' as moyen from piece where transaction_id = $1`,
        [first],
      ),
      // in the street cash is not « Payer à la mairie »
    ).toEqual([{ code: code('A'), impressions: 2, moyen: 'Espèces' }]);
    await phone.send();
    expect(await octroi.query('select impressions from piece where transaction_id = $1', [first])).toEqual([
      { impressions: 2 },
    ]);
  });

  it('and its case is settled by a réimputation, or by a person of the office', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.encaisse({ local: randomUUID() }, 700);
    phone.note('visite', { contribuable: { id: 999_999_999 }, issue: 'absent' });
    const { body } = await phone.send();
    const id = body.data[0]?.resultat?.transaction as number;
    const [visite, paiement] = (await cas(tills)) as [CasRow, CasRow];
    expect([visite.motif, paiement.motif]).toEqual(['refus', 'à classer']);
    const moved = await (
      await octroi.signIn('superadmin')
    ).send<Problem>('POST', `/v2/transactions/${id}/reimputation`, {
      contribuable: tills.payer,
      motif: 'Le bon contribuable',
    });
    expect([moved.status, moved.body.message]).toEqual([200, undefined]);
    expect(await cas(tills)).toMatchObject([{ id: visite.id }]);
    const settled = await tills.regisseur.caller.send('POST', `/v2/cas_terrain/${visite.id}/reglement`, {
      note: 'Vu',
    });
    expect(settled).toMatchObject({
      status: 200,
      body: { note: 'Vu', reglePar: { id: tills.regisseur.id } },
    });
    expect(await cas(tills)).toEqual([]);
    const done = (search: string) =>
      tills.regisseur.caller.get<{ data: CasRow[] }>(
        `/v2/cas_terrain?entite=${tills.town.entite}&etat=${encodeURIComponent('réglés')}&${search}`,
      );
    expect((await done(`appareil=${phone.id}`)).body.data.map(({ motif }) => motif)).toEqual([
      'refus',
      'à classer',
    ]);
    expect((await done(`appareil=${phone.id + 1}`)).body.data).toEqual([]);
    const again = await tills.regisseur.caller.send('POST', `/v2/cas_terrain/${visite.id}/reglement`, {
      note: 'Vu',
    });
    expect(again.status).toBe(409);
  });

  it('and each device numbers its own receipts without gaps', async () => {
    const tills = await newTills();
    const phones = [
      await enrolDevice(octroi, tills),
      await enrolDevice(octroi, tills, { agent: tills.agents[1] }),
    ];
    for (const phone of phones) for (let n = 0; n < 15; n++) phone.encaisse({ id: tills.payer }, 100);
    await Promise.all(phones.map((phone) => phone.send()));
    const numbers = (await paidIn(tills)).map(({ numero_recu }) => numero_recu).toSorted();
    expect(numbers).toEqual(
      phones.flatMap(({ log }) => log.map(({ corps }) => String(corps['recu']))).toSorted(),
    );
  });
});

describe('the day of a payment', () => {
  const days = async (tills: Tills): Promise<string[]> => (await paidIn(tills)).map(({ jour }) => jour);
  const local = (instant: number): string => todayIn(TIME_ZONE, new Date(instant));

  it('is the device’s corrected day between its last contact and the reception, otherwise the day of reception', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const now = Date.now();
    await octroi.query(
      "update appareil_terrain set a_jour_le = now() - interval '5 days', inscrit_le = now() - interval '9 days'",
      [],
    );
    const at = (days: number, decalage: number | null = 0) => ({
      faitLe: new Date(now - days * DAY),
      decalage,
    });
    const pay = (clock: object) => phone.encaisse({ id: tills.payer }, 100, {}, clock);
    pay(at(3));
    // a clock a year ahead, and known to be
    pay({ faitLe: new Date(now + 363 * DAY), decalage: -365 * DAY });
    pay(at(7));
    pay(at(-2));
    pay(at(3, null));
    const { body } = await phone.send();
    expect(body.data.every(({ etat }) => etat === 'accepte')).toBe(true);
    const today = local(now);
    expect(await days(tills)).toEqual([local(now - 3 * DAY), local(now - 2 * DAY), today, today, today]);
  });

  it('is the day of reception if the year is closed', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const now = Date.now();
    await octroi.query("update appareil_terrain set a_jour_le = now() - interval '500 days' where id = $1", [
      phone.id,
    ]);
    const then = new Date(now - 400 * DAY);
    await octroi.query('insert into annee_close (entite_id, annee, closed_by_id) values ($1, $2, $3)', [
      tills.town.entite,
      yearOf(then),
      tills.regisseur.id,
    ]);
    phone.encaisse({ id: tills.payer }, 100, {}, { faitLe: then });
    await phone.send();
    expect(await days(tills)).toEqual([local(now)]);
  });
});

describe('other commands of a device', () => {
  const lines = (tills: Tills, id: number) =>
    octroi.query('select nom, telephone, statut from contribuable where entite_id = $1 and id = $2', [
      tills.town.entite,
      id,
    ]);

  it('open a till, take cash, give some back, sell, count and hand over, even days later', async () => {
    const tills = await newTills();
    await octroi.query("update entite set caisse_depuis = '2020-01-01' where id = $1", [tills.town.entite]);
    const phone = await enrolDevice(octroi, tills);
    await octroi.query("update appareil_terrain set a_jour_le = now() - interval '5 days' where id = $1", [
      phone.id,
    ]);
    const clock = { faitLe: new Date(Date.now() - 2 * DAY) };
    phone.note('session', { acte: 'ouverture', fonds: 1000 }, clock);
    const payment = phone.encaisse({ id: tills.payer }, 5000, {}, clock);
    phone.encaisse({ id: tills.payer }, 2000, {}, clock);
    phone.note('annulation', { recu: String(payment.corps['recu']), motif: 'Erreur' }, clock);
    phone.note('comptage', { billets: { '1000': 3 } }, clock);
    phone.note('versement', { montant: 2000, destination: 'régisseur' }, clock);
    phone.encaisse({ id: tills.payer }, 900, {}, clock);
    expect(await etats(phone)).toEqual([
      ...Array.from({ length: 6 }, () => 'accepte'),
      // nobody has opened a till again
      'accepte caisse.session_absente',
    ]);
    const [session] = await octroi.query(
      `select jour::text, recu::int, annule::int, attendu::int, compte::int, id::int,
         comptee_le = $2::timestamptz as a_son_heure, fermee_le > now() - interval '1 hour' as recue
       from session_caisse where titulaire_id = $1`,
      [tills.agents[0].id, clock.faitLe.toISOString()],
    );
    expect(session).toMatchObject({ recu: 7000, annule: 5000, attendu: 3000, compte: 3000 });
    // the hour of the count is the phone's, that of the reception is kept beside
    expect(session).toMatchObject({ a_son_heure: true, recue: true });
    expect(
      (await paidIn(tills)).map((row) => [
        row.montant,
        row.session_caisse_id === session?.['id'],
        row.jour === session?.['jour'],
      ]),
    ).toEqual([
      [5000, true, true],
      [2000, true, true],
      [-5000, true, true],
      [900, false, true],
    ]);
    expect(await cas(tills)).toMatchObject([{ motif: 'sans caisse' }]);
  });

  it('note visits with or without a tour, correct a taxpayer, and add a taxed line', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    phone.note('visite', { contribuable: { id: tills.payer }, issue: 'absent', note: 'Fermé le lundi' });
    phone.note('visite', {
      contribuable: { id: tills.payer },
      issue: 'promis',
      promisLe: '2099-01-01',
      promis: 500,
    });
    phone.note('correction', {
      contribuable: { id: tills.payer },
      champs: { telephone: '90 11 22 33', statut: 'Validé' },
    });
    phone.note('ligne', { contribuable: { id: tills.payer }, ligne: { natureActivite: tills.town.nature } });
    expect(await etats(phone)).toEqual(['accepte', 'accepte', 'accepte', 'accepte']);
    const visits = await octroi.query(
      'select issue, note, promis_montant::int as promis from visite where contribuable_id = $1',
      [tills.payer],
    );
    expect(visits).toEqual([{ issue: 'promis', note: null, promis: 500 }]);
    expect(await lines(tills, tills.payer)).toMatchObject([{ telephone: '90 11 22 33' }]);
  });

  it('cancel only payments of this device, the same day', async () => {
    const tills = await newTills();
    const [phone, other] = [
      await enrolDevice(octroi, tills),
      await enrolDevice(octroi, tills, { agent: tills.agents[1] }),
    ];
    const payment = phone.encaisse({ id: tills.payer }, 500);
    await phone.send();
    other.note('annulation', { recu: String(payment.corps['recu']), motif: 'Essai' });
    expect(await etats(other)).toEqual(['refuse introuvable']);
    phone.note('annulation', { sequence: 1, motif: 'Erreur' }, { faitLe: new Date(Date.now() + DAY) });
    phone.note('annulation', { sequence: 1, motif: 'Erreur' });
    expect((await etats(phone)).slice(1)).toEqual(['accepte', 'refuse conflit.regle']);
  });

  it('of an agent who was moved: payments count in their collectivité, the others are refused and make cases', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills);
    const agent = tills.agents[0].id;
    await octroi.query('delete from utilisateur_entite where utilisateur_id = $1', [agent]);
    await octroi.query('insert into utilisateur_ramification values ($1, $2)', [agent, tills.town.nodes[1]]);
    phone.encaisse({ id: tills.payer }, 500);
    phone.note('correction', { contribuable: { id: tills.payer }, champs: { nom: 'Autre' } });
    phone.note('enrolement', {
      local: randomUUID(),
      nom: 'Ailleurs',
      ramification: tills.town.nodes[4] as number,
    });
    expect(await etats(phone)).toEqual(['accepte', 'refuse introuvable', 'refuse requete.invalide']);
    expect((await paidIn(tills)).map(({ contribuable_id }) => contribuable_id)).toEqual([tills.payer]);
    expect((await cas(tills)).map(({ motif }) => motif)).toEqual(['refus', 'refus']);
  });

  it('with more cash in a day than the device’s ceiling make a case', async () => {
    const tills = await newTills();
    const phone = await enrolDevice(octroi, tills, { plafond: 1000 });
    for (const montant of [600, 400, 1]) phone.encaisse({ id: tills.payer }, montant);
    expect(await etats(phone)).toEqual(['accepte', 'accepte', 'accepte terrain.plafond']);
  });

  it('leave balanced books, and no gap in a series without a case', async () => {
    const tills = await newTills();
    const { id } = await enrol(
      {
        query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
      } as never,
      tills.town,
      { node: tills.town.nodes[5] },
    );
    const phone = await enrolDevice(octroi, tills);
    for (const montant of [100, 200]) phone.encaisse({ id }, montant, { moyenPaiement: ESPECES });
    await phone.send();
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  });
});
