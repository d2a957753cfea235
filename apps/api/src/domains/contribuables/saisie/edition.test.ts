/** The edit of a record: what stays keeps its id and its payments (docs/regles-de-calcul.md). */
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const { query, url } = octroi;
const desk = await enrolmentDesk(octroi);
const { kiosque, enseigne, nature, autre } = desk;
const { pool } = openPool(url, () => undefined, 2);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const due = (montant: number, paye = 0) => expect.objectContaining({ annee: YEAR, montant, paye });

describe('an edit', () => {
  it('sets the record to Corrigé with its author, and is recorded with the former values', async () => {
    const { id, version } = await desk.enrolled({ telephone: '90 00 00 01' });
    const { status, body, headers } = await desk.edit(id, { telephone: '90 00 00 02', adresse: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      telephone: '90 00 00 02',
      statut: 'Corrigé',
      correctedBy: { username: 'niamey' },
      validatedAt: null,
      version: version + 1,
    });
    expect(headers['etag']).toBe(`"${version + 1}"`);
    const [journal] = await query(
      `select acte, avant->>'telephone' as avant, apres->>'telephone' as apres from journal
       where ressource = 'contribuables' and enregistrement_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(journal).toEqual({ acte: 'modifier', avant: '90 00 00 01', apres: '90 00 00 02' });
  });

  it('that changes nothing is not recorded, as when the whole record is sent back', async () => {
    const enrolled = await desk.enrolled({ lignes: [{ typeEquipement: enseigne, precision: 'Petite' }] });
    const { status, body } = await desk.edit(enrolled.id, { ...enrolled, transactions: [], echecs: [] });
    expect([status, body.version, body.statut]).toEqual([200, enrolled.version, 'Enrolé']);
  });

  it('based on an older version is refused', async () => {
    const { id, version } = await desk.enrolled();
    const first = await desk.edit(id, { age: 40 }, { 'if-match': `"${version}"` });
    const second = await desk.edit(id, { age: 50 }, { 'if-match': `"${version}"` });
    expect([first.status, second.status, (await desk.read(id)).age]).toEqual([200, 412, 40]);
  });

  it('sets a validated record to Corrigé again, and refuses an invalid telephone', async () => {
    const { id } = await desk.enrolled({ type: 'Personne morale', raisonSociale: 'Sahel SA' });
    await desk.by('niamey').send('POST', `/v2/contribuables/${id}/validation`);
    expect((await desk.edit(id, { telephone: '12' })).body.errors?.[0]?.field).toBe('telephone');
    expect((await desk.edit(id, { raisonSociale: null })).body.errors?.[0]?.field).toBe('raisonSociale');
    expect((await desk.read(id)).statut).toBe('Validé');
    const { body } = await desk.edit(id, { type: 'Personne physique' });
    expect(body).toMatchObject({
      statut: 'Corrigé',
      raisonSociale: null,
      validatedAt: null,
      validatedBy: null,
    });
  });

  it('may include a statut, if the transition is allowed', async () => {
    const { id } = await desk.enrolled();
    expect((await desk.edit(id, { statut: 'Validé', age: 30 })).body).toMatchObject({
      statut: 'Validé',
      age: 30,
    });
    const { status, body } = await desk.edit(id, { statut: 'Enrolé' });
    expect([status, body.code]).toEqual([409, 'conflit.regle']);
  });
});

describe('lines', () => {
  const three = async () =>
    desk.enrolled({
      lignes: [
        { typeEquipement: kiosque },
        { typeEquipement: enseigne, precision: 'Petite' },
        { natureActivite: nature },
      ],
    });

  it('that stay keep their id and payments; a new précision is billed at once', async () => {
    const { id, lignes } = await three();
    const [a, b, c] = lignes;
    await desk.pay(id, 5400);
    const { body } = await desk.edit(id, {
      lignes: [c, { ...b, precision: 'Grande' }, { typeEquipement: enseigne, precision: 'Petite' }, a],
    });
    expect(body.lignes.map((ligne) => ligne.id).slice(0, 3)).toEqual([a?.id, b?.id, c?.id]);
    expect(body.lignes).toHaveLength(4);
    expect(await desk.dues(id)).toEqual([due(5000, 5000), due(3000, 400), due(1000)]);
    expect(body.situation).toEqual({ total: 9000, payer: 5400, restant: 3600 });
  });

  it('sent without ids are recognised by their base', async () => {
    const { id, lignes } = await three();
    const { body } = await desk.edit(id, {
      lignes: [{ natureActivite: nature }, { typeEquipement: enseigne, precision: 'Petite' }],
      age: 20,
    });
    expect(body.lignes.map((ligne) => ligne.id)).toEqual([lignes[1]?.id, lignes[2]?.id]);
  });

  it('removed without payments are deleted with their dues and equipment', async () => {
    const { id, lignes } = await three();
    const { body } = await desk.edit(id, { lignes: lignes.slice(1) });
    expect(body.situation.total).toBe(1000);
    expect(await query('select from enrollement where id = $1', [lignes[0]?.id])).toEqual([]);
    expect(await query('select from equipement where id = $1', [lignes[0]?.equipement?.id])).toEqual([]);
  });

  it('removed with payments are closed: nothing more is due, payments stay', async () => {
    const { id, lignes } = await three();
    await desk.pay(id, 2000);
    const { body } = await desk.edit(id, { lignes: lignes.slice(1) });
    expect(body.lignes).toHaveLength(2);
    expect(body.situation).toEqual({ total: 3000, payer: 2000, restant: 1000 });
    expect(await desk.dues(id)).toEqual([due(2000, 2000), due(1000)]);
    const [closed] = await query('select closed_at is not null as close from enrollement where id = $1', [
      lignes[0]?.id,
    ]);
    expect(closed).toEqual({ close: true });
    expect((await desk.edit(id, { age: 20 })).body.situation.total).toBe(3000);
  });

  it('removed still owe their arrears of earlier years', async () => {
    const { id, lignes } = await three();
    await query(
      `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
       select entite_id, contribuable_id, enrollement_id, taxe_id, annee - 1, 1, 4500, exigible_le - 365, ramification_id
       from echeance where enrollement_id = $1`,
      [lignes[0]?.id],
    );
    await desk.edit(id, { lignes: [] });
    expect(await desk.dues(id)).toEqual([expect.objectContaining({ annee: YEAR - 1, montant: 4500 })]);
  });

  it('of another type are new lines', async () => {
    const { id, lignes } = await three();
    const { body } = await desk.edit(id, {
      lignes: [{ ...lignes[0], typeEquipement: enseigne, precision: 'Grande' }],
    });
    const ids = lignes.map((ligne) => ligne.id);
    expect(body.lignes.filter((ligne) => ids.includes(ligne.id))).toEqual([]);
    expect(await desk.dues(id)).toEqual([due(3000)]);
  });

  it('must have a précision if the rate has some: removing it is refused', async () => {
    const { id, lignes } = await three();
    const before = await desk.dues(id);
    for (const second of [
      { ...lignes[1], precision: null },
      { typeEquipement: enseigne },
      { id: lignes[0]?.id, typeEquipement: enseigne },
    ]) {
      const { status, body } = await desk.edit(id, { lignes: [lignes[0], second, lignes[2]] });
      expect([status, body.errors]).toEqual([
        400,
        [
          {
            field: 'lignes.1.precision',
            message: expect.stringMatching(/^Veuillez choisir une précision : .*Petite/),
          },
        ],
      ]);
    }
    expect(await desk.dues(id)).toEqual(before);
    const fresh = await desk.post(desk.fiche({ lignes: [{ typeEquipement: enseigne }] }));
    expect([fresh.status, fresh.body.errors?.[0]?.field]).toEqual([400, 'lignes.0.precision']);
  });

  it('stored without a précision stay valid until they are changed', async () => {
    const { id, lignes } = await three();
    await query('update enrollement set variation = null where id = $1', [lignes[1]?.id]);
    await query('update equipement set precision = null where id = $1', [lignes[1]?.equipement?.id]);
    const before = await desk.read(id);
    expect(before.lignes[1]?.precision).toBeNull();
    expect((await desk.edit(id, { age: 33, lignes: before.lignes })).status).toBe(200);
    const [a, b, c] = before.lignes;
    expect((await desk.edit(id, { lignes: [a, { ...b, precision: 'Grande' }, c] })).status).toBe(200);
    expect((await desk.read(id)).situation.total).toBe(8000);
  });

  it('keep a former précision without a rate, which new lines cannot have', async () => {
    const { id, lignes } = await three();
    await query("update enrollement set variation = 'Ancienne' where id = $1", [lignes[1]?.id]);
    const before = await desk.read(id);
    expect((await desk.edit(id, { age: 33, lignes: before.lignes })).status).toBe(200);
    const { status, body } = await desk.edit(id, {
      lignes: [...before.lignes, { typeEquipement: enseigne, precision: 'Ancienne' }],
    });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'lignes.3.precision']);
  });

  it('use what was paid in advance', async () => {
    const { id } = await desk.enrolled();
    await desk.pay(id, 1200);
    const { body } = await desk.edit(id, { lignes: [{ typeEquipement: kiosque }] });
    expect(body.situation).toEqual({ total: 5000, payer: 1200, restant: 3800 });
    expect(await desk.dues(id)).toEqual([due(5000, 1200)]);
  });

  it('of a closed year do not change', async () => {
    const { id, lignes } = await three();
    await query('insert into annee_close (entite_id, annee) values (1, $1)', [YEAR]);
    const { status } = await desk.edit(id, { lignes: lignes.slice(1) });
    expect(status).toBe(200);
    expect(await desk.dues(id)).toEqual([due(5000), due(1000)]);
    await query('delete from annee_close where entite_id = 1 and annee = $1', [YEAR]);
  });
});

describe('a move', () => {
  it('bills the lines at the new place, and moves the equipment', async () => {
    const { id } = await desk.enrolled({ lignes: [{ typeEquipement: kiosque }] });
    await desk.pay(id, 5000);
    const { body } = await desk.edit(id, { ramification: autre.id });
    expect(body).toMatchObject({
      ramification: { id: autre.id },
      situation: { total: 8000, payer: 5000, restant: 3000 },
    });
    expect(
      await query('select ramification_id as id from equipement where contribuable_id = $1', [id]),
    ).toEqual([{ id: autre.id }]);
  });

  it('to a sub-entity outside the scope is refused like an unknown one', async () => {
    const { id } = await desk.enrolled();
    const { status, body } = await desk.edit(id, { ramification: desk.maradi.id });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'ramification']);
  });

  it('to another collectivité is refused after a payment', async () => {
    const { id } = await desk.enrolled();
    await desk.pay(id, 100);
    const { status, body } = await desk.edit(id, { ramification: desk.maradi.id }, {}, desk.by('admin.nta'));
    expect([status, body.code]).toEqual([409, 'conflit.regle']);
  });

  it('to another collectivité before any payment gives a number and lines of that collectivité', async () => {
    const { id } = await desk.enrolled({ lignes: [{ typeEquipement: kiosque }] });
    const there = desk.by('admin.nta');
    const refused = await desk.edit(id, { ramification: desk.maradi.id }, {}, there);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'lignes']);
    const theirs = await desk.idOf('select min(id) as id from nature_activite where entite_id = 2');
    const { status, body } = await desk.edit(
      id,
      { ramification: desk.maradi.id, lignes: [{ natureActivite: theirs }] },
      {},
      there,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      id,
      numKlis: expect.stringMatching(/^MAR-/),
      ramification: { entite: { id: 2 } },
      lignes: [{ natureActivite: { id: theirs } }],
    });
    expect((await desk.by('niamey').get(`/v2/contribuables/${id}`)).status).toBe(404);
  });
});

it('simultaneous changes of lines of taxpayers in one place do not deadlock', async () => {
  const line = (id: number | undefined) => ({ id, typeEquipement: kiosque });
  const more = { typeEquipement: enseigne, precision: 'Petite' };
  const people = [];
  for (let n = 0; n < 6; n++) people.push(await desk.enrolled({ lignes: [{ typeEquipement: kiosque }] }));
  for (let round = 0; round < 8; round++) {
    const replies = await Promise.all(
      people.map(({ id, lignes: [first] }, n) =>
        desk.edit(id, { lignes: (n + round) % 2 ? [line(first?.id)] : [line(first?.id), more] }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200));
  }
});
