import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCaisses, loadEncaissements, loadTerrain } from '#src/demo/load.ts';
import { type Caller, testApp, TODAY } from '#src/testing/app.ts';

const { signIn, query, url } = await testApp();
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const load of [loadCaisses, loadEncaissements, loadTerrain]) await load(client, 1, TODAY);
  await client.end();
  await query(
    'insert into tournee (entite_id, agent_id, jour, created_by_id) values (1, 3, aujourdhui(), 3)',
  );
  await query(
    `insert into approbation (entite_id, nature, commande, corps, objet, demandeur_id, expire_le)
     values (1, 'extourne', 'paiements.extourner', '{}', 'essai', 3, now() + interval '1 day')`,
  );
  await query("update utilisateur set prenom = 'Ɗan Ladi', nom = 'Maï-Ɓoro'");
});

/** Lists that show the whole name of somebody in a column, and the field that this column is filtered by. */
const LISTS: Record<string, string> = {
  users: 'user.nom',
  'securite/comptes': 'user.nom',
  'securite/sessions': 'user.nom',
  tournees: 'user.nom',
  appareils: 'ag.nom',
  actes_terrain: 'ag.nom',
  cas_terrain: 'ag.nom',
  approbations: 'dem.nom',
  sessions_caisse: 'tit.nom',
  ecarts: 'tit.nom',
  versements: 'dec.nom',
  valeurs_inactives: 'ag.nom',
  releves_valeurs: 'ag.nom',
  ventes_valeurs: 'ag.nom',
};

describe.each(Object.entries(LISTS))('the name of a person in %s', (path, field) => {
  const count = async (operator?: string, x = ''): Promise<number> => {
    const filter = operator ? { [`filter[${field}][type]`]: operator, [`filter[${field}][x]`]: x } : {};
    const { status, body } = await superadmin.get<{ meta: { total_records: number } }>(
      `/v2/${path}?${new URLSearchParams(filter).toString()}`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body.meta.total_records;
  };

  it('is found as a whole, in either order, in any spelling', async () => {
    const [all, named] = [await count(), await count('is not null')];
    expect(named).toBeGreaterThan(0);
    for (const typed of ['Ɗan Ladi Maï-Ɓoro', 'MAI-BORO  dan ladi', 'ladi mai', 'boro dan', 'Ladi'])
      expect([typed, await count('like', typed)]).toEqual([typed, named]);
    for (const typed of ['ladi dan', 'mai-boro ladi', 'dan mai'])
      expect([typed, await count('like', typed)]).toEqual([typed, 0]);
    expect(await count('not like', 'mai-boro dan')).toBe(all - named);
  });
});
