import type {
  Apercu,
  ContribuableFiche,
  ContribuableRow,
  Echec,
  FicheIndividuelle,
  JournalAct,
} from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { bill, book, enrol, createTown, imputeOldestFirst, refund, outcomeOf } from '#src/testing/books.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';

const { signIn, url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());
let niamey: Caller;
let rows: ContribuableRow[];
beforeAll(async () => {
  niamey = await signIn('niamey');
  rows = (await niamey.get<{ data: ContribuableRow[] }>('/v2/contribuables?itemperpage=60')).body.data;
});

const read = async <Body>(path: string): Promise<Body> => {
  const { status, body } = await niamey.get<Body>(`/v2/contribuables/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('the échéances of a taxpayer', () => {
  it('of the present year add up to « prévu » and « payé » of the lists', async () => {
    for (const { id, situation } of rows) {
      const { data } = await read<{ data: Echec[] }>(`${id}/echeances`);
      const present = data.filter(({ annee }) => annee === YEAR);
      expect(sum(present.map(({ montant }) => montant))).toBe(situation.total);
      expect(data.map(({ annee }) => annee)).toEqual(
        data.map(({ annee }) => annee).toSorted((a, b) => b - a),
      );
      expect(data.every(({ base, paye, montant }) => base !== '' && paye <= montant)).toBe(true);
    }
  });
});

it('the record includes isConfirmed, variation and montant', async () => {
  const records = await Promise.all(rows.slice(0, 20).map(({ id }) => read<ContribuableFiche>(String(id))));
  for (const { statut, isConfirmed, lignes, variation, situation, montant } of records) {
    expect(isConfirmed).toBe(statut === 'Validé');
    expect(lignes.map(({ precision }) => precision)).toSatisfy((all: (string | null)[]) =>
      variation === null ? all.every((one) => one === null) : all.includes(variation),
    );
    expect(montant).toBe(situation.total);
  }
  expect(new Set(records.map(({ isConfirmed }) => isConfirmed)).size).toBe(2);
  expect(records.some(({ variation }) => variation !== null)).toBe(true);
});

describe('the individual sheet', () => {
  it('gives number × price for every line, and the planned total', async () => {
    for (const { id, situation } of rows) {
      const sheet = await read<FicheIndividuelle>(`${id}/individuel`);
      for (const { nombre, prixUnitaire, total } of sheet.activites)
        expect(total).toBe(nombre * prixUnitaire);
      expect(sum(sheet.activites.map(({ total }) => total))).toBe(situation.total);
      const { annee, prevu, paye, restant } = sheet.compte.solde.exercice;
      expect([annee, prevu, paye, restant]).toEqual([
        YEAR,
        situation.total,
        situation.payer,
        situation.restant,
      ]);
      expect(sheet.chemin.at(-1)?.nom).toBe(rows.find((row) => row.id === id)?.ramification.nom);
    }
  });

  it('ends with the rest, payment by payment', async () => {
    let paid = 0;
    for (const { id, situation } of rows)
      // on 1 January hardly anybody has paid for the year that begins
      for (const annee of [YEAR - 1, YEAR]) {
        const { mouvements, compte } = await read<FicheIndividuelle>(`${id}/individuel?annee=${annee}`);
        const { prevu, paye, restant } = compte.solde.exercice;
        if (annee === YEAR) expect({ total: prevu, payer: paye, restant }).toEqual(situation);
        expect(sum(mouvements.map(({ exercice, avance }) => exercice + avance))).toBe(paye);
        paid += mouvements.length > 0 ? 1 : 0;
      }
    expect(paid).toBeGreaterThan(5);
  });

  it('equals a calculation by hand: a stall of 12 000 billed by quarter, 5 000 paid, 2 500 refunded', async () => {
    const town = await createTown(pool);
    const { id, ligne } = await enrol(pool, town, { node: town.nodes[4], at: `${YEAR}-01-01T09:00:00Z` });
    for (const periode of [1, 4, 7, 10]) await bill(pool, town, id, { annee: YEAR, periode, montant: 3000 });
    // a second line of the same activity, which no tax meets
    await pool.query(
      `insert into enrollement (entite_id, contribuable_id, nature_activite_id, variation, created_by_id)
       select entite_id, contribuable_id, nature_activite_id, 'Sans tarif', created_by_id from enrollement where id = $1`,
      [ligne],
    );
    await outcomeOf(pool, async (trx) => {
      const paid = await book(trx, town, id, { montant: 5000 });
      await imputeOldestFirst(trx, town, paid);
    });
    await outcomeOf(pool, (trx) => refund(trx, town, id, 2500));
    await outcomeOf(pool, (trx) => book(trx, town, id, { montant: 700, statut: 'Failed' }));

    const { body } = await (
      await signIn('superadmin')
    ).get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel`);
    expect(
      body.activites.map(({ precision, nombre, prixUnitaire, total }) => [
        precision,
        nombre,
        prixUnitaire,
        total,
      ]),
    ).toEqual([
      [null, 1, 12_000, 12_000],
      ['Sans tarif', 1, 0, 0],
    ]);
    expect(body.activites[0]?.tarif).toMatchObject({ nombre: 4, prix: 3000 });
    expect(
      body.mouvements.map(({ montant, exercice, autres, avance }) => [montant, exercice, autres, avance]),
    ).toEqual([
      [5000, 5000, 0, 0],
      [-2500, -2500, 0, 0],
    ]);
    expect(body.compte.exercices).toEqual([
      { annee: YEAR, prevu: 12_000, paye: 2500, avance: 0, restant: 9500 },
    ]);
    expect(body.compte.solde.exercice.etat).toBe('Avance');
    expect(body.chemin.map(({ id: node }) => node)).toEqual([
      town.nodes[0],
      town.nodes[2],
      town.nodes[3],
      town.nodes[4],
    ]);
  });

  it('is refused for an impossible year', async () => {
    const { status } = await niamey.get(`/v2/contribuables/${rows[0]?.id}/individuel?annee=12`);
    expect(status).toBe(400);
  });
});

describe('a record', () => {
  it('gives the places of its lines, from the highest sub-entity down, and its photos', async () => {
    const id = rows[0]?.id;
    const { body, headers } = sentFile(await picture());
    await niamey.send('POST', `/v2/contribuables/${id}/photo`, body, headers);
    const apercu = await read<Apercu>(`${id}/apercu`);
    expect(apercu.points[0]).toMatchObject({ nom: rows[0]?.fullName, latitude: rows[0]?.latitude });
    expect(apercu.points.length).toBeGreaterThan(1);
    expect(apercu.chemin.length).toBeGreaterThan(1);
    expect(apercu.photos).toHaveLength(1);
    expect(apercu.numeroPieceIdentite).not.toBe('');
  });

  it('shows its history to a user who may see it, without the right to the journal', async () => {
    const id = rows[1]?.id;
    const { body, headers } = sentFile(await picture());
    await niamey.send('POST', `/v2/contribuables/${id}/photo`, body, headers);
    await niamey.send('POST', `/v2/contribuables/${rows[2]?.id}/photo`, body, headers);
    const { status, body: past } = await (
      await signIn('lecture')
    ).get<{ data: JournalAct[]; meta: { total_records: number } }>(`/v2/contribuables/${id}/historique`);
    expect([status, past.meta.total_records]).toEqual([200, 1]);
    expect(past.data[0]).toMatchObject({ acte: 'modifier', ressource: 'contribuables', enregistrement: id });
  });

  it('does not exist outside the scope', async () => {
    const maradi = await signIn('maradi');
    for (const part of ['apercu', 'compte', 'echeances', 'historique', 'individuel'])
      expect((await maradi.get(`/v2/contribuables/${rows[0]?.id}/${part}`)).status).toBe(404);
  });
});
