import type { GenerationReport, Simulation, Travail } from '@octroi/contract';
import { expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';
import { taxDesk } from '#src/testing/taxes.ts';

const world = await testApp();
const { by, haut, autre, categorie } = await taxDesk(world);
const { query } = world;

/** An activity that taxpayers of Niamey are enrolled for and that no tax is charged on any more. */
async function freeNature(): Promise<number> {
  const [row] = await query<{ id: number }>(
    `select n.id from nature_activite n where entite_id = 1
     and exists (select from enrollement l where l.nature_activite_id = n.id) order by
       (select count(*) from enrollement l where l.nature_activite_id = n.id) desc limit 1`,
  );
  const nature = row?.id ?? 0;
  await query('update taxe set enabled = false where nature_activite_id = $1', [nature]);
  return nature;
}
const frequenceOf = async (occurrences: number): Promise<number> =>
  (await query<{ id: number }>('select id from frequence where occurrences = $1', [occurrences]))[0]?.id ?? 0;

it.each([1, 4, 12, 365])(
  'announces what saving and generating then makes (%i a year)',
  async (occurrences) => {
    const body = {
      nom: `Simulée ${occurrences}`,
      entite: 1,
      categorie,
      frequence: await frequenceOf(occurrences),
      natureActivite: await freeNature(),
      applications: [
        { ramification: haut.id, annee: YEAR, tarif: 300 },
        { ramification: autre.id, annee: YEAR, tarif: 500 },
      ],
    };
    const simulate = (more: object = {}) =>
      by('niamey').send<Simulation>('POST', '/v2/entite_taxes/simulation', { ...body, ...more });
    const { status, body: announced } = await simulate();
    expect(status).toBe(200);
    expect(announced.changements).toBeNull();
    const [year] = announced.annees;
    expect(year?.contribuables).toBeGreaterThan(0);
    expect(year?.parSousEntite.reduce((sum, { montant }) => sum + montant, 0)).toBe(year?.montant);

    const saved = await by('niamey').send<{ id: number }>('POST', '/v2/entite_taxes', body);
    expect(saved.status).toBe(201);
    const generated = await by('niamey').send<{ data: Travail[] }>('POST', '/v2/echeances/generation', {
      entite: 1,
      annee: YEAR,
      taxe: saved.body.id,
    });
    const report = generated.body.data[0]?.rapport as GenerationReport;
    expect(report.apres).toBe(year?.montant);
    const [made] = await query<{ contribuables: number; lignes: number }>(
      `select count(distinct contribuable_id)::int as contribuables, count(distinct enrollement_id)::int as lignes
     from echeance where taxe_id = $1`,
      [saved.body.id],
    );
    expect(made).toEqual({ contribuables: year?.contribuables, lignes: year?.lignes });

    const dearer = await simulate({
      id: saved.body.id,
      applications: [{ ramification: haut.id, annee: YEAR, tarif: 400 }, body.applications[1]],
    });
    const [changements] = dearer.body.changements ?? [];
    expect(changements?.annee).toBe(YEAR);
    expect(changements?.crees).toBe(0);
    expect((changements?.retarifees ?? 0) + (changements?.inchangees ?? 0)).toBe(report.creees);
    expect((changements?.apres ?? 0) - (changements?.avant ?? 0)).toBe(
      (dearer.body.annees[0]?.montant ?? 0) - (year?.montant ?? 0),
    );
    // nothing of it was written
    expect(
      await query('select tarif from application where taxe_id = $1 order by tarif', [saved.body.id]),
    ).toEqual([{ tarif: '300' }, { tarif: '500' }]);
    await query('update taxe set enabled = false where id = $1', [saved.body.id]);
  },
);

it('announces for a kind of equipment what its lines bring', async () => {
  const [kind] = await query<{ id: number; lignes: number }>(
    `select q.type_equipement_id as id, count(*)::int as lignes
     from enrollement l join equipement q on q.id = l.equipement_id join contribuable c on c.id = l.contribuable_id
     join ramification_descendance d on d.descendant_id = c.ramification_id and d.ancetre_id = $1
     where l.closed_at is null and l.enabled and c.enabled group by 1 order by 2 desc limit 1`,
    [haut.id],
  );
  await query('update taxe set enabled = false where type_equipement_id = $1', [kind?.id]);
  const { status, body } = await by('niamey').send<Simulation>('POST', '/v2/entite_taxes/simulation', {
    nom: 'Simulée',
    entite: 1,
    categorie,
    frequence: await frequenceOf(1),
    typeEquipement: kind?.id,
    applications: [{ ramification: haut.id, annee: YEAR, tarif: 300 }],
  });
  expect(status).toBe(200);
  expect(body.annees).toMatchObject([{ lignes: kind?.lignes, montant: 300 * (kind?.lignes ?? 0) }]);
});

it('is refused for what is not one’s own, and for what cannot be a tax', async () => {
  const body = {
    nom: 'Essai',
    entite: 1,
    categorie,
    frequence: await frequenceOf(1),
    natureActivite: await freeNature(),
    applications: [{ ramification: haut.id, annee: YEAR, tarif: 300 }],
  };
  const send = (account: 'maradi' | 'plateau' | 'niamey', more: object = {}) =>
    by(account).send('POST', '/v2/entite_taxes/simulation', { ...body, ...more });
  expect((await send('maradi')).status).toBe(404);
  expect((await send('plateau')).status).toBe(403);
  expect((await send('niamey', { natureActivite: null })).status).toBe(400);
  expect((await send('niamey', { frequence: 999_999 })).status).toBe(400);
  const [elsewhere] = await query<{ id: number }>('select id from taxe where entite_id = 2 limit 1');
  expect((await send('niamey', { id: elsewhere?.id })).status).toBe(404);
});
