/** The collectivités as the database holds them, with what the generator draws from: sectors, agents, configuration ids. */
import type pg from 'pg';
import { VALIDEURS } from '../administration/comptes.ts';
import { type Compte, fiscalites } from '../fiscalite/index.ts';
import { communautesOf, type Communaute } from '../personnes/index.ts';
import { Random, weighted, type Weighted } from '../random.ts';
import { COLLECTIVITES } from '../territoire/index.ts';

export interface Secteur {
  id: number;
  rank: number;
  quartier: string;
  latitude: number;
  longitude: number;
}

export interface Town {
  entiteId: number;
  code: string;
  nom: string;
  secteurs: Weighted<Secteur>;
  agents: readonly number[];
  valideurs: readonly number[];
  communautes: Weighted<Communaute>;
  natures: ReadonlyMap<string, number>;
  equipements: ReadonlyMap<string, { id: number; libelles: readonly string[]; compte: Compte | undefined }>;
  /** Numbers given so far: taxpayers, and receipts by year. */
  contribuables: number;
  receipts: Map<number, number>;
}

/** Small towns collect relatively more: the share of taxpayers grows slower than the population. */
const POPULATION_EXPONENT = 0.6;

export async function readTowns(client: pg.ClientBase): Promise<Weighted<Town>> {
  const agents = await client.query<{ entite_id: number; ids: number[] }>(
    `select ue.entite_id, array_agg(u.id order by u.id) as ids
     from utilisateur u join utilisateur_entite ue on ue.utilisateur_id = u.id
     where u.type_id = 2 and u.enabled group by 1`,
  );
  const present = await client.query<{ kind: string; id: number }>(
    `select 'r' as kind, id from ramification union all select 'n', id from nature_activite
     union all select 'e', id from type_equipement union all select 'u', id from utilisateur where enabled`,
  );
  // Demonstration data that somebody removed since is left out.
  const exists = new Set(present.rows.map(({ kind, id }) => kind + id));
  const towns = COLLECTIVITES.flatMap((collectivite, index): Town[] => {
    const random = new Random(collectivite.id, 4711);
    const byId = new Map(collectivite.ramifications.map((node) => [node.id, node]));
    const secteurs = collectivite.ramifications
      .filter((node) => node.niveau === 4 && exists.has(`r${node.id}`))
      .map((node, rank) => {
        const zone = byId.get(node.parentId ?? 0);
        const quartier = byId.get(zone?.parentId ?? 0)?.nom ?? collectivite.nomCourt;
        return { id: node.id, rank, quartier, latitude: node.latitude, longitude: node.longitude };
      });
    const fiscalite = fiscalites()[index];
    if (!fiscalite || secteurs.length === 0) return [];
    const town = {
      entiteId: collectivite.id,
      code: collectivite.code,
      nom: collectivite.nomCourt,
      secteurs: weighted(secteurs, () => 0.4 + random.next() * 1.6),
      agents: agents.rows.find((row) => row.entite_id === collectivite.id)?.ids ?? [],
      valideurs: (VALIDEURS[collectivite.id] ?? []).filter((id) => exists.has(`u${id}`)),
      communautes: communautesOf(collectivite.code),
      natures: new Map(
        fiscalite.natures.filter(({ id }) => exists.has(`n${id}`)).map(({ cle, id }) => [cle, id]),
      ),
      equipements: new Map(
        fiscalite.equipements
          .filter(({ id }) => exists.has(`e${id}`))
          .map(({ cle, id, compte }) => [
            cle,
            {
              id,
              // a quantity decides instead of a label
              libelles: compte
                ? []
                : (fiscalite.taxes.find((taxe) => taxe.typeEquipementId === id)?.libelles ?? []),
              compte,
            },
          ]),
      ),
      contribuables: 0,
      receipts: new Map(),
    };
    return town.agents.length > 0 && town.valideurs.length > 0 ? [town] : [];
  });
  return weighted(towns, (town) => {
    const population = COLLECTIVITES.find(({ id }) => id === town.entiteId)?.population ?? 0;
    return population ** POPULATION_EXPONENT;
  });
}
