import type { Modele, Nested, Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { sentFile } from '#src/testing/files/photos.ts';

const { signIn, query } = await testApp();
let superadmin: Caller;
let made = 0;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});

async function commune(territory = 'Nord\n Gare\nSud'): Promise<number> {
  const nom = `Commune ${++made}`;
  const { body } = await superadmin.send<{ id: number }>('POST', '/v2/entites', {
    nom,
    nomCourt: nom,
    code: `C${made}`,
    ville: 1,
    enabled: true,
  });
  if (territory) {
    const fields = { entite: String(body.id), essai: '0' };
    const sent = sentFile(territory, { name: 'saisie.txt', type: 'text/plain', part: 'fichier', fields });
    expect((await superadmin.send('POST', '/v2/ramifications/plan', sent.body, sent.headers)).status).toBe(
      200,
    );
  }
  return body.id;
}
const modeles = async (entite: number, depuis?: number, by = superadmin): Promise<Modele[]> => {
  const from = depuis ? `&depuis=${depuis}` : '';
  return (await by.get<{ data: Modele[] }>(`/v2/entite_taxes/modeles?entite=${entite}${from}`)).body.data;
};
const copy = (entite: number, taxes: readonly Pick<Modele, 'cle' | 'tarifs'>[], by = superadmin) =>
  by.send<{ data: Nested[] } & Problem>('POST', '/v2/entite_taxes/copies', {
    entite,
    annee: YEAR,
    taxes: taxes.map(({ cle, tarifs }) => ({ cle, tarifs })),
  });
const rates = (entite: number) =>
  query<{ taxe: string; lieu: string; libelle: string | null; tarif: number; annee: number }>(
    `select t.nom as taxe, r.nom as lieu, p.libelle, coalesce(a.tarif, p.tarif)::int as tarif, a.annee
     from application a join taxe t on t.id = a.taxe_id join ramification r on r.id = a.ramification_id
     left join application_precision ap on ap.application_id = a.id left join precision_taxe p on p.id = ap.precision_id
     where a.entite_id = $1 order by t.nom, r.nom, ap.rang, 4`,
    [entite],
  );
const one = (all: readonly Modele[], nom: string): Modele => {
  const found = all.find((modele) => modele.nom === nom);
  if (!found) throw new Error(`no model ${nom}`);
  return found;
};

describe('taxes that are taken over', () => {
  it('from the usual ones come with their lists, précisions and frequency, at the given rates', async () => {
    const entite = await commune();
    const all = await modeles(entite);
    expect(all.length).toBeGreaterThan(10);
    expect(all.every(({ deja, tarifs }) => deja === null && tarifs.length > 0)).toBe(true);
    const kiosque = one(all, 'Redevance de kiosque');
    expect(kiosque.frequence).toBe('Mensuelle');
    const hangar = { ...one(all, 'Droit de hangar'), tarifs: [{ libelle: null, tarif: 5000 }] };
    const coiffure = one(all, 'Taxe sur la coiffure');
    const { status, body } = await copy(entite, [kiosque, hangar, coiffure]);
    expect([status, body.data.map(({ nom }) => nom)]).toEqual([
      201,
      ['Redevance de kiosque', 'Droit de hangar', 'Taxe sur la coiffure'],
    ]);
    const written = await rates(entite);
    expect(written.filter(({ taxe }) => taxe === 'Droit de hangar')).toEqual(
      ['Nord', 'Sud'].map((lieu) => ({
        taxe: 'Droit de hangar',
        lieu,
        libelle: null,
        tarif: 5000,
        annee: YEAR,
      })),
    );
    expect(written.filter(({ taxe, lieu }) => taxe === 'Redevance de kiosque' && lieu === 'Nord')).toEqual(
      kiosque.tarifs.map((tarif) => ({ taxe: 'Redevance de kiosque', lieu: 'Nord', annee: YEAR, ...tarif })),
    );
    const lists = await query<{ nom: string; categorie: string; enabled: boolean }>(
      `select q.nom, ca.nom as categorie, q.enabled from type_equipement q join categorie_activite ca on ca.id = q.categorie_id
       where q.entite_id = $1 order by 1`,
      [entite],
    );
    expect(lists).toEqual([
      { nom: 'Hangar', categorie: 'Commerce', enabled: true },
      { nom: 'Kiosque', categorie: 'Commerce', enabled: true },
    ]);
    const again = await modeles(entite);
    expect(one(again, 'Redevance de kiosque').deja).toBe('Redevance de kiosque');
    expect(one(again, 'Taxe de voirie')).toMatchObject({ deja: null, exigible: '31/03' });
    expect(one(again, 'Redevance de kiosque').exigible).toBeNull();
  });

  it('from another collectivité bring its names and the rates of its year', async () => {
    const entite = await commune();
    const all = await modeles(entite, 1);
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from taxe where entite_id = 1 and enabled',
    );
    expect(all).toHaveLength(count?.n ?? 0);
    expect(all.every(({ tarifs }) => tarifs.length > 0 && tarifs.every(({ tarif }) => tarif > 0))).toBe(true);
    const boutique = one(all, 'Redevance de boutique');
    expect(boutique.tarifs.map(({ libelle }) => libelle)).toEqual([
      'Moins de 12 m²',
      'De 12 à 30 m²',
      'Plus de 30 m²',
    ]);
    expect((await copy(entite, all)).status).toBe(201);
    expect(new Set((await rates(entite)).map(({ taxe }) => taxe)).size).toBe(all.length);
  });

  it('keep what they count: units, rules and tranches, from the usual ones and from another collectivité', async () => {
    const [first, second] = [await commune(), await commune()];
    const names = [
      'Occupation du domaine public au m²',
      'Dépôt de matériaux sur la voie',
      'Taxe de développement local',
      'Taxe sur l’affichage',
    ];
    const counted = (entite: number) =>
      query(
        `select t.nom, teq.unite, teq.unite_decimales as decimales, a.tarif::int, a.par_unite as "parUnite",
           a.franchise::float, a.minimum::int, a.maximum::int, a.arrondi,
           array(select p.seuil::float from application_precision ap join precision_taxe p on p.id = ap.precision_id
             where ap.application_id = a.id order by ap.rang) as seuils
         from taxe t join type_equipement teq on teq.id = t.type_equipement_id join application a on a.taxe_id = t.id
         join ramification r on r.id = a.ramification_id and r.nom = 'Nord' where t.entite_id = $1 order by t.nom`,
        [entite],
      );
    const usual = await modeles(first);
    expect(
      (
        await copy(
          first,
          names.map((nom) => one(usual, nom)),
        )
      ).status,
    ).toBe(201);
    const none = { franchise: null, minimum: null, maximum: null };
    const each = { parUnite: true, arrondi: 1, seuils: [], ...none };
    const expected = [
      { ...each, nom: names[1], unite: 'm²', decimales: 2, tarif: 500, franchise: 10 },
      { ...each, nom: names[0], unite: 'm²', decimales: 2, tarif: 5000 },
      { ...each, nom: names[2], unite: 'personne', decimales: 0, tarif: 1500 },
      { ...each, nom: names[3], unite: 'm²', decimales: 2, tarif: 3000, minimum: 5000, maximum: 100_000 },
    ];
    expect(await counted(first)).toEqual(expected);
    await query(
      `with a as (update application a set tarif = null, par_unite = false from taxe t
           where t.id = a.taxe_id and t.entite_id = $1 and t.nom = $2 returning a.id),
         p as (insert into precision_taxe (annee, libelle, tarif, seuil) values ($3, 'Petit', 100, 0), ($3, 'Grand', 900, 8)
           returning id, seuil)
       insert into application_precision (application_id, precision_id, rang)
       select a.id, p.id, (p.seuil > 0)::int from a cross join p`,
      [first, names[2], YEAR],
    );
    const theirs = await modeles(second, first);
    expect(theirs.map(({ unite }) => unite)).toEqual(['m²', 'm²', 'personne', 'm²']);
    const { status, body } = await copy(second, theirs);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await counted(second)).toEqual(
      expected.map((row) =>
        row.nom === names[2] ? { ...row, tarif: null, parUnite: false, seuils: [0, 8] } : row,
      ),
    );
  });

  it('keep the day on which they fall due, from the usual ones and from another collectivité', async () => {
    const [first, second] = [await commune(), await commune()];
    const limites = (entite: number) =>
      query('select nom, limite from taxe where entite_id = $1 and limite is not null', [entite]);
    expect((await copy(first, [one(await modeles(first), 'Taxe de voirie')])).status).toBe(201);
    expect((await copy(second, await modeles(second, first))).status).toBe(201);
    for (const entite of [first, second])
      expect(await limites(entite)).toEqual([{ nom: 'Taxe de voirie', limite: '31/03' }]);
  });

  it('are made all or none', async () => {
    const entite = await commune();
    const all = await modeles(entite);
    const hangar = one(all, 'Droit de hangar');
    const twice = await copy(entite, [one(all, 'Taxe de voirie'), hangar, hangar]);
    expect([twice.status, twice.body.message]).toEqual([409, expect.stringContaining('Droit de hangar')]);
    expect((await copy(entite, [hangar, { cle: 'usuelle:nulle_part', tarifs: hangar.tarifs }])).status).toBe(
      400,
    );
    expect((await copy(entite, [{ cle: 'taxe:999999', tarifs: hangar.tarifs }])).status).toBe(400);
    expect((await copy(entite, [{ cle: hangar.cle, tarifs: [{ libelle: null, tarif: -1 }] }])).status).toBe(
      400,
    );
    expect((await copy(entite, [{ cle: hangar.cle, tarifs: [] }])).status).toBe(400);
    expect((await copy(entite, [])).status).toBe(400);
    for (const table of ['taxe', 'type_equipement', 'categorie_taxe', 'categorie_activite'])
      expect(await query(`select from ${table} where entite_id = $1`, [entite])).toEqual([]);
  });

  it('are made once by two who ask at once', async () => {
    const entite = await commune();
    const hangar = one(await modeles(entite), 'Droit de hangar');
    const both = await Promise.all([1, 2].map(() => copy(entite, [hangar])));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await query('select from taxe where entite_id = $1', [entite])).toHaveLength(1);
  });

  it('need a territory, and lists that are active', async () => {
    const empty = await commune('');
    const hangar = one(await modeles(empty), 'Droit de hangar');
    const refused = await copy(empty, [hangar]);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('territoire')]);
    const entite = await commune();
    await superadmin.send('POST', '/v2/type_equipements', { nom: 'hangar', entite, enabled: false });
    const inactive = await copy(entite, [hangar]);
    expect([inactive.status, inactive.body.message]).toEqual([409, expect.stringContaining('inactive')]);
  });

  it('are those that the person sees, for a collectivité that is theirs', async () => {
    const [niamey, maradi, lecture] = await Promise.all([
      signIn('niamey'),
      signIn('maradi'),
      signIn('lecture'),
    ]);
    expect(await modeles(2, 1, maradi)).toEqual([]);
    const [taxe] = await query<{ id: number }>('select min(id)::int as id from taxe where entite_id = 1');
    const theirs = { cle: `taxe:${taxe?.id}`, tarifs: [{ libelle: null, tarif: 100 }] };
    expect((await copy(2, [theirs], maradi)).status).toBe(400);
    expect((await copy(1, [theirs], maradi)).status).toBe(404);
    expect((await copy(1, [theirs], lecture)).status).toBe(403);
    expect((await niamey.get('/v2/entite_taxes/modeles?entite=1')).status).toBe(200);
  });
});
