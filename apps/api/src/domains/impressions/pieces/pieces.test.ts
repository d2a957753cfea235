import { sql } from 'kysely';
import { formatDay, type PapierRecord, readCode, type Verification } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { withConnection } from '#src/platform/database/connection.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, PUBLIC_URL, testApp, YEAR } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import type { Problem } from '#src/testing/people.ts';

const octroi = await testApp();
const { signIn, nobody, query } = octroi;
const niamey = await signIn('niamey');
const superadmin = await signIn('superadmin');

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
/** Taxpayers of Niamey who owe something, and how much in all years. */
const debtors = await query<{ id: number; du: number; nom: string; code: string }>(
  `select c.id::int, sum(x.montant - x.paye)::int as du, c.nom_complet as nom, e.code
   from contribuable c join entite e on e.id = c.entite_id
   join echeance x on x.entite_id = c.entite_id and x.contribuable_id = c.id
   where c.entite_id = 1 and not exists (select from imputation i where i.contribuable_id = c.id and i.echeance_id is null)
   group by c.entite_id, c.id, c.nom_complet, e.code having coalesce(sum(x.montant - x.paye) filter (where x.annee = $1), 0) > 1000 order by c.id limit 30`,
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
/** What a payment paid, by year and tax; of no tax, and last, what it paid in advance. */
const partsOf = ({ id }: { id: number }) =>
  query<{ annee: number; taxe: string | null; montant: number }>(
    `select i.annee, t.nom as taxe, sum(i.montant)::int as montant from imputation i
     left join echeance x on x.id = i.echeance_id left join taxe t on t.id = x.taxe_id where i.transaction_id = $1
     group by 1, 2 order by t.nom is null, 1, 2`,
    [id],
  );
const CODE = /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/;
const codeIn = (text: string): string => CODE.exec(text)?.[0] ?? '';
const numberIn = (text: string): string => /AVIS-\w+-\d+-\d+/.exec(text)?.[0] ?? '';
const verify = (code: string) => nobody.get<Verification & Problem>(`/v2/verification/${code}`);

describe('a receipt', () => {
  it('has the payer, the amount and the number of the payment', async () => {
    const text = await printRecu(payment(0));
    expect(text).toContain(`Reçu n° ${payment(0).numero}`);
    expect(text).toContain(payment(0).nom);
    expect(text.replaceAll(/[\s\u202f\u00a0]/g, '')).toContain(`Montantreçu:${payment(0).montant}FCFA`);
    expect(text).toContain(`${new URL(PUBLIC_URL).host}/verifier`);
    expect(text).not.toContain('DUPLICATA');
  });

  it('has the paid sums by year and tax, the advance, and the rest', async () => {
    const debtor = debtors[22] as (typeof debtors)[0];
    const body = { contribuable: debtor.id, montant: debtor.du + 700, moyenPaiement: 1 };
    const { body: paid } = await superadmin.send<{ id: number }>(
      'POST',
      '/v2/contribuables/transactions',
      body,
    );
    await superadmin.send('PATCH', `/v2/transactions/${paid.id}`, { statut: 'Confirmé' });
    const text = (await printRecu(paid)).replaceAll(/[\u202f\u00a0]/g, ' ');
    const parts = (await partsOf(paid)).filter(({ taxe }) => taxe !== null);
    expect(parts.reduce((sum, { montant }) => sum + montant, 0)).toBe(debtor.du);
    for (const { annee, taxe, montant } of parts)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        `${annee} ${taxe} ${montant.toLocaleString('fr-FR')}`.replaceAll(/[\s\u202f]+/g, ' '),
      );
    expect(text).toContain("Payé d'avance, pour ce qui sera dû");
    expect(text).toContain('Rien n’est dû');
    expect(text).toContain("Payé d'avance, en tout : 700 F CFA.");
    const again = await printRecu(paid);
    expect(again).toContain("Payé d'avance, en tout");
  });

  it('is a duplicate from the second time on, with the same content', async () => {
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

  it('shows its code completely, with letters of any width', async () => {
    const { numero } = payment(3);
    await printRecu(payment(3));
    const wide = 'W'.repeat(20);
    const { length } = await query('update piece set code = $1 where numero = $2 returning code', [
      wide,
      numero,
    ]);
    expect(length).toBe(1);
    expect(codeIn(await printRecu(payment(3)))).toBe('WWWWW-WWWWW-WWWWW-WWWWW');
    expect((await verify(wide)).body).toMatchObject({ nature: 'recu', etat: 'valable' });
  });

  it('has one original, even if many request it at once', async () => {
    const waits = async (event: string) =>
      (
        await query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and wait_event ~ $1`,
          [event],
        )
      ).length;
    const all = await withConnection(octroi.url, 'octroi-test', async (client) => {
      // nobody gets past what a receipt is headed with until all have asked
      await client.query('begin');
      await client.query('lock table papier in access exclusive mode');
      const prints = Array.from({ length: 6 }, () => printRecu(payment(2)));
      await expect.poll(() => waits('.')).toBe(6);
      // one issues it, the others wait for that: two that issue it fall over each other now and then
      expect(await waits('relation')).toBe(1);
      await client.query('commit');
      return Promise.all(prints);
    });
    expect(all.filter((text) => !text.includes('DUPLICATA'))).toHaveLength(1);
    expect(new Set(all.map(codeIn)).size).toBe(1);
  });

  it('gives the next number, once, to a payment loaded without one', async () => {
    const [loaded] = await query<{ id: number; dernier: number }>(
      `with chargee as (
         insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id, statut)
         select entite_id, id, ramification_id, 'CHARGEE-1', 500, 1, 'Confirmé' from contribuable where entite_id = 1 order by id limit 1
         returning entite_id, id, contribuable_id)
       insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
       select entite_id, id, contribuable_id, $1, 500 from chargee returning transaction_id::int as id,
         (select valeur::int from compteur where entite_id = 1 and serie = 'recu' and annee = $1) as dernier`,
      [YEAR],
    );
    if (!loaded) throw new Error('nothing was loaded');
    const numero = `Reçu n° NIA-${YEAR}-${String(loaded.dernier + 1).padStart(6, '0')}`;
    expect(await printRecu(loaded)).toContain(numero);
    expect(await printRecu(loaded)).toContain(numero);
  });

  it('exists only for confirmed money', async () => {
    const [pending] = await query<{ id: number }>(
      `insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id)
       select entite_id, id, ramification_id, 'ATTENTE-1', 500, 1 from contribuable where entite_id = 1 order by id limit 1
       returning id::int`,
    );
    const reply = await niamey.send<Problem>('POST', `/v2/transactions/${pending?.id}/recu`);
    expect([reply.status, reply.body.message]).toEqual([409, 'Seul un paiement reçu et confirmé a un reçu.']);
  });

  it('can be printed only within the scope', async () => {
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
  it('has the dues of a year, line by line', async () => {
    const debtor = debtors[15] as (typeof debtors)[0];
    const text = await printAvis(debtor);
    expect(text).toContain(`Avis d'imposition ${YEAR}`);
    expect(text).toMatch(new RegExp(`AVIS-${debtor.code}-${YEAR}-\\d{6}`));
    expect(text).toContain(debtor.nom);
    expect(await printAvis(debtor)).toContain('DUPLICATA');
    const { body } = await verify(codeIn(text));
    expect(body).toMatchObject({ nature: 'avis', montant: debtor.du, etat: 'valable' });
  });

  it('has a number without gaps in its collectivité and year, also if one fails or many are made at once', async () => {
    const next = YEAR + 1;
    const [settled] = await query<{ id: number }>(
      `select x.contribuable_id::int as id from echeance x where x.entite_id = 1
       group by 1 having sum(x.montant - x.paye) = 0 and max(x.annee) < $1 limit 1`,
      [next],
    );
    const failed = await niamey.send<Problem>('POST', `/v2/contribuables/${settled?.id}/avis?annee=${next}`);
    expect([failed.status, failed.body.message]).toEqual([
      409,
      `Rien n'est dû pour ${next} ni pour une autre année : il n'y a pas d'avis.`,
    ]);
    await Promise.all(debtors.slice(1, 9).map((debtor) => printAvis(debtor)));
    const numbers = await query<{ rang: number }>(
      "select split_part(numero, '-', 4)::int as rang from piece where nature = 'avis' and entite_id = 1 and annee = $1 order by 1",
      [YEAR],
    );
    expect(numbers.map(({ rang }) => rang)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('is replaced by another, with its own number, if the dues have changed', async () => {
    const debtor = debtors[20] as (typeof debtors)[0];
    const first = await printAvis(debtor);
    // what was paid since changes no notice
    const paid = await superadmin.send<{ id: number }>('POST', '/v2/contribuables/transactions', {
      contribuable: debtor.id,
      montant: 500,
      moyenPaiement: 1,
    });
    const confirmed = { statut: 'Confirmé' };
    expect((await superadmin.send('PATCH', `/v2/transactions/${paid.body.id}`, confirmed)).status).toBe(200);
    expect(codeIn(await printAvis(debtor))).toBe(codeIn(first));
    await query(
      `update echeance set montant = montant + 1000
       where id = (select min(id) from echeance where contribuable_id = $1 and annee = $2)`,
      [debtor.id, YEAR],
    );
    const all = await Promise.all([printAvis(debtor), printAvis(debtor), printAvis(debtor)]);
    const [printed = ''] = all.filter((text) => !text.includes('DUPLICATA'));
    const second = printed.replaceAll(/\s+/g, ' ');
    expect(new Set(all.map(codeIn)).size).toBe(1);
    expect(second).toContain(`Annule et remplace l'avis n° ${numberIn(first)} du `);
    expect(numberIn(second) > numberIn(first)).toBe(true);
    const depuis = /du (\d\d)\/(\d\d)\/(\d{4})\./.exec(second)?.slice(1).toReversed().join('-');
    expect((await verify(codeIn(first))).body).toMatchObject({
      numero: numberIn(first),
      montant: debtor.du,
      etat: 'remplace',
      depuis,
    });
    expect((await verify(codeIn(second))).body).toMatchObject({
      montant: debtor.du - 500 + 1000,
      etat: 'valable',
      depuis: null,
    });
  });

  it('is not printed for a taxpayer who owes nothing, in any year, even if one was printed before', async () => {
    const debtor = debtors.at(-1) as (typeof debtors)[0];
    const first = await printAvis(debtor);
    const body = { contribuable: debtor.id, montant: debtor.du, moyenPaiement: 1 };
    const paid = await superadmin.send<{ id: number }>('POST', '/v2/contribuables/transactions', body);
    await superadmin.send('PATCH', `/v2/transactions/${paid.body.id}`, { statut: 'Confirmé' });
    const refused = await niamey.send<Problem>('POST', `/v2/contribuables/${debtor.id}/avis?annee=${YEAR}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Rien n'est dû pour ${YEAR} ni pour une autre année : il n'y a pas d'avis.`,
    ]);
    expect((await verify(codeIn(first))).body).toMatchObject({ etat: 'valable', montant: debtor.du });
  });

  it('keeps the texts of its day, after a change of the collectivité’s papers too', async () => {
    const debtor = debtors[12] as (typeof debtors)[0];
    const first = await printAvis(debtor);
    expect(first).toContain('Régie de recettes');
    const papiers = (await niamey.get<PapierRecord>('/v2/entites/1/papiers')).body;
    const { entite: _entite, ecusson: _ecusson, version: _version, ...textes } = papiers;
    await niamey.send('PUT', '/v2/entites/1/papiers', { ...textes, office: 'Trésorerie' });
    const again = await printAvis(debtor);
    await niamey.send('PUT', '/v2/entites/1/papiers', textes);
    expect(again).toContain('DUPLICATA (impression n° 2) · Situation au ');
    expect(again).toContain('Régie de recettes');
    expect(again).not.toContain('Trésorerie');
  });

  it('in a former layout is printed as it was, and is valid while the dues are the same', async () => {
    const debtor = debtors[13] as (typeof debtors)[0];
    await printAvis(debtor);
    const old = {
      nature: 'avis',
      annee: YEAR,
      entite: { id: 1, nom: 'Ville de Niamey', code: 'NIA' },
      chemin: ['Ville de Niamey'],
      contribuable: { id: debtor.id, numKlis: 'X', fullName: debtor.nom, telephone: null, adresse: null },
      lignes: [{ base: 'Terrasse ancienne', precision: null, nombre: 4, prix: 8500, total: 34_000 }],
      paye: 0,
      echeance: `${YEAR}-12-01`,
    };
    await query(
      `update piece set contenu = $2::jsonb || jsonb_build_object('prevu',
         (select sum(montant) from echeance where contribuable_id = $1 and annee = $3))
       where contribuable_id = $1 and nature = 'avis'`,
      [debtor.id, JSON.stringify(old), YEAR],
    );
    const text = await printAvis(debtor);
    expect(text).toContain('DUPLICATA (impression n° 2)');
    expect(text).toContain('Terrasse ancienne');
    expect(text).not.toContain('Quand payer');
    await query(
      `update echeance set montant = montant + 1000
       where id = (select min(id) from echeance where contribuable_id = $1 and annee = $2)`,
      [debtor.id, YEAR],
    );
    expect(await printAvis(debtor)).toContain('Quand payer');
  });

  it('with many lines continues on more pages with its heads, its window and slip only on the first', async () => {
    const debtor = debtors[14] as (typeof debtors)[0];
    await query(
      `with modele as (select * from echeance where contribuable_id = $1 and annee = $2 order by id limit 1)
       insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
       select entite_id, contribuable_id, enrollement_id, taxe_id, annee - 1 - n / 12, 1 + n % 12, 1000,
         make_date(annee - 1 - n / 12, 1 + n % 12, 1), ramification_id
       from modele, generate_series(0, 23) n on conflict do nothing`,
      [debtor.id, YEAR],
    );
    await query(
      `with modele as (select * from echeance where contribuable_id = $1 and annee = $2 order by id limit 1)
       insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
       select entite_id, contribuable_id, enrollement_id, t.id, annee, n, 1000, make_date(annee, n, 15), modele.ramification_id
       from modele join taxe t using (entite_id), generate_series(1, 12) n
       where t.id <> modele.taxe_id and t.id in (select id from taxe where entite_id = 1 order by id limit 3)
       on conflict do nothing`,
      [debtor.id, YEAR],
    );
    const { bytes } = await fileOf(octroi, 'niamey', `/v2/contribuables/${debtor.id}/avis?annee=${YEAR}`, {});
    const { pages } = readPdf(bytes);
    expect(pages.length).toBeGreaterThan(1);
    const [first = [], second = []] = pages.map((texts) => texts.map((text) => text.trim()));
    for (const text of ['Talon à remettre avec le paiement', 'Suite à la page suivante'])
      expect([first.includes(text), second.includes(text)]).toEqual([true, false]);
    for (const head of ['Échéance', 'Situation'])
      expect([first.includes(head), second.includes(head)]).toEqual([true, true]);
    expect(pages.flat().filter((text) => text.trim() === 'Total à payer')).toHaveLength(1);
  });

  it('is replaced by another if an échéance falls due on another day', async () => {
    const debtor = debtors[15] as (typeof debtors)[0];
    const first = await printAvis(debtor);
    await query(
      `update echeance set exigible_le = make_date($2::int + 1, 2, 3)
       where id = (select max(id) from echeance where contribuable_id = $1 and annee = $2 and montant > 0)`,
      [debtor.id, YEAR],
    );
    const second = (await printAvis(debtor)).replaceAll(/\s+/g, ' ');
    expect(second).toContain(`03/02/${YEAR + 1}`);
    expect(second).toContain(`Annule et remplace l'avis n° ${numberIn(first)} du `);
  });

  it('is recorded in the journal with the user who printed it', async () => {
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
  it('shows its number, day and amount to anybody, without a name', async () => {
    const code = codeIn(await printRecu(payment(3)));
    const parts = await partsOf(payment(3));
    const { status, body } = await verify(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      nature: 'recu',
      numero: payment(3).numero,
      jour: payment(3).jour,
      montant: payment(3).montant,
      etat: 'valable',
      depuis: null,
      remplacePar: null,
      cheque: false,
      parts,
    });
    expect(parts.reduce((sum, { montant }) => sum + montant, 0)).toBe(payment(3).montant);
    expect((await verify(code.toLowerCase().replaceAll('-', ''))).body).toEqual(body);
  });

  it('does not confirm a receipt or reprint of a payment that was taken back', async () => {
    const code = codeIn(await printRecu(payment(4)));
    const removal = `/v2/transactions/${payment(4).id}?motif=${encodeURIComponent('Chèque sans provision')}`;
    expect((await superadmin.send('DELETE', removal)).status).toBe(204);
    const { body } = await verify(code);
    expect(body).toMatchObject({ etat: 'annule', depuis: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const again = await printRecu(payment(4));
    expect(again).toContain('DUPLICATA (impression n° 2)');
    expect(again).toContain(`PAIEMENT ANNULÉ le ${formatDay(body.depuis as string)}`);
    expect(codeIn(again)).toBe(code);
  });

  it('refuses forged codes, limits their number, and still accepts a true one from the same address', async () => {
    const forged = '0000000000ABCDEFGHJK';
    expect(readCode(forged)).toBe(forged);
    const reply = await verify(forged);
    expect([reply.status, reply.body.message]).toEqual([
      404,
      expect.stringMatching(/^Aucun document reçu ne porte ce code.*n’est connu qu’une fois envoyé/),
    ]);
    for (const other of ["x' or '1'='1", '7', 'A'.repeat(90)])
      expect(await verify(other)).toMatchObject({ status: 404, body: { message: reply.body.message } });
    const statuses = [];
    for (let turn = 0; turn < 17; turn++) statuses.push((await verify(forged)).status);
    expect(statuses.at(-1)).toBe(429);
    const code = codeIn(await printRecu(payment(5)));
    // thousands of phones share an operator's address with whoever guesses
    expect((await verify(code)).status).toBe(200);
    expect((await verify(forged)).status).toBe(429);
  });

  it('reads pieces that the application itself cannot change', async () => {
    const { db } = octroi;
    await expect(sql`update piece set montant = 1`.execute(db)).rejects.toThrow('denied');
    await expect(sql`delete from piece`.execute(db)).rejects.toThrow('denied');
  });
});
