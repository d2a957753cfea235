import { type Contour, CONTOURS, type Contours, type NiveauContour } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, testApp } from '#src/testing/app.ts';
import { square } from '#src/testing/contours.ts';

const { signIn, query, runPeriodic } = await testApp();
const NIGER = '0,11,17,24';

async function contours(account: Account, niveau: NiveauContour, more = ''): Promise<Contours['contours']> {
  const caller = await signIn(account);
  const { status, body } = await caller.get<Contours>(
    `/v2/statistiques/carte/contours?cadre=${NIGER}&niveau=${niveau}${more}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.contours;
}

interface Place {
  id: number;
  chemin: string[];
  positions: [number, number][];
}
/** Places of a level with the positions of the taxpayers beneath. */
const placesOf = (niveau: NiveauContour, entite: number): Promise<Place[]> =>
  query<Place>(
    `select a.id, a.chemin, json_agg(json_build_array(c.latitude, c.longitude)) as positions
     from ramification a join type_ramification t on t.id = a.type_id
     join ramification_descendance d on d.ancetre_id = a.id join contribuable c on c.ramification_id = d.descendant_id
     where t.niveau = $1 and a.entite_id = $2 and c.latitude is not null and c.longitude is not null
     group by a.id, a.chemin order by count(*) desc, a.id`,
    [CONTOURS[niveau], entite],
  );
/** The one ring that goes around taxpayers. */
const ringOf = ({ polygones }: Pick<Contour, 'polygones'>): [number, number][] => {
  expect(polygones.map(({ length }) => length)).toEqual([1]);
  return polygones[0]?.[0] ?? [];
};
const spanOf = (contour: Contour): number => {
  const [ys, xs] = [ringOf(contour).map(([y]) => y), ringOf(contour).map(([, x]) => x)];
  return Math.max(Math.max(...ys) - Math.min(...ys), Math.max(...xs) - Math.min(...xs));
};

let quartier: Place;
let poor: Place;
beforeAll(async () => {
  const [first, second] = await placesOf('quartier', 1);
  [quartier, poor] = [first as Place, second as Place];
  // one is said to stand in another country, and of another quartier two alone have a position
  await query(
    `update contribuable set latitude = 48.85, longitude = 2.35 where id = (
       select c.id from contribuable c join ramification_descendance d on d.descendant_id = c.ramification_id
       where d.ancetre_id = $1 and c.latitude is not null limit 1)`,
    [quartier.id],
  );
  await query(
    `with ranked as (
       select c.id, row_number() over (order by c.id) as n
       from contribuable c join ramification_descendance d on d.descendant_id = c.ramification_id
       where d.ancetre_id = $1 and c.latitude is not null)
     update contribuable set latitude = null, longitude = null where id in (select id from ranked where n > 2)`,
    [poor.id],
  );
  await runPeriodic('contours');
});

describe('the outline of a place', () => {
  it.each(['quartier', 'secteur'] as const)(
    'surrounds the taxpayers of each %s, and of no other level',
    async (niveau) => {
      const outlines = await contours('niamey', niveau);
      const places = new Map((await placesOf(niveau, 1)).map((place) => [place.id, place]));
      expect(outlines.length).toBeGreaterThan(niveau === 'quartier' ? 5 : 2);
      for (const { id, nom, polygones } of outlines) {
        const place = places.get(id);
        const anneau = ringOf({ polygones });
        expect(nom).toBe(place?.chemin.slice(1).join(' › '));
        expect(anneau.length).toBeGreaterThanOrEqual(3);
        expect(anneau.length).toBeLessThanOrEqual(16);
        const positions = new Set(place?.positions.map(String));
        for (const corner of anneau) expect(positions).toContain(String(corner));
      }
    },
  );

  it('ignores a single position that is far away', async () => {
    const outline = (await contours('niamey', 'quartier')).find(({ id }) => id === quartier.id);
    expect(outline).toBeDefined();
    for (const [latitude] of ringOf(outline as Contour)) expect(latitude).toBeLessThan(20);
    expect(spanOf(outline as Contour)).toBeLessThan(0.5);
  });

  it('needs three positions', async () => {
    expect((await contours('niamey', 'quartier')).map(({ id }) => id)).not.toContain(poor.id);
  });

  it('has the sums of the list of its taxpayers, for any days', async () => {
    const niamey = await signIn('niamey');
    for (const days of ['', '&from=2026-01-01&to=2026-06-30'])
      for (const { id, prevu, paye } of (await contours('niamey', 'quartier', days)).slice(0, 6)) {
        const { body } = await niamey.get(`/v2/contribuables/totaux?ms=${id}&betail=0${days}`);
        expect(body).toMatchObject({ prevu, paye });
      }
  });

  it('is limited to the scope and the selection', async () => {
    const [own] = await query<{ id: number }>(
      "select l.ramification_id as id from utilisateur_ramification l join utilisateur u on u.id = l.utilisateur_id where u.username = 'plateau'",
    );
    const beneath = await query<{ id: number }>(
      'select descendant_id as id from ramification_descendance where ancetre_id = $1',
      [own?.id],
    );
    const beneathIds = new Set(beneath.map(({ id }) => id));
    const outlines = await contours('plateau', 'quartier');
    expect(outlines.length).toBeGreaterThan(0);
    for (const { id } of outlines) expect(beneathIds).toContain(id);
    const chosen = await contours('superadmin', 'quartier', `&ms=${own?.id}`);
    expect(new Set(chosen.map(({ id }) => id))).toEqual(new Set(outlines.map(({ id }) => id)));
    const of2 = new Set((await placesOf('quartier', 2)).map(({ id }) => id));
    for (const { id } of await contours('superadmin', 'quartier', '&entite=2')) expect(of2).toContain(id);
  });

  it('is sent only for the visible part of the map', async () => {
    const caller = await signIn('niamey');
    const elsewhere = await caller.get<Contours>(
      '/v2/statistiques/carte/contours?cadre=10,20,11,21&niveau=quartier',
    );
    expect(elsewhere.body).toEqual({ contours: [] });
    for (const wrong of ['niveau=quartier', `cadre=${NIGER}`, `cadre=${NIGER}&niveau=zone`])
      expect((await caller.get(`/v2/statistiques/carte/contours?${wrong}`)).status, wrong).toBe(400);
    const refused = await caller.get(
      `/v2/statistiques/carte/contours?cadre=${NIGER}&niveau=quartier&entite=2`,
    );
    expect(refused.status).toBe(404);
  });
});

describe('the outline given by the town', () => {
  const give = async (id: number, body: object) => {
    const niamey = await signIn('niamey');
    expect((await niamey.send('PUT', `/v2/ramifications/${id}/contour`, body)).status).toBe(200);
  };
  const shownOf = async (account: Account, id: number, more = '') =>
    (await contours(account, 'quartier', more)).filter((contour) => contour.id === id);

  it('replaces the one around taxpayers at once, with the same name and sums', async () => {
    const [around] = await shownOf('niamey', quartier.id);
    await give(quartier.id, square());
    const [[west, south], [east], [, north]] = square().coordinates[0] as [number[], number[], number[]];
    const polygones = [
      [
        [
          [south, west],
          [south, east],
          [north, east],
          [north, west],
        ],
      ],
    ];
    expect(await shownOf('niamey', quartier.id)).toEqual([{ ...around, polygones }]);
    const niamey = await signIn('niamey');
    await niamey.send('DELETE', `/v2/ramifications/${quartier.id}/contour`);
    expect(await shownOf('niamey', quartier.id)).toEqual([around]);
  });

  it('needs no taxpayer, and is visible only within the scope and the selection', async () => {
    await give(poor.id, square());
    expect(await shownOf('niamey', poor.id)).toHaveLength(1);
    expect(await shownOf('superadmin', poor.id, '&entite=1')).toHaveLength(1);
    expect(await shownOf('superadmin', poor.id, '&entite=2')).toEqual([]);
    expect(await shownOf('maradi', poor.id)).toEqual([]);
  });

  it('is sent with only the corners that a screen can show', async () => {
    const round = Array.from({ length: 2000 }, (_, n) => {
      const angle = (2 * Math.PI * n) / 2000;
      return [2.1 + Math.cos(angle) / 100, 13.5 + Math.sin(angle) / 100];
    });
    await give(quartier.id, { type: 'Polygon', coordinates: [[...round, round[0]]] });
    const countIn = async (cadre: string): Promise<number> => {
      const caller = await signIn('niamey');
      const address = `/v2/statistiques/carte/contours?cadre=${cadre}&niveau=quartier`;
      const { body } = await caller.get<Contours>(address);
      const mine = body.contours.find(({ id }) => id === quartier.id);
      return mine?.polygones[0]?.[0]?.length ?? 0;
    };
    expect(await countIn('2.09,13.49,2.1,13.5')).toBe(2000);
    expect(await countIn('2,13.4,2.2,13.6')).toBeLessThan(700);
    expect(await countIn(NIGER)).toBe(16);
  });
});
