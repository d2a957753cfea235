/* Cancellation and réimputation at the counter, by the person who took the money, the same day. */
import type { Encaissement, Problem } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { Person } from '#src/platform/access/person.ts';
import { openPool } from '#src/platform/database/database.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { queryRows, queryRow } from '#src/testing/books.ts';
import {
  accountOf,
  addDebtor,
  collect,
  MOYEN,
  newDebtor,
  refund,
  show,
  tillSession,
} from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { annulationService } from './annulation.service.ts';
import { encaissementService } from '../booking/encaissements.service.ts';
import type { TillPort } from '../booking/till.ts';

const { url, signIn, query } = await testApp();
const { pool, db } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const CHEQUE = { banque: 'BOA', numero: '0012345', tireur: 'Ets Garba' };

const act = (caller: Caller, id: number, what: 'annulation' | 'reimputation', body: object, search = '') =>
  caller.send<Encaissement & Problem>('POST', `/v2/encaissements/${id}/${what}${search}`, {
    motif: 'Erreur de saisie',
    ...body,
  });
const lignesOf = ({ lignes }: Encaissement) => lignes.map(({ id }) => id);

describe('a cancellation', () => {
  it('takes back a whole encaissement or one line; receipts stay', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    const { id: other } = await addDebtor(pool, town, { annee: 2026, montant: 3_000 });
    const { body: taken } = await collect(superadmin, [
      [id, 2_000],
      [other, 3_000],
    ]);
    const [first, second] = lignesOf(taken) as [number, number];
    const { body: part } = await act(superadmin, taken.id, 'annulation', { lignes: [second] });
    expect([part.etat, part.lignes.map(({ annulee }) => annulee)]).toEqual([
      'Annulé en partie',
      [false, true],
    ]);
    expect(await accountOf(pool, other)).toEqual({ paye: [0], avance: 0 });
    expect((await show(superadmin, second)).extourneePar).not.toBeNull();
    const { body: all } = await act(superadmin, taken.id, 'annulation', {});
    expect([all.etat, all.montant]).toEqual(['Annulé', 5_000]);
    expect(all.lignes.map(({ numeroRecu }) => numeroRecu === null)).toEqual([false, false]);
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    for (const again of [{}, { lignes: [first] }])
      expect((await act(superadmin, taken.id, 'annulation', again)).status).toBe(409);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('is refused without a reason, for an unknown line, to another person, on another day, and after a refund', async () => {
    const { id } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    const { body: taken } = await collect(superadmin, [[id, 2_000]]);
    const of = async (caller: Caller, body: object) => {
      const { status, body: reply } = await act(caller, taken.id, 'annulation', body);
      return [status, reply.code];
    };
    expect(await of(superadmin, { motif: ' ' })).toEqual([400, 'requete.invalide']);
    expect(await of(superadmin, { lignes: [1] })).toEqual([400, 'requete.invalide']);
    expect(await of(await signIn('admin.nta'), {})).toEqual([404, 'introuvable']);
    expect(await of(await signIn('lecture'), {})).toEqual([403, 'acces.refuse']);
    await refund(superadmin, id, 500);
    expect(await of(superadmin, {})).toEqual([409, 'conflit.regle']);
    const { body: old } = await collect(superadmin, [[id, 100]]);
    await query("update encaissement set created_at = now() - interval '1 day' where id = $1", [old.id]);
    const { status, body } = await act(superadmin, old.id, 'annulation', {});
    expect([status, body.message]).toEqual([409, expect.stringContaining('le jour même')]);
  });

  it('fails a waiting cheque; a confirmed cheque is reversed without cash', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    const by = { moyenPaiement: MOYEN.cheque, cheque: CHEQUE };
    const { body: waiting } = await collect(superadmin, [[id, 500]], by);
    expect((await act(superadmin, waiting.id, 'annulation', {})).body).toMatchObject({
      etat: 'Annulé',
      lignes: [{ statut: 'Failed', numeroRecu: null }],
    });
    expect(
      await queryRows(
        pool,
        `select t.motif, j.apres ->> 'motif' as note from transaction t join journal j on j.ressource = 'transactions'
           and j.enregistrement_id = t.id and j.acte = 'refuser' where t.id = $1`,
        lignesOf(waiting),
      ),
    ).toEqual([{ motif: 'Erreur de saisie', note: 'Erreur de saisie' }]);
    const { body: taken } = await collect(superadmin, [[id, 700]], by);
    const [ligne] = lignesOf(taken);
    await superadmin.send('PATCH', `/v2/transactions/${ligne}`, { statut: 'Confirmé' });
    expect(await accountOf(pool, id)).toEqual({ paye: [700], avance: 0 });
    await superadmin.send('DELETE', `/v2/transactions/${ligne}?motif=Ch%C3%A8que%20sans%20provision`);
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    expect(
      await queryRows(
        pool,
        'select session_caisse_id as s, montant from transaction where extourne_de_id = $1',
        [ligne],
      ),
    ).toEqual([{ s: null, montant: -700 }]);
    expect((await superadmin.get<Encaissement>(`/v2/encaissements/${taken.id}`)).body.etat).toBe('Annulé');
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});

describe('a réimputation', () => {
  it('to another taxpayer moves no money: the new receipt replaces the first, and the day’s sum stays', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    const { id: right } = await addDebtor(pool, town, { annee: 2026, montant: 3_000 });
    const { body: taken } = await collect(superadmin, [[id, 2_000]]);
    const [ligne] = lignesOf(taken);
    const { status, body } = await act(superadmin, taken.id, 'reimputation', { ligne, contribuable: right });
    expect([status, body.etat, body.lignes.length]).toEqual([200, 'Confirmé', 2]);
    expect(body.lignes[1]).toMatchObject({
      contribuable: { id: right },
      montant: 2_000,
      statut: 'Confirmé',
      remplace: { id: ligne, numeroRecu: taken.lignes[0]?.numeroRecu },
    });
    expect(body.lignes[0]).toMatchObject({ annulee: true, remplacePar: { id: body.lignes[1]?.id } });
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    expect(await accountOf(pool, right)).toEqual({ paye: [2_000], avance: 0 });
    const { net } = await queryRow<{ net: number }>(
      pool,
      'select sum(montant)::bigint as net from transaction where entite_id = $1',
      [town.entite],
    );
    expect(net).toBe(2_000);
    expect((await act(superadmin, taken.id, 'reimputation', { ligne, contribuable: right })).status).toBe(
      409,
    );
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('to a method that waits makes it wait; to the same taxpayer and method, a cheque or another collectivité it is refused', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
    const { id: stranger } = await newDebtor(pool);
    const { body: taken } = await collect(superadmin, [[id, 2_000]]);
    const [ligne] = lignesOf(taken);
    const of = async (body: object, search?: string) => {
      const { status, body: reply } = await act(
        superadmin,
        taken.id,
        'reimputation',
        { ligne, ...body },
        search,
      );
      return [status, reply.errors?.[0]?.field];
    };
    expect(await of({})).toEqual([400, 'contribuable']);
    expect(await of({ contribuable: id })).toEqual([400, 'contribuable']);
    expect(await of({ contribuable: stranger })).toEqual([400, 'contribuable']);
    expect((await of({ contribuable: 999_999_999 }))[0]).toBe(404);
    expect(await of({ moyenPaiement: MOYEN.cheque })).toEqual([400, 'moyenPaiement']);
    expect(await of({ moyenPaiement: MOYEN.remboursement })).toEqual([400, 'moyenPaiement']);
    const { id: quits } = await addDebtor(pool, town);
    expect((await of({ contribuable: quits }, '?excedent=refuser'))[0]).toBe(409);
    expect(await accountOf(pool, id)).toEqual({ paye: [2_000], avance: 0 });
    const { body } = await act(superadmin, taken.id, 'reimputation', { ligne, moyenPaiement: MOYEN.orange });
    expect([body.etat, body.lignes[1]?.statut]).toEqual(['Provisoire', 'En attente de confirmation']);
    expect(await drift(pool, [town.entite])).toEqual([]);
  });
});

describe('the till', () => {
  it('gives back cash of its open session, and refuses cash of a counted session', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 5_000 });
    const user = await queryRow<{ id: number }>(
      pool,
      "select id from utilisateur where username = 'superadmin'",
    );
    const person = (await findAbsent(db, user.id)) as Person;
    const session = await tillSession(pool, town.entite, user.id);
    let open = session;
    const till: TillPort = { sessionFor: async () => open };
    const { encaissement: taken } = await encaissementService(db, till).take(
      person,
      { moyenPaiement: MOYEN.mairie, montant: 500, lignes: [{ contribuable: id, montant: 500 }] },
      { key: undefined, refuseExcess: false, requestId: 'essai' },
    );
    // cash of the person's own open till needs no second person
    const service = annulationService(db, { till, approbations: { asks: async () => true } });
    open = session + 1;
    await expect(service.cancel(person, taken.id, { motif: 'Essai' }, 'essai')).rejects.toThrow(
      'déjà comptée',
    );
    open = session;
    await service.cancel(person, taken.id, { motif: 'Essai' }, 'essai');
    expect(
      await queryRows(
        pool,
        'select session_caisse_id as s, montant from transaction where contribuable_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      { s: session, montant: 500 },
      { s: session, montant: -500 },
    ]);
  });
});

describe('what a payment would pay', () => {
  it('is what it pays when it is booked', async () => {
    const { id } = await newDebtor(
      pool,
      { annee: 2024, montant: 2_000 },
      { annee: 2025, montant: 1_000 },
      { annee: 2026, montant: 4_000 },
    );
    for (const [montant, annee] of [
      [1_500, undefined],
      [2_500, 2026],
      [10_000, undefined],
    ] as const) {
      const { body: reply } = await superadmin.get<{
        parts: { echeance: number; montant: number }[];
        avance: number;
        restera: number;
      }>(`/v2/contribuables/${id}/repartition?montant=${montant}${annee ? `&annee=${annee}` : ''}`);
      const { body } = await collect(superadmin, [[id, montant]], {
        lignes: [{ contribuable: id, montant, annee }],
      });
      const paid = await queryRows<{ echeance: number; montant: number }>(
        pool,
        `select echeance_id as echeance, montant from imputation where transaction_id = $1 and echeance_id is not null order by id`,
        [body.lignes[0]?.id],
      );
      const byId = (a: { echeance: number }, b: { echeance: number }) => a.echeance - b.echeance;
      expect(
        reply.parts.map(({ echeance, montant: part }) => ({ echeance, montant: part })).sort(byId),
      ).toEqual(paid.sort(byId));
      const { body: compte } = await superadmin.get<{ solde: { aPayer: number } }>(
        `/v2/contribuables/${id}/compte`,
      );
      expect(compte.solde.aPayer).toBe(reply.restera);
    }
    expect((await superadmin.get(`/v2/contribuables/${id}/repartition?montant=0`)).status).toBe(400);
  });
});
