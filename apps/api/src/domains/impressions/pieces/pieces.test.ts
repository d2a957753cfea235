import { sql } from 'kysely';
import { readCode, type Verification } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing.ts';
import { type Account, PUBLIC_URL, testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files.ts';
import type { Problem } from '#src/testing/people.ts';

const octroi = await testApp();
const { signIn, nobody, query } = octroi;
const niamey = await signIn('niamey');
const YEAR = new Date().getUTCFullYear();

interface Payment {
  id: number;
  numero: string;
  montant: number;
  jour: string;
  nom: string;
}
const payments = await query<Payment>(
  `select t.id::int, numero_recu as numero, montant::int, t.jour::text, c.nom_complet as nom
   from transaction t join contribuable c on c.id = t.contribuable_id
   where t.entite_id = 1 and t.statut = 'Confirmé' and montant > 0 order by t.id limit 8`,
);
const payment = (at: number): Payment => payments[at] as Payment;
/** Taxpayers of Niamey who owe something this year. */
const debtors = await query<{ id: number; prevu: number; nom: string; code: string }>(
  `select c.id::int, t.prevu::int, c.nom_complet as nom, e.code from contribuable c join entite e on e.id = c.entite_id
   join total_contribuable t on t.contribuable_id = c.id and t.annee = $1 and t.prevu > 0
   where c.entite_id = 1 order by c.id limit 30`,
  [YEAR],
);

const print = async (url: string, account: Account = 'niamey'): Promise<string> => {
  const { status, bytes } = await fileOf(octroi, account, url, {});
  expect(status, bytes.subarray(0, 300).toString()).toBe(200);
  expect(bytes.subarray(-6).toString()).toContain('%%EOF');
  return readPdf(bytes).pages.flat().join('\n');
};
const printRecu = ({ id }: { id: number }) => print(`/v2/transactions/${id}/recu`);
const printAvis = ({ id }: { id: number }, annee = YEAR) =>
  print(`/v2/contribuables/${id}/avis?annee=${annee}`);
const CODE = /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/;
const codeIn = (text: string): string => CODE.exec(text)?.[0] ?? '';
const verify = (code: string) => nobody.get<Verification & Problem>(`/v2/verification/${code}`);

describe('a receipt', () => {
  it('says who paid what, under the number that the payment was given', async () => {
    const text = await printRecu(payment(0));
    expect(text).toContain(`Reçu n° ${payment(0).numero}`);
    expect(text).toContain(payment(0).nom);
    expect(text.replaceAll(/[\s\u202f\u00a0]/g, '')).toContain(`Montantreçu:${payment(0).montant}FCFA`);
    expect(text).toContain(`${PUBLIC_URL}/verifier/`);
    expect(text).not.toContain('DUPLICATA');
  });

  it('is a duplicate from the second time on, and says the same', async () => {
    const first = await printRecu(payment(1));
    await query(
      'update contribuable set nom = $2 where id = (select contribuable_id from transaction where id = $1)',
      [payment(1).id, 'Renommé'],
    );
    const second = await printRecu(payment(1));
    expect(second).toContain('DUPLICATA (impression n° 2)');
    expect(second).toContain(payment(1).nom);
    expect(codeIn(second)).toBe(codeIn(first));
    expect(await printRecu(payment(1))).toContain('DUPLICATA (impression n° 3)');
  });

  it('has one original, however many ask for it at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => printRecu(payment(2))));
    expect(all.filter((text) => !text.includes('DUPLICATA'))).toHaveLength(1);
    expect(new Set(all.map(codeIn)).size).toBe(1);
  });

  it('is for money that came in for certain', async () => {
    const [pending] = await query<{ id: number }>(
      `insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id)
       select entite_id, id, ramification_id, 'ATTENTE-1', 500, 1 from contribuable where entite_id = 1 order by id limit 1
       returning id::int`,
    );
    const reply = await niamey.send<Problem>('POST', `/v2/transactions/${pending?.id}/recu`);
    expect([reply.status, reply.body.message]).toEqual([409, 'Seul un paiement reçu et confirmé a un reçu.']);
  });

  it('is of one’s own place', async () => {
    for (const account of ['maradi', 'plateau'] as const) {
      const [elsewhere] = await query<{ id: number }>(
        `select t.id::int from transaction t where entite_id = 1 and statut = 'Confirmé' and montant > 0 and not exists (
           select from ramification_descendance d join utilisateur_ramification u on u.ramification_id = d.ancetre_id
           where d.descendant_id = t.ramification_id) limit 1`,
      );
      const caller = await signIn(account);
      expect((await caller.send('POST', `/v2/transactions/${elsewhere?.id}/recu`)).status).toBe(404);
    }
  });
});

describe('a notice', () => {
  it('tells what is due for a year, line by line', async () => {
    const debtor = debtors[15] as (typeof debtors)[0];
    const text = await printAvis(debtor);
    expect(text).toMatch(new RegExp(`Avis d'imposition n° AVIS-${debtor.code}-${YEAR}-\\d{6}`));
    expect(text).toContain(debtor.nom);
    expect(await printAvis(debtor)).toContain('DUPLICATA');
    const { body } = await verify(codeIn(text));
    expect(body).toMatchObject({ nature: 'avis', montant: debtor.prevu, annule: false });
  });

  it('has a number without gaps in its collectivité and year, also where one fails and many come at once', async () => {
    const [without] = await query<{ id: number }>(
      `select c.id::int from contribuable c where entite_id = 1
         and not exists (select from echeance e where e.contribuable_id = c.id and e.annee = 2031) limit 1`,
    );
    const failed = await niamey.send<Problem>('POST', `/v2/contribuables/${without?.id}/avis?annee=2031`);
    expect([failed.status, failed.body.message]).toEqual([
      409,
      "Rien n'est dû pour 2031 : il n'y a pas d'avis.",
    ]);
    await Promise.all(debtors.slice(1, 9).map((debtor) => printAvis(debtor)));
    const numbers = await query<{ rang: number }>(
      "select split_part(numero, '-', 4)::int as rang from piece where nature = 'avis' and entite_id = 1 and annee = $1 order by 1",
      [YEAR],
    );
    expect(numbers.map(({ rang }) => rang)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('leaves a trace of who printed it', async () => {
    const debtor = debtors[10] as (typeof debtors)[0];
    await printAvis(debtor);
    const [act] = await query(
      "select acte, ressource, apres from journal where acte = 'imprimer' and ressource = 'contribuables' and enregistrement_id = $1",
      [debtor.id],
    );
    expect(act).toMatchObject({ apres: { impression: 1 } });
  });
});

describe('the check of a piece', () => {
  it('tells anybody its number, day and amount, and no name', async () => {
    const code = codeIn(await printRecu(payment(3)));
    const { status, body } = await verify(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      nature: 'recu',
      numero: payment(3).numero,
      jour: payment(3).jour,
      montant: payment(3).montant,
      annule: false,
    });
    expect((await verify(code.toLowerCase().replaceAll('-', ''))).body).toEqual(body);
  });

  it('says that a payment was taken back since', async () => {
    const code = codeIn(await printRecu(payment(4)));
    await query(
      `insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id,
         statut, extourne_de_id)
       select entite_id, contribuable_id, ramification_id, 'EXTOURNE-1', -montant, moyen_paiement_id, 'En attente de confirmation', id
       from transaction where id = $1`,
      [payment(4).id],
    );
    expect((await verify(code)).body.annule).toBe(true);
  });

  it('knows no forged code, and tires of being asked', async () => {
    const forged = '0000000000ABCDEFGHJK';
    expect(readCode(forged)).toBe(forged);
    const reply = await verify(forged);
    expect([reply.status, reply.body.message]).toEqual([
      404,
      'Aucun document ne porte ce code. Vérifiez-le, ou prévenez votre mairie.',
    ]);
    expect((await verify("x' or '1'='1")).status).toBe(404);
    const statuses = [];
    for (let turn = 0; turn < 20; turn++) statuses.push((await verify(forged)).status);
    expect(statuses.at(-1)).toBe(429);
    const code = codeIn(await printRecu(payment(5)));
    expect((await verify(code)).status).toBe(429);
  });

  it('rests on pieces that the application itself cannot alter', async () => {
    const { db } = octroi;
    await expect(sql`update piece set montant = 1`.execute(db)).rejects.toThrow('denied');
    await expect(sql`delete from piece`.execute(db)).rejects.toThrow('denied');
  });
});
