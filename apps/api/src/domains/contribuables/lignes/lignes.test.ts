/** Equipment and lines by their own calls, as the specification's client and an agent's program make them. */
import { type EnrollementRow, type EquipementRow, MOYEN_REMBOURSEMENT, type Problem } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const desk = await enrolmentDesk(octroi);
const { agent, by, kiosque, enseigne, nature, haut } = desk;
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const addEquipement = (body: object, headers = {}, caller = agent) =>
  caller.send<EquipementRow & Problem>('POST', '/v2/equipements', body, headers);
const addLine = (body: object, headers = {}, caller = agent) =>
  caller.send<EnrollementRow & Problem>('POST', '/v2/enrollements', body, headers);

describe('an equipment and then its line', () => {
  it('are billed by the précision of the equipment', async () => {
    const { id, numKlis } = await desk.enrolled();
    const { status, body } = await addEquipement({ numKlis, type: enseigne, precision: 'Grande' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      numKlis,
      type: { id: enseigne },
      enabled: false,
      ramification: { id: haut.id },
    });
    expect(await desk.dues(id)).toEqual([]);
    const line = await addLine({ contribuable: id, equipement: { id: body.id } });
    expect(line.status, JSON.stringify(line.body)).toBe(201);
    expect(line.body).toMatchObject({
      variation: 'Grande',
      equipement: { id: body.id },
      contribuable: { id },
    });
    expect(await desk.dues(id)).toMatchObject([{ ligne: line.body.id, montant: 3000 }]);
    expect((await desk.read(id)).statut).toBe('Enrolé');
    const second = await addLine({ contribuable: id, equipement: body.id });
    expect([second.status, second.body.errors?.[0]?.field]).toEqual([400, 'equipement']);
  });

  it('sent again with their keys are not created twice', async () => {
    const { id } = await desk.enrolled();
    const first = await addEquipement({ contribuable: id, type: kiosque, reference: 'q-1' });
    expect((await addEquipement({ contribuable: id, type: kiosque, reference: 'q-1' })).body.id).toBe(
      first.body.id,
    );
    const key = { 'idempotency-key': 'l-1' };
    const lines = await Promise.all(
      [1, 2, 3].map(() => addLine({ contribuable: id, natureActivite: nature }, key)),
    );
    expect(lines.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(lines.map(({ body }) => body.id)).size).toBe(1);
    expect((await desk.read(id)).lignes).toHaveLength(1);
    const foreign = await addLine({ contribuable: id, natureActivite: nature }, key, by('niamey'));
    expect([foreign.status, foreign.body.code]).toEqual([409, 'conflit.doublon']);
  });
});

describe('a line', () => {
  it('of a validated record sets it to Corrigé', async () => {
    const { id } = await desk.enrolled();
    await by('niamey').send('POST', `/v2/contribuables/${id}/validation`);
    await addLine({ contribuable: id, typeEquipement: kiosque });
    expect(await desk.read(id)).toMatchObject({ statut: 'Corrigé', situation: { total: 5000 } });
  });

  it.each<[string, object, string]>([
    ['of both', { typeEquipement: 1, natureActivite: 1 }, 'natureActivite'],
    ['of an equipment and an activity', { equipement: 1, natureActivite: 1 }, 'natureActivite'],
    ['of nothing', {}, 'typeEquipement'],
    ['of a type that is not there', { typeEquipement: 999_999 }, 'typeEquipement'],
  ])('%s is refused', async (_what, more, field) => {
    const { id } = await desk.enrolled();
    const { status, body } = await addLine({ contribuable: id, ...more });
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('of an unknown taxpayer is refused', async () => {
    const { status, body } = await addLine({ contribuable: 999_999_999, natureActivite: nature });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'contribuable']);
  });

  it('cannot have the payment method of refunds', async () => {
    const { id } = await desk.enrolled();
    const { status, body } = await by('niamey').send<Problem>('PATCH', `/v2/contribuables/${id}`, {
      moyenPaiementPrefere: { id: MOYEN_REMBOURSEMENT },
    });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'moyenPaiementPrefere']);
  });

  it('cannot change its taxable base; sending the same one changes nothing', async () => {
    const { lignes } = await desk.enrolled({
      lignes: [{ natureActivite: nature }, { typeEquipement: kiosque }],
    });
    const activity = lignes.find(({ natureActivite }) => natureActivite)?.id;
    const owned = lignes.find(({ equipement }) => equipement);
    const kiosk = owned?.id;
    const patch = (line: number | undefined, change: object) =>
      by('niamey').send<Problem>('PATCH', `/v2/enrollements/${line}`, change);
    for (const [line, change, field] of [
      [activity, { natureActivite: { id: 999_999 } }, 'natureActivite'],
      [activity, { typeEquipement: kiosque }, 'typeEquipement'],
      [kiosk, { natureActivite: nature }, 'natureActivite'],
    ] as const) {
      const { status, body } = await patch(line, change);
      expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    }
    const same = await patch(activity, { natureActivite: { id: nature } });
    expect(same.status, JSON.stringify(same.body)).toBe(200);
    const equipment = `/v2/equipements/${owned?.equipement?.id}`;
    expect((await by('niamey').send('PATCH', equipment, { type: enseigne })).status).toBe(400);
    expect((await by('niamey').send('PATCH', equipment, { type: { id: kiosque } })).status).toBe(200);
  });

  it('that changes is billed again; a removed one is deleted, or closed if it was paid', async () => {
    const { id, lignes } = await desk.enrolled({
      lignes: [{ typeEquipement: enseigne, precision: 'Petite' }, { typeEquipement: kiosque }],
    });
    const [petite, kiosk] = lignes.map((ligne) => ligne.id);
    const { body } = await by('niamey').send<EnrollementRow>('PATCH', `/v2/enrollements/${petite}`, {
      variation: 'Grande',
    });
    expect(body).toMatchObject({ id: petite, variation: 'Grande' });
    await desk.pay(id, 3000);
    const remove = (line?: number) => by('niamey').send('DELETE', `/v2/enrollements/${line}`);
    expect([(await remove(petite)).status, (await remove(kiosk)).status]).toEqual([204, 204]);
    expect(
      (await by('niamey').get<EnrollementRow>(`/v2/enrollements/${petite}`)).body.closedAt,
    ).not.toBeNull();
    expect((await by('niamey').get(`/v2/enrollements/${kiosk}`)).status).toBe(404);
    expect((await remove(petite)).status).toBe(409);
    expect(await desk.read(id)).toMatchObject({
      statut: 'Corrigé',
      lignes: [],
      situation: { total: 3000, payer: 3000 },
    });
  });
});

describe('an equipment', () => {
  it('has its confirmation and its précision with its line', async () => {
    const { id, lignes } = await desk.enrolled({
      lignes: [{ typeEquipement: enseigne, precision: 'Petite' }],
    });
    const path = `/v2/equipements/${lignes[0]?.equipement?.id}`;
    const { body, status } = await by('niamey').send<EquipementRow>('PATCH', path, {
      enabled: true,
      precision: 'Grande',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ enabled: true, precision: 'Grande' });
    expect((await desk.read(id)).situation.total).toBe(3000);
    const old = await by('niamey').send('PATCH', path, { enabled: false }, { 'if-match': '"1"' });
    expect(old.status).toBe(412);
  });

  it('can be removed only by Super Admin, with its line, if nothing was paid', async () => {
    const { id, lignes } = await desk.enrolled({
      lignes: [{ typeEquipement: kiosque }, { typeEquipement: kiosque }],
    });
    const [first, second] = lignes.map(({ equipement }) => `/v2/equipements/${equipement?.id}`);
    await desk.pay(id, 1000);
    expect((await by('admin.nta').send('DELETE', second ?? '')).status).toBe(403);
    expect((await by('superadmin').send('DELETE', second ?? '')).status).toBe(204);
    const refusal = await by('superadmin').send<Problem>('DELETE', first ?? '');
    expect([refusal.status, refusal.body.code]).toEqual([409, 'conflit.lie']);
    expect((await desk.read(id)).lignes).toHaveLength(1);
  });

  it('must be in a place of its taxpayer’s collectivité', async () => {
    const { id } = await desk.enrolled();
    const { status, body } = await addEquipement({
      contribuable: id,
      type: kiosque,
      ramification: desk.maradi.id,
    });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'ramification']);
  });
});

describe('their lists', () => {
  const count = async (path: string, caller = by('niamey')): Promise<number> => {
    const { status, body } = await caller.get<{ data: object[]; meta: { total_records: number } }>(path);
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    return body.meta.total_records;
  };
  it.each(['equipements', 'enrollements'])(
    '%s are limited to the person’s places, one place, one taxpayer',
    async (list) => {
      const { rows } = await pool.query<{ n: number }>(
        list === 'equipements'
          ? 'select count(*)::int as n from equipement where entite_id = 1'
          : 'select count(*)::int as n from enrollement where entite_id = 1',
      );
      const all = await count(`/v2/${list}`);
      expect(all).toBe(rows[0]?.n);
      const here = await count(`/v2/${list}?ramification=${haut.id}`);
      expect(here).toBeGreaterThan(0);
      expect(here).toBeLessThan(all);
      expect(await count(`/v2/${list}`, by('plateau'))).toBeLessThan(all);
      expect(await count(`/v2/${list}?entite=1`, by('maradi'))).toBe(0);
      const { numKlis } = await desk.enrolled({ lignes: [{ typeEquipement: kiosque }] });
      expect(await count(`/v2/${list}?filter[contrib.numKlis]=${numKlis}`)).toBe(1);
    },
  );

  it('enrollements count closed lines with the open ones, of a period, a statut, a type, a place', async () => {
    // as lines are that were billed, then taken away
    const { rowCount } = await pool.query(
      `update enrollement set closed_at = now() where entite_id = 1 and closed_at is null and id % 7 = 0`,
    );
    expect(rowCount).toBeGreaterThan(10);
    const expected = async (condition: string): Promise<number | undefined> =>
      (
        await pool.query<{ n: number }>(
          `select count(*)::int as n from enrollement l
           join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
           left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
           where l.entite_id = 1 and ${condition}`,
        )
      ).rows[0]?.n;
    const period = "c.jour between '2025-02-10' and '2025-11-20'";
    const dated = 'from=2025-02-10&to=2025-11-20';
    expect(await count(`/v2/enrollements?${dated}`)).toBe(await expected(period));
    expect(await count(`/v2/enrollements?${dated}&statut=Valid%C3%A9&betail=0`)).toBe(
      await expected(`${period} and c.statut = 'Validé' and not c.betail`),
    );
    expect(await count(`/v2/enrollements?filter[teq.id]=${kiosque}`)).toBe(
      await expected(`q.type_equipement_id = ${kiosque}`),
    );
    expect(await count(`/v2/enrollements?ramification=${haut.id}`)).toBe(
      await expected(
        `c.ramification_id in (select descendant_id from ramification_descendance where ancetre_id = ${haut.id})`,
      ),
    );
    const open = '&filter[enrollement.closedAt][type]=is%20null';
    expect(await count(`/v2/enrollements?${dated}${open}`)).toBe(
      await expected(`${period} and l.closed_at is null`),
    );
  });

  it.each([
    ['equipements', ['ent.nom', 'teq.nom', 'ram.nom', 'p.nom', 'equipement.createdAt']],
    ['enrollements', ['ent.nom', 'ram.nom', 'contrib.raisonSociale', 'na.nom', 'contrib.numKlis', 'enabled']],
  ])('%s can be sorted by the fields of the specification', async (list, columns) => {
    for (const column of columns)
      for (const direction of ['asc', 'desc'])
        expect(
          await count(`/v2/${list}?orderBy=${column}&sortOrder=${direction}&itemperpage=5`),
        ).toBeGreaterThan(0);
  });
});
