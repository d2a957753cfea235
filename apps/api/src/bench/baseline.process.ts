/** An HTTP server of a few lines that runs raw SQL: the lowest possible cost of a reply on this machine. */
import http from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { READY } from './server.ts';

const [, , url = '', port = '0'] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 16 });

type Query = Record<string, string>;

/** A page and its number of rows: first the keys, then the complete rows. */
async function page(table: string, columns: string, joins: string, asked: Query): Promise<object> {
  const values = [
    asked['entite'],
    asked['from'],
    asked['to'],
    asked['like'],
    asked['statut'],
    asked['restant'],
  ];
  const day = table === 'contribuable' ? 'created_at' : 'date_transaction';
  const conditions = [
    ['entite_id = $1::int', 0],
    [`${day} >= $2::date`, 1],
    [`${day} < $3::date + 1`, 2],
    ['cherche like $4', 3],
    ['statut = $5', 4],
    ['prevu - paye > $6::bigint', 5],
  ] as const;
  const used = conditions.filter(([, index]) => values[index] !== undefined);
  // only the values in use, renumbered
  const where = used
    .map(([condition], rank) => condition.replace(/\$\d/, `$${rank + 1}`))
    .concat(table === 'transaction' ? ["statut = 'Confirmé'"] : [])
    .join(' and ');
  const given = used.map(([, index]) => values[index]);
  const order =
    asked['order'] === 'nom' ? 'nom, id' : day === 'created_at' ? 'created_at, id' : `${day} desc, id desc`;
  const size = Number(asked['itemperpage'] ?? 50);
  const from = `from plancher.${table} t ${where ? `where ${where}` : ''}`;
  const [rows, counted] = await Promise.all([
    pool.query(
      `select ${columns} from (select id from plancher.${table} t ${where ? `where ${where}` : ''}
         order by ${order} limit ${size} offset ${(Number(asked['page'] ?? 1) - 1) * size}) k
       join plancher.${table} t using (id) ${joins} order by ${order}`,
      given,
    ),
    pool.query(`select count(*)::int as n ${from}`, given),
  ]);
  return { data: rows.rows, meta: { total_records: counted.rows[0].n } };
}

/** Writes a payment, its imputation and one total by five prepared statements. */
async function pay({ contribuable, montant }: { contribuable: number; montant: number }): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      name: 'transaction',
      text: `insert into plancher.transaction (entite_id, contribuable_id, ramification_id, no_transaction, date_transaction,
          montant, statut, moyen_paiement_id)
        select entite_id, id, ramification_id, gen_random_uuid(), now(), $2, 'Confirmé', 5 from plancher.contribuable where id = $1
        returning id, entite_id`,
      values: [contribuable, montant],
    });
    await client.query({
      name: 'imputation',
      text: `insert into plancher.imputation (transaction_id, contribuable_id, annee, montant)
        values ($1, $2, extract(year from now()), $3)`,
      values: [rows[0].id, contribuable, montant],
    });
    await client.query({
      name: 'total',
      text: `insert into plancher.total as t values ($1, now()::date, $2)
        on conflict (entite_id, jour) do update set recu = t.recu + excluded.recu`,
      values: [rows[0].entite_id, montant],
    });
    await client.query('commit');
    return rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function summed({ from, to }: Query): Promise<object> {
  const { rows } = await pool.query(
    `select c.entite_id, count(*) as nombre, sum(prevu) as prevu, sum(paye) as paye from plancher.contribuable c
     where created_at >= $1::date and created_at < $2::date + 1 group by 1`,
    [from, to],
  );
  return { data: rows };
}

const CONTRIBUABLE = `t.id, t.num_klis, t.nom, t.prenom, t.nom_complet, t.telephone, t.adresse, t.statut, t.type, t.created_at,
  t.prevu, t.paye, r.nom as ramification, e.nom as entite, u.username`;
const TRANSACTION = `t.id, t.no_transaction, t.date_transaction, t.montant, t.statut, c.num_klis, c.nom_complet, c.telephone,
  r.nom as ramification, e.nom as entite, m.nom as moyen, u.username`;
const PLACES = 'join ramification r on r.id = t.ramification_id join entite e on e.id = t.entite_id';

const answers: Record<string, (query: Query, body: never) => Promise<object>> = {
  'GET /contribuables': (query) =>
    page('contribuable', CONTRIBUABLE, `${PLACES} join utilisateur u on u.id = t.created_by_id`, query),
  'GET /transactions': (query) =>
    page(
      'transaction',
      TRANSACTION,
      `join plancher.contribuable c on c.id = t.contribuable_id ${PLACES} join moyen_paiement m on m.id = t.moyen_paiement_id
       left join utilisateur u on u.id = t.bureau_accepteur_id`,
      query,
    ),
  'GET /tableau': summed,
  'POST /paiements': (_, body) => pay(body),
};

http
  .createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = answers[`${request.method} ${pathname}`];
    const done = async (): Promise<object> => {
      const body = request.method === 'POST' ? JSON.parse(await text(request)) : {};
      if (!answer) throw new Error(`unknown: ${request.method} ${pathname}`);
      return answer(Object.fromEntries(searchParams), body as never);
    };
    done().then(
      (result) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(result)),
      (error: Error) => reply.writeHead(500).end(error.message),
    );
  })
  .listen(Number(port), '127.0.0.1', () => process.stdout.write(`${READY}\n`));
