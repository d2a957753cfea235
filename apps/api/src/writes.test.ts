/**
 * Every call that changes a record refuses to overwrite what was saved since it was read, or need not; every call that
 * creates one creates it once, however often it is repeated after a lost reply, or may create more.
 */
import { API, type Endpoint } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { gather } from './authorisation/testing/people.ts';
import { sendingOf } from './authorisation/testing/sending.ts';
import { testApp } from './testing/app.ts';

const world = await gather(await testApp({ thresholds: { ouverts: 1000 } }));
const CALLS = Object.entries<Endpoint>(API).filter(([address]) => !address.startsWith('GET '));

/** Why calls that write need no version, by what their addresses match. */
const REASONS: readonly (readonly [reason: string, calls: RegExp])[] = [
  [
    'creates a record',
    /^POST \/[\w-]+$|^POST \/contribuables\/(transactions|imports|\{id\}\/notes)$|^POST \/valeurs_inactives\/mouvements$/,
  ],
  ['creates records by a copy or a file, all new', /^POST \/(entite_taxes\/copies|ramifications\/plan)$/],
  ['is a count of a till, beside the ones before', /^POST \/sessions_caisse\/\{id\}\/controles$/],
  ['removes, after a question; the journal keeps what was there', /^DELETE |\/suppression$/],
  [
    'decides or settles what is refused once it is decided',
    /^POST \/(approbations|avis_remis|encaissements|exonerations|suspensions|transactions|ventes_valeurs|versements|cas_terrain|sessions_caisse|a_eclaircir|ecarts)\/\{id\}\/(approuver|refuser|annulation|retrait|fin|reimputation|rejet|reception|refus|reglement|execution|cloture)$/,
  ],
  [
    'moves a taxpayer between two states, and is refused in another one',
    /^POST \/contribuables\/(\{id\}\/)?(validation|validation\/annulation|correction|change-secteur)$/,
  ],
  ['opens or closes a year: both states are shown, and each is final', /^PUT \/exercices\//],
  ['marks a task, and is refused once it is done', /^PUT \/contribuables\/\{id\}\/notes\/\{note\}\/fait$/],
  ['is the explanation of its only author', /^POST \/ecarts\/\{id\}\/explication$/],
  [
    'adds a picture or a document, which replaces no text',
    /^POST .*\/(photos?|piece|bordereau|document|ecusson)$/,
  ],
  ['is a choice of the person alone', /^PATCH \/affichage$|^POST \/profil\/|^POST \/session\//],
  [
    'sets or sends a secret, whatever it was before',
    /^POST \/(users\/\{id\}\/(mot-de-passe|lien)|mot-de-passe\/\w+)$/,
  ],
  ['decides the lines that it names of a file of the person', /^PATCH \/contribuables\/imports\/\{import\}$/],
  [
    'starts, stops or repeats a job',
    /^POST \/(travaux|contribuables\/imports)\/\{\w+\}\/|^POST \/echeances\/generation$/,
  ],
  [
    'comes from a phone or an operator, in the order of its own log',
    /^(POST|PUT) \/(terrain\/|moyen_paiements\/\{id\}\/rappel$)/,
  ],
  [
    'only reads: a simulation, a check or a paper',
    /\/(preparation|simulation|check|doublons|papier|recu|recapitulatif|avis|classeur|situation|releve-impaye|point-du-mois)$|^POST \/impressions\//,
  ],
];

const versioned = CALLS.filter(([, endpoint]) => endpoint.versioned).map(([address]) => address);

it('every other call that writes is named with one reason why it needs no version', () => {
  const found = CALLS.filter(([, endpoint]) => !endpoint.versioned).map(
    ([address]) =>
      [address, REASONS.filter(([, calls]) => calls.test(address)).map(([reason]) => reason)] as const,
  );
  expect(found.filter(([, reasons]) => reasons.length === 0)).toEqual([]);
});

it('each reason is of some call', () => {
  const unused = REASONS.filter(([, calls]) => !CALLS.some(([address]) => calls.test(address)));
  expect(unused).toEqual([]);
});

it('every call that edits a record by its id carries the version', () => {
  const edits = CALLS.map(([address]) => address).filter((address) => /^(PATCH|PUT) /.test(address));
  const others = edits.filter((address) => !versioned.includes(address));
  expect(others.toSorted()).toEqual(
    [
      'PATCH /affichage',
      'PATCH /contribuables/imports/{import}',
      'PUT /exercices/{entite}/{annee}/cloture',
      'PUT /contribuables/{id}/notes/{note}/fait',
      'PUT /terrain/photos/{sha256}',
    ].sort(),
  );
});

describe('a version that is not the stored one is refused, and nothing is written', () => {
  it.each(versioned)('%s', async (address) => {
    const { send } = await sendingOf(world, address);
    const { status, body, headers } = await send({ 'if-match': '"99999999"' });
    expect([status, body.code]).toEqual([412, 'version.perimee']);
    const request = headers['x-request-id'];
    expect(await world.query('select from journal where request_id = $1', [request])).toEqual([]);
  });
});

/** Calls that create, by what their second call does. */
const keyed = CALLS.filter(([, endpoint]) => endpoint.keyed).map(([address]) => address);
/** A second one is refused. */
const UNIQUE = [
  'villes type_ramifications entites ramifications navigations permissions groups users seuil_approbations frequences',
  'categorie_activites nature_activites type_equipements categorietaxes imputation_budgetaires entite_taxes moyen_paiements',
  'modalite_paiements regies categorie_valeurs avis_remis tournees suspensions valeurs_inactives/mouvements ventes_valeurs entite_taxes/copies',
]
  .join(' ')
  .split(' ')
  .map((path) => `POST /${path}`);
const MAY_REPEAT: Readonly<Record<string, string>> = {
  'POST /contribuables': 'once by `reference` in its body, or by its key (inscription.test.ts)',
  'POST /equipements': 'once by its key (lignes.test.ts); a screen creates it with its taxpayer',
  'POST /enrollements': 'once by its key (lignes.test.ts); a screen creates it with its taxpayer',
  'POST /sessions_caisse': 'a person has one open till',
  'POST /vues': 'replaces the view of the same name',
  'POST /selections': 'is a list of ids, forgotten after a while',
  'POST /lectures': 'reads',
  'POST /exports': 'is a file, which goes after a while',
  'POST /sauvegardes': 'one backup at a time',
  'POST /applications':
    'belongs to a tax that is still entered: its summary shows both, and only one of a year is kept',
  'POST /precisions': 'belongs to a tax that is still entered: its summary shows both',
  'POST /mandats': 'two of the same person and days give the rights of one',
  'POST /exonerations': 'waits for a second person, who sees both requests',
  'POST /appareils': 'the second waits for a code that nobody has, and the list shows both',
  'POST /contribuables/imports': 'is a trial; the lines of a file are enrolled once by their key',
  'POST /premier-demarrage': 'refused as soon as there is an account',
};

const creating = CALLS.map(([address]) => address).filter(
  (address) => /^POST \/\w+$/.test(address) || UNIQUE.includes(address) || keyed.includes(address),
);

it('each call that creates has a key, is unique, or is named with the reason why it may repeat', () => {
  const known = [...keyed, ...UNIQUE, ...Object.keys(MAY_REPEAT)];
  expect(creating.filter((address) => !known.includes(address))).toEqual([]);
  expect(known.filter((address) => !API[address as keyof typeof API])).toEqual([]);
  expect(known.length).toBe(new Set(known).size);
});

describe('a call repeated with its key creates one record', () => {
  // the matrix has no cash to hand over: caisse.test.ts repeats a versement
  it.each(keyed.filter((address) => address !== 'POST /versements'))('%s', async (address) => {
    const { send } = await sendingOf(world, address);
    const key = { 'idempotency-key': 'essai' };
    const replies = await Promise.all([send(key), send(key)]);
    const all = [...replies, await send(key)];
    expect(all.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    const ids = new Set(all.map(({ body }) => body.id));
    expect([...ids]).toEqual([expect.any(Number)]);
    expect(ids).not.toContain((await send({ 'idempotency-key': 'essai-2' })).body.id);
  });
});

it.each(UNIQUE)('%s is refused the second time', async (address) => {
  const { send } = await sendingOf(world, address);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(409);
});
