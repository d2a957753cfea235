/* Receipts on their three papers, what they say of what became of the money, and the summary of several. */
import type {
  ContribuableFiche,
  Encaissement,
  FicheIndividuelle,
  Problem,
  Transaction,
  Verification,
} from '@octroi/contract';
import { formatDay } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp, TODAY } from '#src/testing/app.ts';
import { addDebtor, collect, MOYEN, newDebtor } from '#src/testing/caisse.ts';
import { fileOf } from '#src/testing/files/files.ts';

const octroi = await testApp();
const { signIn, nobody } = octroi;
const { pool } = openPool(octroi.url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const CHEQUE = { banque: 'BOA Niger', numero: '0012345', tireur: 'Ets Garba & Frères' };
const DAY = formatDay(TODAY);

/** A document's texts, spaces as they are typed. */
async function print(url: string): Promise<{ text: string; bytes: Buffer }> {
  const { status, bytes } = await fileOf(octroi, 'superadmin', url, {});
  expect(status, bytes.subarray(0, 300).toString()).toBe(200);
  const text = readPdf(bytes)
    .pages.flat()
    .join(' ')
    .replaceAll(/[\s\u202f\u00a0]+/g, ' ');
  return { text, bytes };
}
const recu = async (id: number, format = 'A4') =>
  (await print(`/v2/transactions/${id}/recu?format=${format}`)).text;
const verified = async (text: string): Promise<Verification> => {
  const code = /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/.exec(text)?.[0] ?? '';
  return (await nobody.get<Verification>(`/v2/verification/${code}`)).body;
};
const settle = async (id: number, statut: 'Confirmé' | 'Failed') =>
  expect((await superadmin.send('PATCH', `/v2/transactions/${id}`, { statut })).status).toBe(200);
/** Width and height of the first page, in points. */
const sizeOf = (bytes: Buffer): number[] =>
  /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1'))?.slice(1).map(Number) ?? [];
const lignesOf = ({ lignes }: Encaissement): number[] => lignes.map(({ id }) => id);

describe('a receipt', () => {
  it('has the name of the agent at the time of the payment, also after a change of name', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 5_000]]);
    const { rows } = await pool.query<{ id: number; nom: string; fullName: string }>(
      `select id, nom, btrim(prenom || ' ' || nom) as "fullName" from utilisateur where username = 'superadmin'`,
    );
    const agent = rows[0];
    const rename = (nom?: string) =>
      pool.query('update utilisateur set nom = $2 where id = $1', [agent?.id, nom]);
    await rename('Garba-Essai');
    const [ligne] = lignesOf(body) as [number];
    expect(await recu(ligne)).toContain(agent?.fullName);
    // and the sheet, the encaissement, the record and the payment's own history
    const { body: sheet } = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel`);
    const { body: record } = await superadmin.get<ContribuableFiche>(`/v2/contribuables/${id}`);
    const { body: encaissement } = await superadmin.get<Encaissement>(`/v2/encaissements/${body.id}`);
    const { body: transaction } = await superadmin.get<Transaction>(`/v2/transactions/${ligne}`);
    const names = [
      ...sheet.mouvements.map((each) => each.agent),
      ...record.transactions.map((each) => each.bureauAccepteur),
      encaissement.createdBy,
      ...transaction.historique.filter(({ acte }) => acte === 'créer').map((each) => each.utilisateur),
    ].map((each) => each?.fullName);
    expect(names.length).toBeGreaterThan(3);
    expect(new Set(names)).toEqual(new Set([agent?.fullName]));
    const { body: next } = await collect(superadmin, [[id, 1_000]]);
    expect(await recu(lignesOf(next)[0] ?? 0)).toContain('Garba-Essai');
    await rename(agent?.nom);
  });

  it('has the same content on A4, A5 and a till roll of fitting length', async () => {
    const { id } = await newDebtor(pool, { annee: 2025, montant: 2_500 }, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 5_000]]);
    const [ligne] = lignesOf(body) as [number];
    const papers = { A4: [595.28, 841.89], A5: [595.28, 419.53], '80mm': [226.77, undefined] } as const;
    for (const [format, [width, height]] of Object.entries(papers)) {
      const { text, bytes } = await print(`/v2/transactions/${ligne}/recu?format=${format}`);
      for (const expected of [
        `Reçu n° ${body.lignes[0]?.numeroRecu}`,
        body.lignes[0]?.contribuable.fullName,
        '5 000 F CFA',
        'cinq mille',
        'Ce qui reste à payer au',
        '6 500',
      ])
        // a number too long for its line is broken where it has a dash
        expect(text.replaceAll(' ', ''), format).toContain(expected?.replaceAll(' ', ''));
      expect(readPdf(bytes).pages).toHaveLength(1);
      expect(sizeOf(bytes)[0]).toBeCloseTo(width, 1);
      if (height) expect(sizeOf(bytes)[1]).toBeCloseTo(height, 1);
    }
    const short = sizeOf((await print(`/v2/transactions/${ligne}/recu?format=80mm`)).bytes)[1] ?? 0;
    const many = await newDebtor(
      pool,
      ...Array.from({ length: 9 }, (_, index) => ({ annee: 2017 + index, montant: 1_000 })),
    );
    const { body: long } = await collect(superadmin, [[many.id, 9_000]]);
    const grown = await print(`/v2/transactions/${lignesOf(long)[0]}/recu?format=80mm`);
    expect(sizeOf(grown.bytes)[1]).toBeGreaterThan(short);
    expect(
      readPdf((await print(`/v2/transactions/${lignesOf(long)[0]}/recu?format=A5`)).bytes).pages,
    ).toHaveLength(1);
  });

  it('is printed by default on the paper that the user chose', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 5_000]]);
    const [ligne] = lignesOf(body);
    await superadmin.send('PATCH', '/v2/affichage', { formatRecu: '80mm' });
    expect(sizeOf((await print(`/v2/transactions/${ligne}/recu`)).bytes)[0]).toBeCloseTo(226.77, 1);
    await superadmin.send('PATCH', '/v2/affichage', { formatRecu: 'A4' });
    expect(sizeOf((await print(`/v2/transactions/${ligne}/recu`)).bytes)[0]).toBeCloseTo(595.28, 1);
  });

  it('of a cheque is provisional until the bank has paid; then the receipt can be printed', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const by = { moyenPaiement: MOYEN.cheque, cheque: CHEQUE };
    const { body } = await collect(superadmin, [[id, 5_000]], by);
    const [ligne] = lignesOf(body) as [number];
    for (const format of ['A4', 'A5', '80mm']) {
      const text = await recu(ligne, format);
      expect(text.replaceAll('- ', '-')).toContain(`Reçu provisoire n° ${body.lignes[0]?.noTransaction}`);
      expect(text).toContain('Sous réserve d’encaissement du chèque n° 0012345');
      expect(text).toContain('BOA Niger');
      expect(text).toContain('Ets Garba & Frères');
      expect(text).not.toContain('Ce qui reste à payer');
    }
    const provisional = await recu(ligne);
    expect(await verified(provisional)).toMatchObject({
      nature: 'provisoire',
      etat: 'provisoire',
      depuis: null,
      montant: 5_000,
    });
    await settle(ligne, 'Confirmé');
    const definitive = await recu(ligne);
    expect(definitive).toMatch(/ Reçu n° Essai \S+-2\d{3}-\d{6}/);
    expect(definitive).not.toContain('DUPLICATA');
    expect(definitive).toContain('Chèque n°');
    expect(await verified(definitive)).toMatchObject({ nature: 'recu', etat: 'valable' });
    const { etat, remplacePar } = await verified(provisional);
    expect(etat).toBe('definitif');
    expect(definitive).toContain(`Reçu n° ${remplacePar}`);
    await superadmin.send('DELETE', `/v2/transactions/${ligne}?motif=Sans%20provision`);
    expect((await verified(provisional)).etat).toBe('annule');
    expect((await verified(definitive)).etat).toBe('annule');
  });

  it('of a rejected cheque says so on paper and in the public check', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const by = { moyenPaiement: MOYEN.cheque, cheque: CHEQUE };
    const { body } = await collect(superadmin, [[id, 5_000]], by);
    const [ligne] = lignesOf(body) as [number];
    await recu(ligne);
    await settle(ligne, 'Failed');
    const again = await recu(ligne);
    expect(again).toContain('DUPLICATA (impression n° 2)');
    expect(again).toContain(`CHÈQUE NON ENCAISSÉ le ${DAY}`);
    expect(await verified(again)).toMatchObject({ etat: 'rejete', remplacePar: null });
    const { body: never } = await collect(superadmin, [[id, 100]], by);
    await settle(lignesOf(never)[0] as number, 'Failed');
    const reply = await superadmin.send<Problem>('POST', `/v2/transactions/${lignesOf(never)[0]}/recu`);
    expect(reply.status).toBe(409);
  });

  it('of a réimputation replaces the first, which names the new one', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { id: right } = await addDebtor(pool, town, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 5_000]]);
    const [ligne] = lignesOf(body) as [number];
    const first = await recu(ligne);
    const { body: moved } = await superadmin.send<Encaissement>(
      'POST',
      `/v2/encaissements/${body.id}/reimputation`,
      { ligne, contribuable: right, motif: 'Homonyme' },
    );
    const [before, after] = moved.lignes;
    const second = await recu(after?.id ?? 0);
    expect(second).toContain(`Annule et remplace le reçu n° ${before?.numeroRecu} du ${DAY}.`);
    expect(await verified(second)).toMatchObject({ etat: 'valable' });
    const again = (await recu(ligne, '80mm')).replaceAll('- ', '-');
    expect(again).toContain(`REÇU ANNULÉ le ${DAY}, remplacé par le reçu n° ${after?.numeroRecu}.`);
    expect(again).toContain('Motif : Homonyme');
    expect(await verified(first)).toMatchObject({ etat: 'remplace', remplacePar: after?.numeroRecu });
  });

  it('of a cancelled payment says when and why', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 5_000]]);
    const [ligne] = lignesOf(body) as [number];
    await recu(ligne);
    const motif = 'Le payeur s’est ravisé';
    await superadmin.send('POST', `/v2/encaissements/${body.id}/annulation`, { motif });
    for (const format of ['A4', 'A5', '80mm'])
      expect(await recu(ligne, format)).toContain(
        `PAIEMENT ANNULÉ le ${DAY} : ce reçu ne prouve plus rien. Motif : ${motif}`,
      );
  });

  it('of a payment cancelled before printing has its number and the cancellation', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 5_000]]);
    const [ligne] = lignesOf(body) as [number];
    await superadmin.send('POST', `/v2/encaissements/${body.id}/annulation`, { motif: 'Renoncement' });
    const text = await recu(ligne);
    expect(text).toContain(body.lignes[0]?.numeroRecu);
    expect(text).toContain(`PAIEMENT ANNULÉ le ${DAY}`);
    expect(text).not.toContain('Reste');
    expect(await verified(text)).toMatchObject({ etat: 'annule' });
  });
});

describe('the summary of several', () => {
  it('has one line per taxpayer with the receipt, and the sum of valid payments', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { id: other } = await addDebtor(pool, town, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [
      [id, 5_000],
      [other, 2_500],
    ]);
    const url = (format: string) => `/v2/encaissements/${body.id}/recapitulatif?format=${format}`;
    for (const format of ['A4', 'A5', '80mm']) {
      const { text, bytes } = await print(url(format));
      expect(readPdf(bytes).pages).toHaveLength(1);
      for (const { numeroRecu, contribuable } of body.lignes)
        for (const expected of [numeroRecu, contribuable.fullName, contribuable.numKlis])
          expect(text.replaceAll(' ', '')).toContain(expected?.replaceAll(' ', ''));
      for (const expected of ['Elhadj Moussa', 'Somme remise', '7 500 F CFA', '5 000', '2 500'])
        expect(text, format).toContain(expected);
    }
    const [, second] = lignesOf(body);
    await superadmin.send('POST', `/v2/encaissements/${body.id}/annulation`, {
      motif: 'Trop',
      lignes: [second],
    });
    const { text } = await print(url('80mm'));
    expect(text).toContain(`${body.lignes[1]?.numeroRecu}, annulé`);
    expect(text).toContain('Total 5 000 F CFA');
  });

  it('needs several taxpayers, and the scope of all', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 9_000 });
    const { body } = await collect(superadmin, [[id, 500]]);
    const url = `/v2/encaissements/${body.id}/recapitulatif`;
    expect((await superadmin.send('POST', url)).status).toBe(409);
    expect((await (await signIn('niamey')).send('POST', url)).status).toBe(404);
    expect((await superadmin.send('POST', '/v2/encaissements/987654/recapitulatif')).status).toBe(404);
  });
});
