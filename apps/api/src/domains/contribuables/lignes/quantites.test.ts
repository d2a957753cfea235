/** The quantity of a line: required where its base has a unit, and corrected with a reason. */
import {
  addDays,
  type Contribuable,
  type ContribuableRow,
  type EnrollementRow,
  type EquipementRow,
  type FicheIndividuelle,
  filterQuery,
  type FilterRow,
  type JournalAct,
  type Problem,
  quantiteText,
} from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { billing, placeOf } from '#src/testing/billing.ts';
import { queryRows, queryRow, type Town } from '#src/testing/books.ts';
import { drift } from '#src/testing/figures/drift.ts';

const { url, signIn } = await testApp();
const { pool } = openPool(url, () => undefined, 6);
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
const { townWith, rate, countIn, quantify, enrolAt, generate, amounts, pay } = billing(
  pool,
  () => superadmin,
);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const OLD = `${YEAR - 2}-03-02`;
const FIRST = `${YEAR}-01-01`;

/** The base of the tax of a town, as a line names it. */
async function baseOf(town: Town): Promise<{ typeEquipement?: number; natureActivite?: number }> {
  const row = await queryRow<{ type: number | null; nature: number | null }>(
    pool,
    'select type_equipement_id as type, nature_activite_id as nature from taxe where id = $1',
    [town.taxes[0]],
  );
  return row.type === null ? { natureActivite: row.nature ?? 0 } : { typeEquipement: row.type };
}

async function counted(occurrences = 1, tarif = 5_000) {
  const town = await townWith(
    occurrences,
    [YEAR - 1, YEAR].map((annee) => ['departement', annee, tarif] as ['departement', number, number]),
  );
  await countIn(town, YEAR - 1);
  await countIn(town, YEAR);
  const base = await baseOf(town);
  const post = (lignes: object[]) =>
    superadmin.send<Contribuable & Problem>('POST', '/v2/contribuables', {
      nom: 'Moussa',
      ramification: placeOf(town, 'secteur'),
      lignes: lignes.map((ligne) => ({ ...base, ...ligne })),
    });
  const edit = (id: number, lignes: object[]) =>
    superadmin.send<Contribuable & Problem>('PATCH', `/v2/contribuables/${id}`, {
      lignes: lignes.map((ligne) => ({ ...base, ...ligne })),
    });
  return { town, base, post, edit };
}
const faults = ({ status, body }: { status: number; body: Problem }) => [
  status,
  body.errors?.[0]?.field,
  body.errors?.[0]?.message,
];

describe('a line of a base with a unit', () => {
  it('is enrolled with its quantity, and billed by it at once', async () => {
    const { post } = await counted();
    const { status, body } = await post([{ quantite: 3.5 }]);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.lignes).toMatchObject([{ unite: 'm²', quantite: 3.5 }]);
    expect(await amounts(body.id, YEAR)).toEqual([17_500]);
    const listed = await superadmin.get<EnrollementRow>(`/v2/enrollements/${body.lignes[0]?.id}`);
    expect(listed.body).toMatchObject({ unite: 'm²', quantite: 3.5 });
  });

  it.each<[string, unknown, string]>([
    ['no quantity', undefined, 'Veuillez entrer la quantité, en m²'],
    ['an empty quantity', '', 'Veuillez entrer la quantité, en m²'],
    ['zero', 0, 'plus grand que 0'],
    ['a negative one', -3, 'plus grand que 0'],
    ['three decimals', 1.234, 'deux décimales au plus'],
    ['a text', 'dix', 'La quantité est un nombre'],
    ['a milliard', 1e9, '999 999 999,99'],
    ['one that makes more than 1 000 milliards', 999_999_999, '1 000 milliards'],
  ])('is refused with %s', async (_what, quantite, message) => {
    const { post } = await counted();
    const [status, field, said] = faults(await post([{ quantite }]));
    expect([status, field]).toEqual([400, 'lignes.0.quantite']);
    expect(said).toContain(message);
  });

  it('accepts only the decimals of its unit', async () => {
    const { town, post } = await counted();
    await pool.query('update type_equipement set unite_decimales = 0 where entite_id = $1', [town.entite]);
    await pool.query('update nature_activite set unite_decimales = 0 where entite_id = $1', [town.entite]);
    expect(faults(await post([{ quantite: 3.5 }]))).toEqual([
      400,
      'lignes.0.quantite',
      'La quantité est un nombre entier (m²)',
    ]);
    expect((await post([{ quantite: 4 }])).status).toBe(201);
  });

  it('cannot be changed by the call of a single line, which says what to do', async () => {
    const { town, post } = await counted();
    await pool.query('update type_equipement set unite_decimales = 1 where entite_id = $1', [town.entite]);
    await pool.query('update nature_activite set unite_decimales = 1 where entite_id = $1', [town.entite]);
    const { body } = await post([{ quantite: 1 }, { quantite: 2 }]);
    const change = (more: object) =>
      superadmin.send<Problem>('PATCH', `/v2/enrollements/${body.lignes[1]?.id}`, { quantite: 3, ...more });
    const cases: [object, string, string][] = [
      [{ quantite: null }, 'quantite', 'Veuillez entrer la quantité, en m²'],
      [{ quantite: 2.25 }, 'quantite', 'La quantité a 1 décimale au plus (m²)'],
      [{ quantite: 0 }, 'quantite', 'plus grand que 0'],
      [{ quantite: '3.5' }, 'quantite', 'La quantité est un nombre'],
      [{ correction: {} }, 'correction.motif', 'Veuillez choisir pourquoi la quantité change'],
      [{ correction: { motif: 'changement' } }, 'correction.du', 'Veuillez choisir le jour du changement'],
      [
        { correction: { motif: 'changement', du: '2026-02-30' } },
        'correction.du',
        'Une date de la forme AAAA-MM-JJ',
      ],
      [
        { correction: { motif: 'changement', du: addDays(TODAY, 1) } },
        'correction.du',
        'Un changement ne commence pas dans l’avenir',
      ],
    ];
    for (const [more, field, message] of cases) {
      const [status, at, said] = faults(await change(more));
      expect([status, at], JSON.stringify(more)).toEqual([400, field]);
      expect(said).toContain(message);
    }
  });

  it('added by its own call needs a quantity too, at its own field', async () => {
    const { post, base } = await counted();
    const { body: owner } = await post([]);
    const add = (more: object) =>
      superadmin.send<EnrollementRow & Problem>('POST', '/v2/enrollements', {
        contribuable: owner.id,
        ...base,
        ...more,
      });
    expect(faults(await add({})).slice(0, 2)).toEqual([400, 'quantite']);
    expect((await add({ quantite: 2 })).body).toMatchObject({ quantite: 2 });
    expect(await amounts(owner.id, YEAR)).toEqual([10_000]);
  });

  it('may stay without a quantity when other fields change, but cannot lose an existing one', async () => {
    const { town, edit } = await counted();
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    expect((await superadmin.send('PATCH', `/v2/contribuables/${id}`, { prenom: 'Autre' })).status).toBe(200);
    expect((await edit(id, [{ id: ligne }])).status).toBe(200);
    await quantify(ligne, 2);
    expect(faults(await edit(id, [{ id: ligne, quantite: null }])).slice(0, 2)).toEqual([
      400,
      'lignes.0.quantite',
    ]);
    // a client that knows no quantities leaves them as they are
    expect((await edit(id, [{ id: ligne }])).body.lignes).toMatchObject([{ quantite: 2 }]);
  });
});

it('a base counted by piece refuses a quantity', async () => {
  const town = await townWith(1, [['departement', YEAR, 5_000]]);
  const { status, body } = await superadmin.send<Problem>('POST', '/v2/contribuables', {
    nom: 'Moussa',
    ramification: placeOf(town, 'secteur'),
    lignes: [{ ...(await baseOf(town)), quantite: 2 }],
  });
  expect([status, body.errors?.[0]?.field]).toEqual([400, 'lignes.0.quantite']);
  expect(body.message).toContain('se compte à la pièce');
});

describe('a corrected quantity', () => {
  it('after an error applies to all time, and keeps what was paid', async () => {
    const { town, edit } = await counted();
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 3.5);
    await generate(town, YEAR);
    await pay(town, id, 10_000, FIRST);
    const { status, body } = await edit(id, [{ id: ligne, quantite: 4, correction: { motif: 'erreur' } }]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(
      await queryRows(pool, 'select montant::int, paye::int from echeance where contribuable_id = $1', [id]),
    ).toEqual([{ montant: 20_000, paye: 10_000 }]);
  });

  it('from a day applies to periods that begin on that day or later, after any later generation', async () => {
    const { town, edit } = await counted(12, 100);
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 2);
    await generate(town, YEAR);
    const du = TODAY;
    const { status, body } = await edit(id, [
      { id: ligne, quantite: 5, correction: { motif: 'changement', du } },
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    const expected = Array.from({ length: 12 }, (_, month) =>
      `${YEAR}-${String(month + 1).padStart(2, '0')}-01` < du ? 200 : 500,
    );
    expect(await amounts(id, YEAR)).toEqual(expected);
    expect(await generate(town, YEAR)).toMatchObject({ creees: 0, retarifees: 0, inchangees: 12 });
    // put right as an error, it was always so
    await edit(id, [{ id: ligne, quantite: 3 }]);
    expect(await amounts(id, YEAR)).toEqual(Array.from({ length: 12 }, () => 300));
  });

  it('from a day of an earlier open year changes its existing dues, and adds none', async () => {
    const { town, edit } = await counted(4, 100);
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    const late = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 2);
    await generate(town, YEAR - 1);
    await quantify(late.ligne, 2);
    await pool.query('delete from echeance where contribuable_id = $1', [late.id]);
    for (const each of [{ id, ligne }, late])
      expect(
        (
          await edit(each.id, [
            { id: each.ligne, quantite: 3, correction: { motif: 'changement', du: `${YEAR - 1}-07-01` } },
          ])
        ).status,
      ).toBe(200);
    expect(await amounts(id, YEAR - 1)).toEqual([200, 200, 300, 300]);
    expect(await amounts(late.id, YEAR - 1)).toEqual([]);
    expect(await amounts(id, YEAR)).toEqual([300, 300, 300, 300]);
  });

  it('cannot apply from the future, a closed year, or before the last change', async () => {
    const { town, edit } = await counted(4, 100);
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 2);
    const change = (du: string, quantite = 3) =>
      edit(id, [{ id: ligne, quantite, correction: { motif: 'changement', du } }]);
    expect(faults(await change(addDays(TODAY, 1)))).toEqual([
      400,
      'lignes.0.correction.du',
      'Un changement ne commence pas dans l’avenir : choisissez aujourd’hui ou un jour passé.',
    ]);
    await pool.query('insert into annee_close (entite_id, annee) values ($1, $2)', [town.entite, YEAR - 1]);
    expect(faults(await change(`${YEAR - 1}-12-31`))[2]).toContain(`L’exercice ${YEAR - 1} est clos`);
    expect((await change(TODAY)).status).toBe(200);
    if (TODAY !== FIRST)
      expect(faults(await change(FIRST, 4))[2]).toContain('choisissez ce jour ou un jour après');
    // the same day again replaces what was entered for it
    expect((await change(TODAY, 4)).status).toBe(200);
    expect(
      await queryRows(pool, 'select quantite::float from quantite_passee where enrollement_id = $1', [ligne]),
    ).toEqual([{ quantite: 2 }]);
  });

  it('is in the history with reason, day, and the dues before and after', async () => {
    const { town, edit } = await counted();
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 3.5);
    await generate(town, YEAR);
    await edit(id, [{ id: ligne, quantite: 4 }]);
    const { body } = await superadmin.get<{ data: JournalAct[] }>(`/v2/contribuables/${id}/historique`);
    expect(body.data.find(({ acte }) => acte === 'corriger la quantité')).toMatchObject({
      avant: { quantite: '3,5\u00a0m²', total: 17_500 },
      apres: { quantite: '4\u00a0m²', total: 20_000, motif: 'Erreur de saisie' },
    });
  });

  it('of a single line gives its reason in its own call', async () => {
    const { town } = await counted(12, 100);
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 2);
    const { status } = await superadmin.send('PATCH', `/v2/enrollements/${ligne}`, {
      quantite: 3,
      correction: { motif: 'changement', du: TODAY },
    });
    expect(status).toBe(200);
    expect(
      await queryRows(
        pool,
        'select jusque::text, quantite::float from quantite_passee where enrollement_id = $1',
        [ligne],
      ),
    ).toEqual([{ jusque: TODAY, quantite: 2 }]);
    expect(await amounts(id, YEAR)).toContain(
      TODAY.slice(8) === '01' || TODAY.slice(5, 7) < '12' ? 300 : 200,
    );
  });
});

describe('lists and files', () => {
  const rowsOf = async <Row>(path: string, town: Town, rows: FilterRow[] = []) => {
    const query = new URLSearchParams([['entite', String(town.entite)], ...filterQuery(rows)]).toString();
    const { status, body } = await superadmin.get<{ data: Row[]; meta: { total_records: number } }>(
      `/v2/${path}?${query}`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const uncounted: FilterRow = { column: 'enrollement.sansQuantite', operator: 'eq', x: '1' };
  const open: FilterRow = { column: 'enrollement.closedAt', operator: 'is null' };

  it('find lines without quantity, also beside bases counted by piece', async () => {
    const { town, post } = await counted();
    await enrolAt(town, 'secteur', OLD);
    await post([{ quantite: 3.5 }]);
    const found = await rowsOf<EnrollementRow>('enrollements', town, [open, uncounted]);
    expect(found.data.map(({ unite, quantite }) => [unite, quantite])).toEqual([['m²', null]]);
    expect(found.meta.total_records).toBe(1);
    // closed lines are counted row by row
    expect((await rowsOf('enrollements', town, [uncounted])).meta.total_records).toBe(1);
    const more: FilterRow = { column: 'enrollement.quantite', operator: 'gte', x: '3.5' };
    expect((await rowsOf<EnrollementRow>('enrollements', town, [more])).data).toMatchObject([
      { quantite: 3.5 },
    ]);
    const none = await townWith(1, [['departement', YEAR, 5_000]]);
    await enrolAt(none, 'secteur', OLD);
    expect((await rowsOf('enrollements', none, [open, uncounted])).meta.total_records).toBe(0);
  });

  it('give the quantity of an equipment, and of the bases of a taxpayer', async () => {
    const { town } = await counted();
    const type = await queryRow<{ id: number }>(
      pool,
      "update type_equipement set unite = 'm²', unite_decimales = 2 where id = (select min(id) from type_equipement where entite_id = $1) returning id",
      [town.entite],
    );
    const { body } = await superadmin.send<Contribuable>('POST', '/v2/contribuables', {
      nom: 'Moussa',
      ramification: placeOf(town, 'secteur'),
      lignes: [{ typeEquipement: type.id, quantite: 12_400.5 }],
    });
    expect((await rowsOf<EquipementRow>('equipements', town)).data).toMatchObject([
      { unite: 'm²', quantite: 12_400.5 },
    ]);
    const { data } = await rowsOf<ContribuableRow>('contribuables', town);
    expect(data.find(({ id }) => id === body.id)?.bases).toEqual([
      `Type 1 (${quantiteText(12_400.5, 'm²')})`,
    ]);
  });

  it.each([
    [0.05, 'm³', '0,05 m³'],
    [1.99, 'personne', '1,99 personne'],
    [2, 'personne', '2 personnes'],
    [12, 'mètre carré', '12 mètres carrés'],
    [3, 'personne du ménage', '3 personnes du ménage'],
    [3, 'place d’étal', '3 places d’étal'],
    [4, 'tête de bétail', '4 têtes de bétail'],
    [4, 'panneau', '4 panneaux'],
    [4, 'local', '4 locaux'],
    [4, 'mois', '4 mois'],
    [9, 'CV', '9 CV'],
    [9, 'kg', '9 kg'],
    [9, 'cm³', '9 cm³'],
    [9, 'm² au sol', '9 m² au sol'],
    [9, 'Étage', '9 Étage'],
  ])('are written with their unit, alike in the database: %d %s', async (quantite, unite, expected) => {
    const { text } = await queryRow<{ text: string }>(pool, 'select quantite_texte($1, $2) as text', [
      quantite,
      unite,
    ]);
    expect(text.replaceAll(/\s/g, ' ')).toBe(expected);
    expect(quantiteText(quantite, unite)).toBe(text);
  });

  it.each(['bases-taxables', 'equipements'])(
    'a file of %s has the quantity as a number',
    async (resource) => {
      const { town } = await counted();
      await pool.query("update type_equipement set unite = 'm²', unite_decimales = 2 where entite_id = $1", [
        town.entite,
      ]);
      const type = await queryRow<{ id: number }>(
        pool,
        'select min(id) as id from type_equipement where entite_id = $1',
        [town.entite],
      );
      await superadmin.send('POST', '/v2/contribuables', {
        nom: 'Moussa',
        ramification: placeOf(town, 'secteur'),
        lignes: [{ typeEquipement: type.id, quantite: 3.5 }],
      });
      const { body } = await superadmin.send<string>('POST', '/v2/exports', {
        resource,
        format: 'csv',
        query: `entite=${town.entite}`,
      });
      const [head = '', ...lines] = body.split(/\r?\n/).filter((line) => line.includes(';'));
      const at = head.split(';').indexOf('Quantité');
      expect(head.split(';').slice(at, at + 2)).toEqual(['Quantité', 'Unité']);
      expect(lines.map((line) => line.split(';').slice(at, at + 2))).toEqual([['3,5', 'm²']]);
    },
  );
});

describe('the individual sheet', () => {
  const rowsOf = async (id: number) => {
    const { body } = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel`);
    return body.activites.map(({ nombre, unite, quantite, prixUnitaire, total }) => [
      nombre,
      unite,
      quantite,
      prixUnitaire,
      total,
    ]);
  };

  it('multiplies the quantities of lines by the price of a unit', async () => {
    const { post } = await counted(4, 500);
    const { body } = await post([{ quantite: 3.5 }, { quantite: 2 }]);
    const { length } = await amounts(body.id, YEAR);
    const price = (length / 2) * 500;
    expect(await rowsOf(body.id)).toEqual([[5.5, 'm²', undefined, price, 5.5 * price]]);
  });

  it('lists a line separately, with its quantity, if a rule or a rounding changed its amount', async () => {
    const { town, post } = await counted(1, 500);
    await countIn(town, YEAR, { minimum: 5_000 });
    const { body } = await post([{ quantite: 4 }, { quantite: 20 }, { quantite: 5 }, { quantite: 12.34 }]);
    expect(await rowsOf(body.id)).toEqual(
      [
        [32.34, 'm²', undefined, 500, 16_170],
        [1, undefined, '4\u00a0m²', 5_000, 5_000],
        [1, undefined, '5\u00a0m²', 5_000, 5_000],
      ].toSorted(([, , , left], [, , , right]) => Number(left) - Number(right)),
    );
  });

  it('lists a line separately, with its quantity, if its tranche is a flat price', async () => {
    const { town } = await counted(1, 500);
    await rate(town, 'departement', YEAR, [
      { libelle: 'Petit', tarif: 7_000, parUnite: false, seuil: 0 },
      { libelle: 'Grand', tarif: 100, parUnite: true, seuil: 100 },
    ]);
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 99);
    await generate(town, YEAR);
    expect(await rowsOf(id)).toEqual([[1, undefined, '99 m²', 7_000, 7_000]]);
    await quantify(ligne, 100);
    await generate(town, YEAR);
    expect(await rowsOf(id)).toEqual([[100, 'm²', undefined, 100, 10_000]]);
  });

  it('has a row per tax of a line, with its name if there are several', async () => {
    const { town } = await counted(1, 500);
    const { id, ligne } = await enrolAt(town, 'secteur', OLD);
    await quantify(ligne, 2);
    await pool.query(
      `with t as (insert into taxe (entite_id, nom, categorie_id, nature_activite_id, type_equipement_id, frequence_id)
           select entite_id, 'Ordures', categorie_id, nature_activite_id, type_equipement_id,
             (select id from frequence where occurrences = 12 limit 1)
           from taxe where id = $1 returning id, entite_id)
         insert into application (entite_id, taxe_id, ramification_id, annee, tarif)
         select entite_id, id, $2, $3, 300 from t`,
      [town.taxes[0], town.nodes[0], YEAR],
    );
    await generate(town, YEAR);
    const { body } = await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel`);
    expect(
      body.activites.map(({ base, nombre, total }) => [base.replace(/^.* – /, ''), nombre, total]),
    ).toEqual([
      ['Ordures', 1, 12 * 300],
      ['Taxe 1', 2, 1_000],
    ]);
  });
});

describe('the unit of a base', () => {
  const change = async (town: Town, values: { unite?: string | null; uniteDecimales?: number }) => {
    const base = await baseOf(town);
    const path = base.typeEquipement
      ? `/v2/type_equipements/${base.typeEquipement}`
      : `/v2/nature_activites/${base.natureActivite}`;
    return superadmin.send<Problem & { unite: string | null }>('PATCH', path, values);
  };
  const setUnit = (town: Town, unite: string | null) => change(town, { unite });

  it.each<[string, Parameters<typeof change>[1], string]>([
    ['blanks', { unite: '  ' }, 'unite'],
    ['a long text', { unite: 'x'.repeat(21) }, 'unite'],
    ['three decimals', { uniteDecimales: 3 }, 'uniteDecimales'],
    ['fewer than none', { uniteDecimales: -1 }, 'uniteDecimales'],
    ['half a decimal', { uniteDecimales: 1.5 }, 'uniteDecimales'],
  ])('is refused with %s, at its field', async (_what, values, field) => {
    const { town } = await counted();
    expect(faults(await change(town, values)).slice(0, 2)).toEqual([400, field]);
  });

  it('can change, and quantities stay the same', async () => {
    const { town, post } = await counted();
    const { body } = await post([{ quantite: 3.5 }]);
    expect((await setUnit(town, 'place')).body).toMatchObject({ unite: 'place' });
    const { body: after } = await superadmin.get<Contribuable>(`/v2/contribuables/${body.id}`);
    expect(after.lignes).toMatchObject([{ unite: 'place', quantite: 3.5 }]);
  });

  it('cannot be removed while quantities or rates by the unit need it', async () => {
    const { town, post } = await counted();
    await post([{ quantite: 3.5 }]);
    const refused = await setUnit(town, null);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Des lignes sont comptées en m² : leur quantité serait perdue. Gardez l'unité.",
    ]);
    await pool.query('update enrollement set quantite = 1 where entite_id = $1', [town.entite]);
    expect((await setUnit(town, null)).body.message).toContain('Une taxe a un tarif par m²');
    await pool.query('update application set par_unite = false where entite_id = $1', [town.entite]);
    expect((await setUnit(town, null)).status).toBe(200);
  });

  it('cannot lose decimals that its open lines use', async () => {
    const { town, post, edit } = await counted();
    const { body } = await post([{ quantite: 3.5 }, { quantite: 2 }]);
    expect((await change(town, { uniteDecimales: 1 })).status).toBe(200);
    const refused = await change(town, { uniteDecimales: 0 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Des quantités sont plus précises (1 ligne, par exemple 3,5 m²) : gardez les décimales, ou corrigez-les d'abord.",
    ]);
    const [first, second] = body.lignes;
    await edit(body.id, [{ id: first?.id, quantite: 4 }, { id: second?.id }]);
    expect((await change(town, { uniteDecimales: 0 })).status).toBe(200);
  });
});
