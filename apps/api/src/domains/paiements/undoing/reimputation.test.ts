/* Réimputation of a payment to the right taxpayer or method: at the counter, on its page, with a second person. */
import type { Approbation, Encaissement, Problem, Transaction } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { Person } from '#src/platform/access/person.ts';
import { approvals } from '#src/domains/approbations/index.ts';
import { approbations } from '#src/platform/approbation/approbation.service.ts';
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
  pay,
  refund,
  show,
  tillSession,
} from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { encaissementService } from '../booking/encaissements.service.ts';
import { reimputationService } from './reimputation.service.ts';
import type { TillPort } from '../booking/till.ts';

const { url, signIn, query } = await testApp();
const { pool, db } = openPool(url, () => undefined, 4);
afterAll(() => pool.end());
const superadmin = await signIn('superadmin');
const nta = await signIn('admin.nta');

interface Waiting {
  approbation: { id: number };
}
/** Two taxpayers of a new town, of whom the first has paid. */
async function mistaken() {
  const { id, town } = await newDebtor(pool, { annee: 2026, montant: 2_000 });
  const { id: right } = await addDebtor(pool, town, { annee: 2026, montant: 3_000 });
  await query("insert into utilisateur_entite select id, $1 from utilisateur where username = 'admin.nta'", [
    town.entite,
  ]);
  const { body } = await collect(superadmin, [[id, 2_000]]);
  return { town, id, right, encaissement: body.id, ligne: body.lignes[0]!.id };
}
const move = (caller: Caller, transaction: number, body: object, search = '') =>
  caller.send<Transaction & Problem & Waiting>(
    'POST',
    `/v2/transactions/${transaction}/reimputation${search}`,
    { motif: 'Homonyme', ...body },
  );
const demandTwo = (entite: number) =>
  query("insert into seuil_approbation (entite_id, nature) values ($1, 'réimputation')", [entite]);

describe('on the page of a payment', () => {
  it('a person who may take payments back books it again, whatever its day; its agent stays', async () => {
    const { town, id, right, ligne } = await mistaken();
    await query("update encaissement set created_at = created_at - interval '3 days'");
    const { status, body } = await move(nta, ligne, { contribuable: right });
    expect([status, body.contrib.id, body.montant, body.statut]).toEqual([200, right, 2_000, 'Confirmé']);
    expect(body.bureauAccepteur?.username).toBe('superadmin');
    expect((await show(superadmin, ligne)).extourne).toBe('extournée');
    expect(await accountOf(pool, id)).toEqual({ paye: [0], avance: 0 });
    expect(await accountOf(pool, right)).toEqual({ paye: [2_000], avance: 0 });
    expect(
      await queryRows(
        pool,
        'select remplace_id as r, encaissement_id is not null as e from transaction where id = $1',
        [body.id],
      ),
    ).toEqual([{ r: ligne, e: true }]);
    const { body: encaissement } = await superadmin.get<Encaissement>(
      `/v2/encaissements/${(await queryRow<{ e: number }>(pool, 'select encaissement_id as e from transaction where id = $1', [ligne])).e}`,
    );
    expect(encaissement.etat).toBe('Confirmé');
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it('is refused for a waiting, reversed or right payment, and for a refund', async () => {
    const { town, id, right, ligne } = await mistaken();
    expect((await move(nta, ligne, {})).status).toBe(400);
    expect((await move(nta, ligne, { contribuable: id })).status).toBe(400);
    expect((await move(nta, ligne, { contribuable: right, motif: ' ' })).status).toBe(400);
    expect((await move(await signIn('niamey'), ligne, { contribuable: right })).status).toBe(404);
    await query("insert into utilisateur_entite select id, $1 from utilisateur where username = 'niamey'", [
      town.entite,
    ]);
    expect((await move(await signIn('niamey'), ligne, { contribuable: right })).status).toBe(403);
    const { body: waiting } = await pay(superadmin, id, 300, { moyenPaiement: MOYEN.orange });
    expect((await move(nta, waiting.id, { contribuable: right })).body.code).toBe('conflit.regle');
    const { body: back } = await refund(superadmin, id, 200);
    expect((await move(nta, back.id, { contribuable: right })).body.code).toBe('conflit.regle');
    expect((await move(nta, ligne, { contribuable: right })).body.message).toContain('remboursé');
    const { body: paid } = await pay(superadmin, id, 300);
    await move(nta, paid.id, { contribuable: right });
    expect((await move(nta, paid.id, { contribuable: right })).body.code).toBe('conflit.regle');
  });
});

describe('with a threshold for a second person', () => {
  it('it waits, on the payment’s page and at the counter, and is done once it is approved', async () => {
    const { town, id, right, encaissement, ligne } = await mistaken();
    await demandTwo(town.entite);
    const counter = await superadmin.send<Waiting>('POST', `/v2/encaissements/${encaissement}/reimputation`, {
      ligne,
      contribuable: right,
      motif: 'Homonyme',
    });
    expect(counter.status).toBe(202);
    expect(await accountOf(pool, id)).toEqual({ paye: [2_000], avance: 0 });
    // it was requested the same day, so it may be approved the next day
    await query("update encaissement set created_at = created_at - interval '1 day' where id = $1", [
      encaissement,
    ]);
    const { body: done } = await nta.send<Approbation>(
      'POST',
      `/v2/approbations/${counter.body.approbation.id}/approuver`,
    );
    expect([done.statut, done.nature, done.montant]).toEqual(['approuvée', 'réimputation', 2_000]);
    expect(await accountOf(pool, right)).toEqual({ paye: [2_000], avance: 0 });

    const { body: other } = await collect(superadmin, [[id, 700]]);
    const requested = await move(nta, other.lignes[0]!.id, { contribuable: right });
    expect(requested.status).toBe(202);
    const path = `/v2/approbations/${requested.body.approbation.id}/approuver`;
    expect((await nta.send<Problem>('POST', path)).body.code).toBe('approbation.demandeur');
    expect((await superadmin.send<Approbation>('POST', path)).body.statut).toBe('approuvée');
    expect(await accountOf(pool, right)).toEqual({ paye: [2_700], avance: 0 });
    expect(await drift(pool, [town.entite])).toEqual([]);
  });

  it.each([
    ['only extournes have one', 'extourne', 200],
    ['réimputations have one below its sum', 'réimputation', 202],
  ])('depends on the threshold of réimputations: %s', async (_, nature, status) => {
    const { town, right, encaissement, ligne } = await mistaken();
    await query('insert into seuil_approbation (entite_id, nature, seuil) values ($1, $2, 1000)', [
      town.entite,
      nature,
    ]);
    const moved = await superadmin.send<Encaissement & Problem>(
      'POST',
      `/v2/encaissements/${encaissement}/reimputation`,
      { ligne, contribuable: right, motif: 'Homonyme' },
    );
    expect(moved.status).toBe(status);
  });

  it('it fails if the payment was taken back meanwhile', async () => {
    const { town, right, encaissement, ligne } = await mistaken();
    await demandTwo(town.entite);
    const { body } = await move(nta, ligne, { contribuable: right });
    await superadmin.send('POST', `/v2/encaissements/${encaissement}/annulation`, { motif: 'Essai' });
    const path = `/v2/approbations/${body.approbation.id}/approuver`;
    expect((await superadmin.send<Approbation>('POST', path)).body.statut).toBe('échouée');
  });
});

describe('the till', () => {
  it('keeps its sum: cash leaves and enters the session that took it, and no session once that one is counted', async () => {
    const { id, town } = await newDebtor(pool, { annee: 2026, montant: 5_000 });
    const { id: right } = await addDebtor(pool, town, { annee: 2026, montant: 3_000 });
    const user = await queryRow<{ id: number }>(
      pool,
      "select id from utilisateur where username = 'superadmin'",
    );
    const person = (await findAbsent(db, user.id)) as Person;
    const session = await tillSession(pool, town.entite, user.id);
    let open = session;
    const till: TillPort = { sessionFor: async () => open };
    const call = { refuseExcess: false, requestId: 'essai' };
    const take = () =>
      encaissementService(db, till).take(
        person,
        { moyenPaiement: MOYEN.mairie, montant: 500, lignes: [{ contribuable: id, montant: 500 }] },
        { ...call, key: undefined },
      );
    const service = reimputationService(db, { till, approbations: approbations(db, approvals) });
    const moved = async (encaissement: Encaissement) => {
      const body = { ligne: encaissement.lignes[0]!.id, contribuable: right, motif: 'Homonyme' };
      await service.ofEncaissement(person, encaissement.id, body, call);
      return queryRows<{ s: number | null; montant: number }>(
        pool,
        'select session_caisse_id as s, montant from transaction where id > $1 order by id',
        [encaissement.lignes[0]!.id],
      );
    };
    const { encaissement: first } = await take();
    expect(await moved(first)).toEqual([
      { s: session, montant: -500 },
      { s: session, montant: 500 },
    ]);
    const { encaissement: second } = await take();
    open = session + 1;
    await expect(moved(second)).rejects.toThrow('déjà comptée');
    const { lignes } = second;
    const booked = await service.ofTransaction(
      person,
      lignes[0]!.id,
      { contribuable: right, motif: 'x' },
      call,
    );
    expect(
      await queryRows(
        pool,
        'select session_caisse_id as s from transaction where id = $1 or extourne_de_id = $2',
        [booked.id, lignes[0]!.id],
      ),
    ).toEqual([{ s: null }, { s: null }]);
  });
});
