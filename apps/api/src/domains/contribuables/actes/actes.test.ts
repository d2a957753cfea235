/** Validation, correction and change of sector, one by one and in bulk. */
import type { ActeReply, Contribuable, Problem, SimulationSecteur } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const { query, url } = octroi;
const desk = await enrolmentDesk(octroi);
const { kiosque, autre, haut, by } = desk;
const { pool } = openPool(url, () => undefined, 2);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const PATH = '/v2/contribuables';
const statuts = async (ids: readonly number[]): Promise<string[]> =>
  (
    await query<{ statut: string }>('select statut from contribuable where id = any($1) order by id', [ids])
  ).map(({ statut }) => statut);
const several = async (count: number, more: object = {}): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await desk.enrolled(more)).id);
  return ids;
};

describe('a validation', () => {
  it('is recorded under the signed-in user, not the one in the path, and confirms the equipment', async () => {
    const { id } = await desk.enrolled({ lignes: [{ typeEquipement: kiosque }] });
    const { status, body, headers } = await by('niamey').get(`${PATH}/${id}/validate/1`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      statut: 'Validé',
      validatedBy: { username: 'niamey' },
      lignes: [{ equipement: { enabled: true } }],
    });
    const [journal] = await query(
      "select acte, avant->>'statut' as avant, apres->>'statut' as apres from journal where enregistrement_id = $1 order by id desc limit 1",
      [id],
    );
    expect(journal).toEqual({ acte: 'valider', avant: 'Enrolé', apres: 'Validé' });
  });

  it('of a validated record is refused; after a correction it is possible again', async () => {
    const { id } = await desk.enrolled();
    const validate = () => by('niamey').send<Problem>('POST', `${PATH}/${id}/validation`);
    expect((await validate()).status).toBe(200);
    const again = await validate();
    expect([again.status, again.body.message]).toEqual([409, 'Cet enrôlement est déjà Validé.']);
    expect((await by('niamey').get(`${PATH}/${id}/1/correct`)).body).toMatchObject({
      statut: 'Corrigé',
      correctedBy: { username: 'niamey' },
      validatedBy: null,
    });
    expect((await by('niamey').send('POST', `${PATH}/${id}/correction`)).status).toBe(200);
    expect((await validate()).status).toBe(200);
  });

  it('of two at the same time is done once', async () => {
    const { id } = await desk.enrolled();
    const both = await Promise.all([1, 2].map(() => by('niamey').send('POST', `${PATH}/${id}/validation`)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('does not come from another site', async () => {
    const { id } = await desk.enrolled();
    const { status } = await by('niamey').get(`${PATH}/${id}/validate/1`, {
      origin: 'https://ailleurs.example',
    });
    expect(status).toBe(403);
    expect(await statuts([id])).toEqual(['Enrolé']);
  });

  it('in bulk is only for Super Admin and Admin NTA, and counts the records already validated', async () => {
    const ids = await several(3);
    await by('niamey').send('POST', `${PATH}/${ids[0]}/validation`);
    expect((await by('niamey').send('POST', `${PATH}/validation`, { ids })).status).toBe(403);
    const { body } = await by('admin.nta').send<ActeReply>('POST', `${PATH}/validation`, { ids });
    expect(body).toEqual({
      rapport: { total: 3, faits: 2, laisses: [{ motif: 'Déjà validés', nombre: 1 }] },
      travail: null,
    });
    expect(await statuts(ids)).toEqual(['Validé', 'Validé', 'Validé']);
    const [journal] = await query(
      "select ressource, enregistrement_id::int as lieu, apres from journal where acte = 'valider' order by id desc limit 1",
    );
    expect(journal).toEqual({ ressource: 'ramifications', lieu: haut.id, apres: { contribuables: 2 } });
  });

  it('of a whole filtered list is done by a job, sub-entity by sub-entity', async () => {
    const superadmin = by('superadmin');
    const mark = desk.next();
    await query(
      `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
       select 1, case when n % 2 = 0 then $2::int else $3::int end, $1 || n, $1, 1 from generate_series(1, 700) n`,
      [mark, haut.id, autre.id],
    );
    const { body: selection } = await superadmin.send<{ token: string; count: number }>(
      'POST',
      '/v2/selections',
      {
        resource: 'enrollements',
        query: `filter[contrib.nom][type]=eq&filter[contrib.nom][x]=${encodeURIComponent(mark)}`,
      },
    );
    expect(selection.count).toBe(700);
    const { body } = await superadmin.send<ActeReply>('POST', `${PATH}/validation`, {
      selection: selection.token,
    });
    expect(body).toMatchObject({
      rapport: null,
      travail: {
        nature: 'validation',
        statut: 'terminé',
        total: 2,
        fait: 2,
        rapport: { total: 700, faits: 700 },
      },
    });
    const [left] = await query(
      "select count(*)::int as n from contribuable where nom = $1 and statut <> 'Validé'",
      [mark],
    );
    expect(left).toEqual({ n: 0 });
  });
});

describe('undoing a validation', () => {
  const validate = (id: number, who: Parameters<typeof by>[0] = 'niamey') =>
    by(who).send('POST', `${PATH}/${id}/validation`);
  const undo = (id: number, who: Parameters<typeof by>[0] = 'niamey') =>
    by(who).send<Contribuable & Problem>('POST', `${PATH}/${id}/validation/annulation`);
  const refusalOf = async (id: number, who?: Parameters<typeof by>[0]): Promise<unknown[]> => {
    const { status, body } = await undo(id, who);
    return [status, body.message];
  };

  it('restores the statut and the unconfirmed equipment, and is journaled', async () => {
    const { id } = await desk.enrolled({
      lignes: [{ typeEquipement: kiosque }, { typeEquipement: desk.enseigne, precision: 'Petite' }],
    });
    const [confirmed] = await query<{ id: number }>(
      'update equipement set enabled = true where id = (select min(id) from equipement where contribuable_id = $1) returning id::int',
      [id],
    );
    await validate(id);
    const { status, body } = await undo(id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ statut: 'Enrolé', validatedAt: null, validatedBy: null });
    expect(body.lignes.flatMap(({ equipement }) => (equipement?.enabled ? [equipement.id] : []))).toEqual([
      confirmed?.id,
    ]);
    const [journal] = await query(
      "select acte, avant->>'statut' as avant, apres->>'statut' as apres from journal where enregistrement_id = $1 order by id desc limit 1",
      [id],
    );
    expect(journal).toEqual({ acte: 'annuler la validation', avant: 'Validé', apres: 'Enrolé' });
    expect((await validate(id)).status).toBe(200);
  });

  it('restores a correction with the person who corrected', async () => {
    const { id } = await desk.enrolled();
    await by('superadmin').send('POST', `${PATH}/${id}/correction`);
    await validate(id);
    expect((await undo(id)).body).toMatchObject({
      statut: 'Corrigé',
      correctedBy: { username: 'superadmin' },
      validatedBy: null,
    });
  });

  it('is refused without a validation, and to another person', async () => {
    const { id } = await desk.enrolled();
    expect(await refusalOf(id)).toEqual([
      409,
      'Cet enrôlement est Enrolé : il n’y a pas de validation à annuler.',
    ]);
    await validate(id);
    expect(await refusalOf(id, 'superadmin')).toEqual([
      409,
      'Cette validation est d’une autre personne : elle seule peut l’annuler.',
    ]);
    expect(await statuts([id])).toEqual(['Validé']);
  });

  it('is refused after a change of the record that kept the statut', async () => {
    const { id } = await desk.enrolled();
    await validate(id);
    await by('superadmin').send('POST', `${PATH}/change-secteur`, { ids: [id], ramification: autre.id });
    expect(await refusalOf(id)).toEqual([
      409,
      'La fiche a changé depuis sa validation : corrigez l’enrôlement si besoin.',
    ]);
  });

  it('is refused half a minute later', async () => {
    const { id } = await desk.enrolled();
    await validate(id);
    await query("update contribuable set validated_at = now() - interval '31 seconds' where id = $1", [id]);
    expect(await refusalOf(id)).toEqual([
      409,
      'Le délai pour annuler cette validation est passé : corrigez l’enrôlement si besoin.',
    ]);
  });
});

describe('a change of sector', () => {
  it('moves the taxpayers, bills them at the new rates, and keeps statut and payments', async () => {
    const ids = await several(2, { lignes: [{ typeEquipement: kiosque }] });
    await desk.pay(ids[0] as number, 5000);
    await by('niamey').send('POST', `${PATH}/${ids[1]}/validation`);
    const address = `${PATH}/enrollement/change-secteur?ids=${JSON.stringify(ids)}&ramification=${autre.id}`;
    expect((await by('niamey').get(address)).status).toBe(403);
    const { status, body } = await by('superadmin').get<ActeReply>(address);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.rapport).toEqual({ total: 2, faits: 2, laisses: [] });
    expect(await statuts(ids)).toEqual(['Enrolé', 'Validé']);
    expect((await desk.read(ids[0] as number)).situation).toEqual({
      total: 8000,
      payer: 5000,
      restant: 3000,
    });
    const again = await by('superadmin').send<ActeReply>('POST', `${PATH}/change-secteur`, {
      ids,
      ramification: { id: autre.id },
    });
    expect(again.body.rapport).toEqual({
      total: 2,
      faits: 0,
      laisses: [{ motif: 'Déjà dans ce secteur', nombre: 2 }],
    });
  });

  it.each(['tous', '{"a":1}', '[1,"x"]', '[]', ''])('of the invalid ids « %s » is refused', async (ids) => {
    const { status } = await by('superadmin').get(
      `${PATH}/enrollement/change-secteur?ids=${encodeURIComponent(ids)}&ramification=${autre.id}`,
    );
    expect(status).toBe(400);
  });

  it('can be previewed without a change; for several collectivités, the preview names them', async () => {
    const simulate = (body: object) =>
      by('superadmin').send<SimulationSecteur>('POST', `${PATH}/change-secteur/simulation`, body);
    const ids = await several(2, { lignes: [{ typeEquipement: kiosque }] });
    const before = await Promise.all(ids.map((id) => desk.read(id)));
    const total = before.reduce((sum, { situation }) => sum + situation.total, 0);
    const entites = [before[0]?.ramification.entite];
    const { status, body } = await simulate({ ids, ramification: autre.id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ total: 2, entites, montants: { avant: total, apres: 16_000 } });
    expect(total).not.toBe(16_000);
    expect(await Promise.all(ids.map((id) => desk.read(id)))).toEqual(before);
    const moved = await by('superadmin').send('POST', `${PATH}/change-secteur`, {
      ids,
      ramification: autre.id,
    });
    expect(moved.status).toBe(200);
    const after = await Promise.all(ids.map((id) => desk.read(id)));
    expect(after.reduce((sum, { situation }) => sum + situation.total, 0)).toBe(16_000);

    const elsewhere = await by('superadmin').send<Contribuable>('POST', PATH, {
      nom: 'Ailleurs',
      ramification: desk.maradi.id,
    });
    const mixed = [...ids, elsewhere.body.id];
    expect((await simulate({ ids: mixed })).body).toMatchObject({
      total: 3,
      entites: [{ nom: 'Ville de Maradi' }, { nom: 'Ville de Niamey' }],
      montants: null,
    });
    expect((await simulate({ ids: mixed, ramification: autre.id })).status).toBe(400);
  });

  it('to a sector of another collectivité is refused, and no taxpayer moves', async () => {
    const [id] = await several(1);
    const { status, body } = await by('superadmin').send<Problem>('POST', `${PATH}/change-secteur`, {
      ids: [id],
      ramification: desk.maradi.id,
    });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'ramification']);
    expect((await desk.read(id as number)).ramification.id).toBe(haut.id);
  });

  it('with an unknown taxpayer moves none of the others', async () => {
    const [id] = await several(1);
    const { status } = await by('superadmin').send('POST', `${PATH}/change-secteur`, {
      ids: [id, 2_000_000_000],
      ramification: autre.id,
    });
    expect(status).toBe(404);
    expect((await desk.read(id as number)).ramification.id).toBe(haut.id);
  });
});

describe('the files of both lists', () => {
  const linesOf = async (resource: string, query: string): Promise<string[][]> => {
    const { status, body } = await by('niamey').send<string>('POST', '/v2/exports', {
      resource,
      query,
      format: 'csv',
    });
    expect(status, body).toBe(200);
    return body
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
  };
  it('have the content of their screens', async () => {
    const { numKlis } = await desk.enrolled({ lignes: [{ typeEquipement: kiosque }] });
    const only = `filter[contrib.numKlis]=${numKlis}`;
    const [heads, enrolment] = await linesOf('enrollements', only);
    expect(heads).toEqual(
      expect.arrayContaining(['Base taxable', 'Date de correction', 'Nom du correcteur']),
    );
    expect(enrolment).toEqual(expect.arrayContaining([numKlis, 'Enrolé', '5000']));
    const [, equipement] = await linesOf('equipements', only);
    expect(equipement).toEqual(expect.arrayContaining([numKlis, 'En attente de confirmation', haut.nom]));
  });
});
