/* Rejection of a confirmed cheque that its bank did not pay. */
import {
  type Encaissement,
  type JournalRow,
  type Problem,
  type Transaction,
  type Verification,
} from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { gather } from '#src/authorisation/testing/people.ts';
import { openPool } from '#src/platform/database/database.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { queryRows, queryRow } from '#src/testing/books.ts';
import { accountOf, collect, MOYEN, newDebtor, pay, refund, show } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';

const octroi = await testApp();
const { pool } = openPool(octroi.url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await octroi.signIn('superadmin');
const CHEQUE = { banque: 'BOA', numero: '0012345', tireur: 'Ets Garba' };

/** A taxpayer of a new town whose 3,000 were paid by a cheque that the bank had paid. */
async function paid() {
  const { id, town } = await newDebtor(
    pool,
    { annee: 2025, montant: 1_000 },
    { annee: 2026, montant: 2_000 },
  );
  const by = { moyenPaiement: MOYEN.cheque, cheque: CHEQUE };
  const { body } = await collect(superadmin, [[id, 3_000]], by);
  const transaction = body.lignes[0]!.id;
  await superadmin.send('PATCH', `/v2/transactions/${transaction}`, { statut: 'Confirmé' });
  return { id, town, transaction, encaissement: body.id };
}
const reject = async (caller: Caller, transaction: number, motif = 'Sans provision') => {
  const { body, headers } = sentFile(await picture());
  const path = `/v2/transactions/${transaction}/rejet?motif=${encodeURIComponent(motif)}`;
  return caller.send<Transaction & Problem>('POST', path, body, headers);
};

describe('a rejected cheque', () => {
  it('is owed again at once and moves no till; list, record, receipt and journal tell why', async () => {
    const { id, town, transaction, encaissement } = await paid();
    // a rejection needs no second person: it states the bank's fact
    await octroi.query("insert into seuil_approbation (entite_id, nature) values ($1, 'extourne')", [
      town.entite,
    ]);
    expect(await accountOf(pool, id)).toEqual({ paye: [1_000, 2_000], avance: 0 });
    const { status, body } = await reject(superadmin, transaction);
    expect([status, body.extourne, body.avisRejet]).toEqual([200, 'rejetée', true]);
    expect(await accountOf(pool, id)).toEqual({ paye: [0, 0], avance: 0 });
    expect(
      await queryRows(
        pool,
        'select montant, session_caisse_id as s, motif from transaction where extourne_de_id = $1',
        [transaction],
      ),
    ).toEqual([{ montant: -3_000, s: null, motif: 'Sans provision' }]);

    const list = await superadmin.get<{ data: Transaction[] }>(
      `/v2/transactions?filter[contrib.id]=${id}&orderBy=trans.montant&sortOrder=desc`,
    );
    expect(list.body.data.map(({ extourne }) => extourne)).toEqual(['rejetée', 'extourne']);
    const { historique } = await show(superadmin, transaction);
    expect(historique.at(-1)).toMatchObject({ acte: 'rejeter un chèque', motif: 'Sans provision' });
    const journal = await superadmin.get<{ data: JournalRow[] }>(
      `/v2/journal?filter[acte]=${encodeURIComponent('rejeter un chèque')}&itemperpage=1`,
    );
    expect(journal.body.data).toHaveLength(1);
    const taken = await superadmin.get<Encaissement>(`/v2/encaissements/${encaissement}`);
    expect(taken.body.etat).toBe('Annulé');

    const avis = await superadmin.get(`/v2/transactions/${transaction}/rejet`);
    expect([avis.status, avis.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('keeps its receipt, which tells the rejection on paper and when it is verified', async () => {
    const { transaction } = await paid();
    const print = async (): Promise<string> => {
      const { bytes } = await fileOf(octroi, 'superadmin', `/v2/transactions/${transaction}/recu`, {});
      return readPdf(bytes)
        .pages.flat()
        .join(' ')
        .replaceAll(/[\s\u202f\u00a0]+/g, ' ');
    };
    expect(await print()).not.toContain('REJETÉ');
    await reject(superadmin, transaction);
    expect(await print()).toMatch(/CHÈQUE REJETÉ le .* par la banque .* Motif : Sans provision/);
    const { code } = await queryRow<{ code: string }>(
      pool,
      "select code from piece where transaction_id = $1 and nature = 'recu'",
      [transaction],
    );
    const checked = await superadmin.get<Verification>(`/v2/verification/${code}`);
    expect(checked.body).toMatchObject({ nature: 'recu', etat: 'rejete' });
  });

  it('must be a confirmed cheque that was not taken back, and is rejected once', async () => {
    const { id, transaction } = await paid();
    const { body: cash } = await pay(superadmin, id, 500);
    const { body: waiting } = await pay(superadmin, id, 600, { moyenPaiement: MOYEN.cheque });
    for (const other of [cash.id, waiting.id])
      expect(await reject(superadmin, other)).toMatchObject({ status: 409, body: { code: 'conflit.regle' } });
    expect((await reject(superadmin, transaction, ' ')).status).toBe(400);
    expect((await reject(superadmin, transaction)).status).toBe(200);
    expect((await reject(superadmin, transaction)).status).toBe(409);
    // the database holds it too
    await expect(
      octroi.query(
        `insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, statut, moyen_paiement_id,
           extourne_de_id, avis_rejet)
         select entite_id, contribuable_id, ramification_id, 'X' || id, -montant, 'Confirmé', moyen_paiement_id, id, 'avis.jpg'
         from transaction where id = $1`,
        [cash.id],
      ),
    ).rejects.toThrow(/chèque confirmé/);
  });

  it('needs the bank’s notice: without a valid document nothing is written', async () => {
    const { id, transaction } = await paid();
    const path = `/v2/transactions/${transaction}/rejet?motif=Essai`;
    expect((await superadmin.send('POST', path)).status).toBeGreaterThanOrEqual(400);
    const { body, headers } = sentFile(Buffer.from('ni photo ni PDF'));
    expect((await superadmin.send('POST', path, body, headers)).status).toBe(415);
    expect(await accountOf(pool, id)).toEqual({ paye: [1_000, 2_000], avance: 0 });
    expect((await superadmin.get(`/v2/transactions/${transaction}/rejet`)).status).toBe(404);
  });

  it('that was refunded meanwhile is refused with that reason', async () => {
    const { id, transaction } = await paid();
    await refund(superadmin, id, 500);
    expect(await reject(superadmin, transaction)).toMatchObject({ status: 409 });
  });

  it('may be stated by the accountant’s group, while removal stays with Super Admin', async () => {
    const world = await gather(octroi);
    const { town, transaction } = await paid();
    const [{ id: groupe } = { id: 0 }] = await octroi.query<{ id: number }>(
      "select id from groupe where nom = 'Comptable'",
    );
    const person = await world.copyOf('niamey');
    await octroi.query('update utilisateur set groupe_id = $2 where id = $1', [person, groupe]);
    await octroi.query('delete from utilisateur_entite where utilisateur_id = $1', [person]);
    await octroi.query('insert into utilisateur_entite values ($1, $2)', [person, town.entite]);
    const comptable = await world.enter(person);
    expect((await comptable.send('DELETE', `/v2/transactions/${transaction}?motif=Essai`)).status).toBe(403);
    expect((await reject(comptable, transaction)).status).toBe(200);
    // of another town it does not exist
    expect((await reject(comptable, (await paid()).transaction)).status).toBe(404);
    expect((await reject(await octroi.signIn('lecture'), (await paid()).transaction)).status).toBe(403);
  });
});
