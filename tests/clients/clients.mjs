/**
 * Simulated clients of the API, independent of the application: each signs in, enrols taxpayers, sends their photos and
 * takes their payments over an unreliable network. Each act has its own key, derived from the seed: sent again (after a
 * lost reply or a restart) it is not repeated. Many clients make a load; with `--paiements` or `--secondes` they only take
 * payments, of existing taxpayers, and `--journal` writes each confirmed payment to a file, one per line.
 *
 *   node tests/clients/clients.mjs --url http://127.0.0.1:3000 --clients 4 --contribuables 5 --graine lundi --coupures 0.2
 *   node tests/clients/clients.mjs --clients 50 --secondes 600 --paiements 20000
 */
import { openSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';

const MAIRIE = 5;
/** Most taxpayers of a payment load: one page of their list. */
const MAX_PAYERS = 5000;

/** A refusal of the server: a retry would not change it. */
class Refused extends Error {}
class Lost extends Error {
  /** @param after milliseconds to wait before a retry, as the server asked */
  constructor(message, after = 0) {
    super(message);
    this.after = after;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A small one-colour picture, in place of a large photo. */
export function picture(red, green, blue, size = 64) {
  const line = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: size }, () => Buffer.from([red, green, blue])),
  ]);
  const chunk = (name, content) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(content.length, 0);
    around.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * One agent's connection.
 * @param options.coupures share of calls that lose their request or their answer, to simulate a bad network
 * @param options.patience timeout in milliseconds
 */
function telephone({ url, username, password, coupures = 0, patience = 120_000 }) {
  let token;
  const counts = { appels: 0, reprises: 0 };

  async function once(method, path, body, headers) {
    counts.appels += 1;
    const cut = Math.random() < coupures ? Math.random() : undefined;
    if (cut !== undefined && cut < 0.5) throw new Lost('the request was lost');
    const json = body !== undefined && !(body instanceof FormData);
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: json ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(30_000),
    });
    if (cut !== undefined) throw new Lost('the answer was lost');
    const content = await reply.json().catch(() => ({}));
    if (reply.ok) return content;
    if (reply.status === 401 && path !== '/login_check') {
      await signIn();
      throw new Lost('the session had ended');
    }
    if (reply.status >= 500 || reply.status === 429)
      throw new Lost(`${reply.status}`, 1000 * (Number(reply.headers.get('retry-after')) || 0));
    throw new Refused(`${method} ${path} : ${reply.status} ${content.message ?? ''}`);
  }

  /** Retries until there is an answer, with growing delays, because all clients return at once when a network does. */
  async function call(method, path, body, headers = {}) {
    const until = Date.now() + patience;
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(method, path, body, headers);
      } catch (error) {
        if (error instanceof Refused || Date.now() > until) throw error;
        counts.reprises += 1;
        const backOff = Math.min(50 * 2 ** attempt, 5000) * (0.5 + Math.random());
        // random delay: the server asked all clients to wait the same time
        await pause(Math.max(backOff, (error.after ?? 0) * (1 + Math.random())));
      }
    }
  }

  async function signIn() {
    token = undefined;
    ({ token } = await call('POST', '/login_check', { username, password }));
  }
  return { call, signIn, counts };
}

/** Totals of calls and of retries. */
const sumOf = (phones) => ({
  appels: phones.reduce((sum, { counts }) => sum + counts.appels, 0),
  reprises: phones.reduce((sum, { counts }) => sum + counts.reprises, 0),
});

/** One taxpayer: enrolment, photo, then payments if the run takes money. */
async function visit({ call }, place, activity, name, encaisse) {
  const enrolled = await call(
    'POST',
    '/v2/contribuables',
    {
      nom: `Terrain ${name}`,
      prenom: 'Essai',
      ramification: place,
      latitude: 13.51,
      longitude: 2.11,
      lignes: [{ natureActivite: activity }],
    },
    { 'idempotency-key': `${name}-enrolement` },
  );
  const { id } = enrolled;
  // an existing photo was received: only the answer was lost
  const before = await call('GET', `/v2/contribuables/${id}`);
  if (!before.photo) {
    const form = new FormData();
    form.append('photo', new Blob([picture(20, 120, 110)], { type: 'image/png' }), 'portrait.png');
    await call('POST', `/v2/contribuables/${id}/photo`, form);
  }
  // in two parts, as usual; a taxpayer without a debt pays in advance
  const owed = enrolled.situation.total || 1000;
  const parts = encaisse ? [Math.ceil(owed / 2), Math.floor(owed / 2)].filter((montant) => montant > 0) : [];
  const payments = [];
  for (const [index, montant] of parts.entries())
    payments.push(
      await call(
        'POST',
        '/v2/contribuables/transactions',
        { contribuable: id, montant, moyenPaiement: MAIRIE },
        { 'idempotency-key': `${name}-paiement-${index}` },
      ),
    );
  return { id, owed: enrolled.situation.total, payments };
}

/**
 * Several agents at the same time, each with its own taxpayers.
 * @param options.secteur sub-entity of the taxpayers; absent: each taxpayer is in another secteur of the agents
 * @param options.encaisse whether they also take payments; by default they do
 * @returns their acts, by taxpayer, and the numbers of calls
 */
export async function work({
  clients = 1,
  contribuables = 1,
  graine = 'essai',
  secteur,
  encaisse = true,
  ...connection
}) {
  const started = performance.now();
  const phones = Array.from({ length: clients }, () => telephone(connection));
  const [first] = phones;
  await first.signIn();
  const which = secteur === undefined ? 'filter[tr.id]=4' : `filter[ram.id]=${secteur}`;
  const [{ data: places }, { data: activities }] = await Promise.all([
    first.call('GET', `/v2/ramifications?${which}&filter[ram.enabled]=1&itemperpage=200`),
    first.call('GET', '/v2/nature_activites?filter[na.enabled]=1&itemperpage=200'),
  ]);
  const visits = [];
  await Promise.all(
    phones.map(async (phone, client) => {
      if (client > 0) await phone.signIn();
      for (let n = 0; n < contribuables; n++) {
        const rank = client * contribuables + n;
        const place = places[rank % places.length];
        const activity = activities.filter(({ entite }) => entite.id === place.entite.id)[rank % 3];
        visits.push(await visit(phone, place.id, activity.id, `${graine}-${client}-${n}`, encaisse));
      }
    }),
  );
  const payments = visits.flatMap((one) => one.payments);
  return {
    visits,
    contribuables: new Set(visits.map(({ id }) => id)).size,
    paiements: new Set(payments.map(({ id }) => id)).size,
    francs: payments.reduce((sum, { montant }) => sum + montant, 0),
    ...sumOf(phones),
    secondes: (performance.now() - started) / 1000,
  };
}

/**
 * Agents who only take payments, of the taxpayers in their scope, up to a number or a time.
 * @param options.paiements total number of payments
 * @param options.secondes time after which no payment is started
 * @param options.onBooked called for each confirmed payment
 * @returns every confirmed payment with its key, and the numbers of calls
 */
export async function collect({
  clients = 1,
  paiements = Infinity,
  secondes = Infinity,
  graine = 'essai',
  onBooked = () => {},
  ...connection
}) {
  const phones = Array.from({ length: clients }, () => telephone(connection));
  for (const phone of phones) await phone.signIn();
  const { data: payers } = await phones[0].call('GET', `/v2/contribuables?itemperpage=${MAX_PAYERS}`);
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const booked = [];
  let begun = 0;
  await Promise.all(
    phones.map(async ({ call }) => {
      while (begun < paiements && elapsed() < secondes) {
        const rank = begun++;
        const cle = `${graine}-${rank}`;
        const body = {
          contribuable: payers[rank % payers.length].id,
          montant: 100 + (rank % 900),
          moyenPaiement: MAIRIE,
        };
        const { id, numeroRecu } = await call('POST', '/v2/contribuables/transactions', body, {
          'idempotency-key': cle,
        });
        const payment = { ...body, cle, id, numeroRecu };
        booked.push(payment);
        onBooked(payment);
      }
    }),
  );
  return { booked, ...sumOf(phones), secondes: elapsed() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      username: { type: 'string', default: 'agent.terrain' },
      password: { type: 'string', default: 'Octroi-2026!' },
      clients: { type: 'string', default: '1' },
      contribuables: { type: 'string', default: '3' },
      graine: { type: 'string', default: String(Date.now()) },
      coupures: { type: 'string', default: '0' },
      paiements: { type: 'string' },
      secondes: { type: 'string' },
      journal: { type: 'string' },
      patience: { type: 'string' },
    },
  });
  const { url, username, password, graine } = values;
  const options = {
    url,
    username,
    password,
    graine,
    clients: Number(values.clients),
    coupures: Number(values.coupures),
    ...(values.patience === undefined ? {} : { patience: 1000 * Number(values.patience) }),
  };
  if (values.paiements ?? values.secondes) {
    const bound = (value) => (value === undefined ? Infinity : Number(value));
    const load = { paiements: bound(values.paiements), secondes: bound(values.secondes) };
    const kept = values.journal === undefined ? undefined : openSync(values.journal, 'a');
    const onBooked = (payment) => {
      if (kept !== undefined) writeSync(kept, `${JSON.stringify(payment)}\n`);
    };
    const { booked, ...done } = await collect({ ...options, ...load, onBooked });
    const francs = booked.reduce((sum, { montant }) => sum + montant, 0);
    console.log({ graine, paiements: booked.length, francs, ...done });
  } else {
    const contribuables = Number(values.contribuables);
    const { visits: _visits, ...done } = await work({ ...options, contribuables });
    console.log({ graine, ...done });
  }
}
