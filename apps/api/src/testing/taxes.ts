/** Creates taxes through the API, by default in Niamey (collectivité 1). */
import type { Application, Problem, TarifsAnnee } from '@octroi/contract';
import { expect } from 'vitest';
import { type Account, type Caller, type testApp, YEAR } from './app.ts';

export interface Place {
  id: number;
  nom: string;
  parent: number | null;
}
export interface Taxe extends Problem {
  id: number;
  version: number;
  nom: string;
  categorie: { id: number };
  frequence: { id: number };
  taxe: { id: number; nom: string };
  applications: Application[];
  tarifs: TarifsAnnee[];
  enabled: boolean;
  natureActivite: { id: number } | null;
  typeEquipement: { id: number; nom: string } | null;
}

export const rate = (place: Place, annee: number, tarif: number) => ({
  ramification: place.id,
  annee,
  tarif,
});
export const named = (place: Place, annee: number, rates: Record<string, number>) => ({
  ramification: place.id,
  annee: String(annee),
  tarif: null,
  precisione: Object.entries(rates).map(([libelle, tarif]) => ({ libelle, tarif })),
});

export async function taxDesk({
  signIn,
  query,
}: Pick<Awaited<ReturnType<typeof testApp>>, 'signIn' | 'query'>) {
  const callers = new Map<Account, Caller>();
  for (const account of ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture'] as const)
    callers.set(account, await signIn(account));
  const by = (account: Account): Caller => callers.get(account) as Caller;
  const places = await query<Place & { entite: number }>(
    'select id, nom, parent_id as parent, entite_id as entite from ramification order by id',
  );
  const [haut, autre] = places.filter(({ entite, parent }) => entite === 1 && parent === null) as unknown as [
    Place,
    Place,
  ];
  const idOf = async (text: string): Promise<number> => (await query<{ id: number }>(text))[0]?.id as number;
  const categorie = await idOf('select min(id) as id from categorie_taxe where entite_id = 1');
  const frequence = await idOf('select id from frequence where occurrences = 1');
  let made = 0;
  const next = (): string => `Essai ${++made}`;

  const newEquipement = async (more: object = {}): Promise<number> => {
    const equipement = { nom: next(), entite: 1, enabled: true, ...more };
    return (await by('niamey').send<{ id: number }>('POST', '/v2/type_equipements', equipement)).body.id;
  };
  const bodyOf = async (more: object = {}) => ({
    nom: next(),
    entite: 1,
    categorie,
    frequence,
    typeEquipement: await newEquipement(),
    applications: [rate(haut, YEAR, 5000)],
    ...more,
  });
  const create = async (more: object = {}, caller = by('niamey')) =>
    caller.send<Taxe>('POST', '/v2/entite_taxes', await bodyOf(more));
  return {
    by,
    /** The first arrondissement, and one of its quartiers. */
    haut,
    quartier: places.find(({ parent }) => parent === haut.id) as Place,
    /** The second arrondissement. */
    autre,
    /** A place of Maradi. */
    maradi: places.find(({ entite }) => entite === 2) as Place,
    categorie,
    frequence,
    idOf,
    /** A unique name. */
    next,
    /** A new equipment type without a tax. */
    newEquipement,
    bodyOf,
    create,
    created: async (more: object = {}): Promise<Taxe> => {
      const { status, body } = await create(more);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    patch: (id: number, body: object, headers: Record<string, string> = {}) =>
      by('niamey').send<Taxe>('PATCH', `/v2/entite_taxes/${id}`, body, headers),
  };
}
