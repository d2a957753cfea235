import { API, type Endpoint, type TransactionRow, transactionRowSchema } from '@octroi/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { transactionSource } from '#src/domains/paiements/lists/transactions.repository.ts';
import { loadCaisses, loadEncaissements, loadTerrain } from '#src/demo/load.ts';
import { serializerFor } from '#src/platform/http/serializer.ts';
import { type Caller, testApp, TODAY } from '#src/testing/app.ts';
import { type ListSource, readList, readRows } from './listing.ts';
import type { RowFields } from './row.ts';

const { signIn, query, url, db } = await testApp();
let superadmin: Caller;
/** Query strings that lists cannot do without. */
const needed: Record<string, string> = {};

/** What the demonstration has none of. */
const BESIDE = [
  `insert into approbation (entite_id, nature, commande, corps, objet, demandeur_id, expire_le)
   values (1, 'extourne', 'paiements.extourner', '{}', 'essai', 3, now() + interval '1 day')`,
  `insert into exoneration (entite_id, contribuable_id, du, au, fin, citation, approbation_id, created_by_id)
   select 1, c.id, 2026, 2027, 2027, 'essai', a.id, 3 from approbation a,
     (select id from contribuable where entite_id = 1 and not systeme limit 1) c`,
  `insert into suspension (entite_id, du, au, fin, partielles, payes, motif, reference, created_by_id)
   values (1, aujourdhui(), aujourdhui(), aujourdhui(), 'aucune', 'gardés', 'essai', 'essai', 3)`,
  `insert into import_contribuable (entite_id, utilisateur_id, nom, colonnes, fait_avec)
   select 1, id, 'registre.csv', '{Nom}', '{}' from utilisateur where username = 'superadmin'`,
  `insert into note (entite_id, contribuable_id, texte, jour, pour_id, auteur_id)
   select 1, c.id, 'essai', aujourdhui(), u.id, u.id from utilisateur u,
     (select id from contribuable where entite_id = 1 and not systeme limit 1) c where u.username = 'superadmin'`,
  `insert into seuil_approbation (entite_id, nature, seuil) values (1, 'tarif', 5)`,
  `insert into echec_connexion (utilisateur_id, quart, nom, adresse, raison) values (3, now(), 'niamey', '::1', 'mot de passe')`,
  `insert into mandat (entite_id, regie_id, suppleant_id, debut) select entite_id, id, 3, aujourdhui() from regie limit 1`,
  `insert into notification_operateur (moyen_paiement_id, evenement, empreinte, corps, montant, reponse, repondue_le, nature, message)
   values (1, 'essai', '\\x00', '{"noTransaction": "A1", "statut": "Confirmé"}', 500, '{}', now(), 'inconnu', 'essai')`,
  `insert into message_sms (entite_id, transaction_id) select entite_id, id from transaction limit 1`,
  `with tour as (
     insert into tournee (entite_id, agent_id, jour, created_by_id) values (1, 3, aujourdhui(), 3) returning *)
   insert into visite (entite_id, tournee_id, agent_id, jour, contribuable_id, ramification_id, num_klis, nom, ordre, saisie_par_id, saisie_le)
   select 1, tour.id, 3, tour.jour, c.id, c.ramification_id, c.num_klis, c.nom_complet, 1, 3, now()
   from tour, (select * from contribuable where entite_id = 1 and not systeme limit 1) c`,
  `with avis as (
     insert into piece (code, nature, numero, entite_id, contribuable_id, annee, jour, montant, contenu)
     select '0000000000ABCDEFGHJK', 'avis', 'ESSAI', 1, id, 2026, aujourdhui(), 1000, '{}' from contribuable
     where entite_id = 1 and not systeme limit 1 returning *)
   insert into remise_avis (entite_id, code, contribuable_id, annee, ramification_id, remis_le, remis_a, agent_id, instant,
     latitude, longitude, precision_position)
   select 1, a.code, c.id, a.annee, c.ramification_id, a.jour, 'proche', 3, now(), 13.5, 2.1, 12
   from avis a join contribuable c on c.id = a.contribuable_id`,
];

beforeAll(async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const load of [loadCaisses, loadEncaissements, loadTerrain]) await load(client, 1, TODAY);
  await client.end();
  for (const text of BESIDE) await query(text);
  const [tour] = await query<{ id: number }>('select id::int from tournee');
  needed['/visites'] = `tournee=${tour?.id}`;
  superadmin = await signIn('superadmin');
  const [payer] = await query<{ id: number }>(
    'select id::int from contribuable where entite_id = 2 and not systeme limit 1',
  );
  const lignes = [{ contribuable: payer?.id, montant: 500 }];
  const taken = await superadmin.send('POST', '/v2/encaissements', {
    moyenPaiement: 5,
    montant: 500,
    lignes,
  });
  expect(taken.status, JSON.stringify(taken.body)).toBe(201);
});

interface Page {
  data: object[];
  meta: { total_records: number };
}

/** Lists of the contract, by their address. */
const LISTS = Object.entries<Endpoint>(API).flatMap(
  ([address, { replies, params }]): [string, z.ZodType<Page>][] => {
    const reply = replies[200];
    const isList = reply instanceof z.ZodObject && 'data' in reply.shape && 'meta' in reply.shape;
    return address.startsWith('GET ') && isList && !params
      ? [[address.slice(4), reply as unknown as z.ZodType<Page>]]
      : [];
  },
);

describe('the rows of a list', () => {
  it.each(LISTS)('have exactly the fields of the schema: %s', async (path, schema) => {
    const { status, body } = await superadmin.get<Page>(`/v2${path}?${needed[path] ?? ''}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).not.toHaveLength(0);
    expect(schema.parse(body)).toEqual(body);
    expect(JSON.parse(serializerFor(schema)(body))).toEqual(body);
  });

  const counted = LISTS.filter(([path]) => {
    const { query: schema } = API[`GET ${path}` as keyof typeof API] as Endpoint;
    return schema instanceof z.ZodObject && 'nombre' in schema.shape;
  });
  it.each(counted)('and their number come alone where a call says so: %s', async (path) => {
    const address = `/v2${path}?${needed[path] ?? ''}`;
    const { body: whole } = await superadmin.get<Page>(address);
    expect(whole.meta.total_records).toBeGreaterThan(0);
    const { body: alone } = await superadmin.get<Page>(`${address}&nombre=0`);
    expect(alone).toEqual({ data: whole.data, meta: {} });
    const { body: number } = await superadmin.get<Page>(`${address}&nombre=seul`);
    expect(number).toEqual({ data: [], meta: whole.meta });
  });

  it.each(LISTS)('give instants in UTC with the letter Z: %s', async (path) => {
    const { body } = await superadmin.get<Page>(`/v2${path}?${needed[path] ?? ''}`);
    expect(JSON.stringify(body)).not.toMatch(/"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?\+/);
  });
});

describe('a field of a list', () => {
  const page = async (row: RowFields<TransactionRow>) =>
    (
      await readList(
        db,
        { ...transactionSource, row } satisfies ListSource<TransactionRow>,
        { conditions: [], filters: [] },
        { page: 1 },
      )
    ).bytes.toString();

  it('is not sent if the schema lacks it, at any depth', async () => {
    const { row } = transactionSource;
    const hostile = sql<string>`(select password_hash from utilisateur limit 1)`;
    const contrib = { ...(row.contrib as object), motDePasse: hostile } as unknown as RowFields<
      TransactionRow['contrib']
    >;
    const widened = { ...row, motDePasse: hostile, contrib };
    expect(await page(widened)).toBe(await page(row));
  });

  it('that is not read causes an error at once', async () => {
    const { motif: _motif, ...row } = transactionSource.row;
    await expect(page(row as RowFields<TransactionRow>)).rejects.toThrow('« motif »');
  });

  it('that names a record has the fields of its schema', async () => {
    const schema = transactionRowSchema.extend({ bureauAccepteur: z.object({ id: z.int() }) });
    const source = {
      ...transactionSource,
      row: { ...transactionSource.row },
      schema,
    } as unknown as typeof transactionSource;
    await expect(readRows(db, source, [1])).rejects.toThrow('« agent »');
  });
});

it('a row is the same alone and in a page, with any text', async () => {
  const odd = String.raw`a"b\c` + '\n\t\u2028 é 🙂 </script> {"createdAt":"2026-01-01T00:00:00+00:00"}';
  await query(
    'update transaction set motif = $1 where id = (select id from transaction order by date_transaction desc, id desc limit 1)',
    [odd],
  );
  const read = await readList(db, transactionSource, { conditions: [], filters: [] }, { page: 1 });
  const { data } = read.parse();
  expect(data[0]?.motif).toBe(odd);
  expect(
    await readRows(
      db,
      transactionSource,
      data.map(({ id }) => id),
    ),
  ).toEqual(data);
});
