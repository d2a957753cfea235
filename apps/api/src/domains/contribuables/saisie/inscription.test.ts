/** Enrolment through the API, as an agent's program and the back office do it. */
import { numKlis, type Problem } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const { query, url } = octroi;
const desk = await enrolmentDesk(octroi);
const { pool } = openPool(url, () => undefined, 2);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const lastNumber = async (): Promise<number> =>
  desk.idOf("select valeur as id from compteur where entite_id = 1 and serie = 'contribuable'").then(Number);
const codeOf = async (): Promise<string> =>
  (await query<{ code: string }>('select code from entite where id = 1'))[0]?.code ?? '';

describe('an enrolment', () => {
  it('creates a taxpayer with its equipment and activity, billed for the year at once', async () => {
    const before = await lastNumber();
    const enrolled = await desk.enrolled({
      prenom: ' Aïcha ',
      telephone: '+227 90 12 34 56',
      age: 41,
      lieuNaissance: 'Zinder',
      typePieceIdentite: 'Passeport',
      numeroPieceIdentite: 'P 123',
      moyenPaiementPrefere: { id: 2 },
      adresseResidence: 'Rue 12',
      latitude: 13.5,
      longitude: 2.1,
      lignes: [
        { typeEquipement: desk.kiosque },
        { typeEquipement: String(desk.enseigne), precision: 'Grande' },
        { natureActivite: { id: desk.nature } },
      ],
    });
    expect(enrolled).toMatchObject({
      numKlis: numKlis(await codeOf(), before + 1),
      prenom: 'Aïcha',
      statut: 'Enrolé',
      adresse: 'Rue 12',
      moyenPaiementPrefere: { id: 2 },
      createdBy: { username: 'agent.terrain' },
      ramification: { id: desk.haut.id, entite: { id: 1 } },
      situation: { total: 8000, payer: 0, restant: 8000 },
      version: 1,
    });
    expect(
      enrolled.lignes.map(({ typeEquipement, natureActivite, precision, equipement }) => [
        typeEquipement?.id ?? null,
        natureActivite?.id ?? null,
        precision,
        equipement?.enabled,
      ]),
    ).toEqual([
      [desk.kiosque, null, null, false],
      [desk.enseigne, null, 'Grande', false],
      [null, desk.nature, null, undefined],
    ]);
    const fiche = await desk.read(enrolled.id);
    const { echecs, equipements, contribEnrollements, transactions, ...rest } = fiche;
    const { isConfirmed, variation, montant, ...record } = rest;
    expect(record).toEqual(enrolled);
    expect([isConfirmed, variation, montant]).toEqual([false, 'Grande', 8000]);
    expect(echecs.reduce((sum, { montant }) => sum + montant, 0)).toBe(8000);
    expect([equipements.length, contribEnrollements.length, transactions]).toEqual([2, 3, []]);
    const [journal] = await query(
      "select acte, ressource, entite_id, apres->>'numKlis' as numero from journal where ressource = 'contribuables' and enregistrement_id = $1",
      [enrolled.id],
    );
    expect(journal).toEqual({
      acte: 'créer',
      ressource: 'contribuables',
      entite_id: 1,
      numero: enrolled.numKlis,
    });
  });

  it('with a past day is billed from that day on', async () => {
    const { createdAt, situation } = await desk.enrolled({
      dateEnrollement: `${YEAR - 1}-05-17`,
      lignes: [{ typeEquipement: desk.kiosque }],
    });
    expect(createdAt.slice(0, 10)).toBe(`${YEAR - 1}-05-17`);
    expect(situation.total).toBe(5000);
  });

  it('keeps the given number of the payment platform, and refuses it a second time', async () => {
    const { numKlis: number } = await desk.enrolled({ numKlis: 'KLIS-77' });
    expect(number).toBe('KLIS-77');
    const { status, body } = await desk.post(desk.fiche({ numKlis: 'KLIS-77' }));
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([409, 'conflit.doublon', 'numKlis']);
  });

  it('takes the next number if the platform has used one of the series', async () => {
    const next = (await lastNumber()) + 1;
    const code = await codeOf();
    await desk.enrolled({ numKlis: numKlis(code, next) });
    expect((await desk.enrolled()).numKlis).toBe(numKlis(code, next + 1));
  });

  it('gives simultaneous enrolments different numbers', async () => {
    const enrolled = await Promise.all(Array.from({ length: 12 }, () => desk.enrolled()));
    expect(new Set(enrolled.map((one) => one.numKlis)).size).toBe(12);
  });
});

describe('an enrolment that is sent again', () => {
  it('with the same key returns the first one, also if both come at once', async () => {
    const body = desk.fiche({ lignes: [{ typeEquipement: desk.kiosque }] });
    const key = { 'idempotency-key': 'tablette-3:0001' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => desk.post(body, key)));
    replies.push(await desk.post({ ...body, reference: 'autre' }, key));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(5);
    expect(await query('select from contribuable where nom = $1', [body.nom])).toHaveLength(1);
    expect(await desk.dues(replies[0]?.body.id ?? 0)).toHaveLength(1);
  });

  it('with the same reference in the body returns the first one too', async () => {
    const body = desk.fiche({ reference: 'carnet 7, page 3' });
    const first = await desk.post(body);
    expect((await desk.post(body)).body.id).toBe(first.body.id);
  });

  it('with the key of another user is refused, and reveals nothing', async () => {
    const key = { 'idempotency-key': 'commune' };
    await desk.post(desk.fiche({ nom: 'Secret' }), key);
    const { status, body } = await desk.post(desk.fiche(), key, desk.by('niamey'));
    expect([status, body.code]).toEqual([409, 'conflit.doublon']);
    expect(JSON.stringify(body)).not.toContain('Secret');
  });
});

describe('an invalid enrolment', () => {
  const refusal = async (more: object): Promise<[number, string | undefined]> => {
    const { status, body } = await desk.post(desk.fiche(more));
    return [status, (body as Problem).errors?.[0]?.field];
  };
  it.each<[string, object, string]>([
    ['no name', { nom: ' ' }, 'nom'],
    ['a name of two lines', { nom: 'A\nB' }, 'nom'],
    ['no place', { ramification: null }, 'ramification'],
    ['a telephone of letters', { telephone: 'douze' }, 'telephone'],
    ['a telephone of three digits', { telephone: '123' }, 'telephone'],
    ['a telephone of twenty digits', { telephone: '9'.repeat(20) }, 'telephone'],
    ['the 31st of February', { dateEnrollement: `${YEAR}-02-31` }, 'dateEnrollement'],
    ['a day to come', { dateEnrollement: `${YEAR + 1}-01-01` }, 'dateEnrollement'],
    ['an age of 131', { age: 131 }, 'age'],
    ['an age of 0', { age: 0 }, 'age'],
    ['an age of 4.5', { age: 4.5 }, 'age'],
    ['half a position', { latitude: 13.5 }, 'longitude'],
    ['a latitude of 91', { latitude: 91, longitude: 2 }, 'latitude'],
    ['a company without a name of its own', { type: 'Personne morale' }, 'raisonSociale'],
    ['a type that is none', { type: 'Robot' }, 'type'],
    ['a line of both', { lignes: [{ typeEquipement: 1, natureActivite: 1 }] }, 'lignes.0.natureActivite'],
    ['a line of nothing', { lignes: [{}] }, 'lignes.0.typeEquipement'],
    [
      'a précision of an activity',
      { lignes: [{ natureActivite: 1, precision: 'Petite' }] },
      'lignes.0.precision',
    ],
    [
      'an equipment type that nobody has',
      { lignes: [{ typeEquipement: 999_999 }] },
      'lignes.0.typeEquipement',
    ],
  ])('%s is refused at its field', async (_what, more, field) => {
    expect(await refusal(more)).toEqual([400, field]);
  });

  it('a précision without a rate in the place is refused, with the list of those that have one', async () => {
    const lignes = [{ typeEquipement: desk.enseigne, precision: 'Grande' }];
    const { status, body } = await desk.post(desk.fiche({ ramification: desk.autre.id, lignes }));
    expect(status).toBe(400);
    expect(body.errors?.[0]).toMatchObject({
      field: 'lignes.0.precision',
      message: expect.stringContaining('Petite'),
    });
  });

  it('a record of another collectivité does not exist here', async () => {
    const type = await desk.idOf('select min(id) as id from type_equipement where entite_id = 2');
    expect(await refusal({ lignes: [{ typeEquipement: type }] })).toEqual([400, 'lignes.0.typeEquipement']);
    expect(await refusal({ ramification: desk.maradi.id })).toEqual([400, 'ramification']);
    expect(await refusal({ entite: 2 })).toEqual([400, 'ramification']);
  });

  it('a refused enrolment leaves no record', async () => {
    const nom = desk.next();
    await desk.post(desk.fiche({ nom, moyenPaiementPrefere: 999_999 }));
    expect(await query('select from contribuable where nom = $1', [nom])).toEqual([]);
  });
});

describe('the rates of a place', () => {
  it('are those by which an enrolment there is billed', async () => {
    const { body } = await desk.agent.get<{
      data: { typeEquipement: { id: number } | null; tarif: number | null; precisions: object[] }[];
    }>(`/v2/entite_taxes/tarifs?ramification=${desk.quartier.id}`);
    const of = (type: number) => body.data.find((one) => one.typeEquipement?.id === type);
    expect(of(desk.kiosque)).toMatchObject({ tarif: 5000, precisions: [] });
    expect(of(desk.enseigne)).toMatchObject({
      tarif: null,
      precisions: [
        { libelle: 'Petite', tarif: 1000 },
        { libelle: 'Grande', tarif: 3000 },
      ],
    });
  });
  it('of a place outside the scope do not exist', async () => {
    expect((await desk.agent.get(`/v2/entite_taxes/tarifs?ramification=${desk.maradi.id}`)).status).toBe(404);
  });
});
