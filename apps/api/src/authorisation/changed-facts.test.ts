/*
 * Facts that change between the request of a command and its approval: which of them make it fail, with which reason,
 * and which do not matter.
 */
import { type Approbation, type NatureApprobation, NATURES } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { releaseAbove } from '#src/domains/paiements/booking/imputations.repository.ts';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { queryRows, queryRow, bill, enrol, createTown, type Town } from '#src/testing/books.ts';
import { collect, MOYEN, pay, refund } from '#src/testing/caisse.ts';
import { closeTill, openTill, type Tills, tillsOf } from '#src/testing/tills.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import { verify } from '#src/verification/verify.ts';

const octroi = await testApp({ thresholds: { acte: 1 } });
const { query } = octroi;
const tills = await tillsOf(octroi);
const { world } = tills;
const superadmin = world.by('superadmin');
const { pool, db } = openPool(octroi.url, () => undefined, 4);
afterAll(() => pool.end());

interface Waiting {
  approbation: { id: number };
}
/** Setting of a case: a town, the requester, and the records whose facts change. */
interface Scene {
  town: Town;
  requester: { id: number; caller: Caller };
  /** Has paid 9,000: 6,000 of last year and 3,000 of 5,000 of this year. */
  payer: number;
  other: number;
  payment: number;
  dues: [number, number];
  taxe: number;
  tills?: Tills;
  ecart?: number;
  /** The requester's till. */
  session?: number;
}

const approve = (id: number) => superadmin.send<Approbation>('POST', `/v2/approbations/${id}/approuver`);
const confirmed = () => query('update session set confirmed_at = now()');

async function requesterOf(town: Town, like: string): Promise<Scene['requester']> {
  const id = await world.copyOf(like);
  await query('delete from utilisateur_entite where utilisateur_id = $1', [id]);
  await query('insert into utilisateur_entite values ($1, $2)', [id, town.entite]);
  return { id, caller: await world.enter(id) };
}

async function taxeOf(town: Town, nom = 'Taxe au mètre'): Promise<number> {
  const equipement = await world.make('type_equipements', { nom, entite: town.entite, enabled: true });
  const { id: categorie } = await queryRow<{ id: number }>(
    pool,
    'select min(id) as id from categorie_taxe where entite_id = $1',
    [town.entite],
  );
  return world.make('entite_taxes', {
    nom,
    entite: town.entite,
    categorie,
    frequence: 1,
    enabled: true,
    typeEquipement: equipement,
    applications: [{ ramification: town.nodes[0], annee: YEAR, tarif: 100 }],
  });
}

async function sceneOf(like: string, withTills = false): Promise<Scene> {
  const found = withTills ? await tills.newTills() : undefined;
  const town = found?.town ?? (await createTown(pool));
  const requester = await requesterOf(town, like);
  const { id: payer } = await enrol(pool, town, { node: town.nodes[4] });
  const { id: other } = await enrol(pool, town, { node: town.nodes[4] });
  const dues: [number, number] = [
    await bill(pool, town, payer, { annee: YEAR - 1, montant: 6_000 }),
    await bill(pool, town, payer, { annee: YEAR, montant: 5_000 }),
  ];
  const taxe = await taxeOf(town);
  const scene = { town, requester, payer, other, dues, taxe, ...(found ? { tills: found } : {}) };
  if (found) return { ...scene, payment: 0, ecart: await ecartOf(found) };
  const { status, body } = await pay(superadmin, payer, 9_000);
  expect(status).toBe(201);
  return { ...scene, payment: body.id };
}

/** A till of 5,000 and 20,000 that counts 24,000. */
async function ecartOf(of: Tills): Promise<number> {
  const [agent] = of.agents;
  const { body } = await openTill(agent, of.regie, 5_000);
  await tills.cash(of, agent.id, body.id, 20_000);
  await closeTill(agent, body.id, 24_000);
  return (await queryRow<{ id: number }>(pool, 'select id from ecart where entite_id = $1', [of.town.entite]))
    .id;
}

/** Runs something that needs no second person, with the thresholds off. */
async function alone(scene: Scene, work: () => Promise<{ status: number; body: unknown }>): Promise<void> {
  const set = (on: boolean) =>
    query('update seuil_approbation set enabled = $1 where entite_id = $2', [on, scene.town.entite]);
  await set(false);
  await confirmed();
  const { status, body } = await work();
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), body]);
  await set(true);
}

/** Ways in which facts change. */
const FACTS = {
  'a new payment stands beside': (scene: Scene) => alone(scene, () => pay(superadmin, scene.payer, 4_000)),
  'the payment was cancelled': (scene: Scene) =>
    alone(scene, () => superadmin.send('DELETE', `/v2/transactions/${scene.payment}?motif=Erreur`)),
  'the payment was confirmed': (scene: Scene) =>
    alone(scene, () => superadmin.send('PATCH', `/v2/transactions/${scene.payment}`, { statut: 'Confirmé' })),
  'the payment was refunded': (scene: Scene) => alone(scene, () => refund(superadmin, scene.payer, 9_000)),
  'the payment was refunded in part': (scene: Scene) =>
    alone(scene, () => refund(superadmin, scene.payer, 7_000)),
  'the payment was booked anew': (scene: Scene) =>
    alone(scene, () =>
      superadmin.send('POST', `/v2/transactions/${scene.payment}/reimputation`, {
        contribuable: scene.other,
        motif: 'Homonyme',
      }),
    ),
  'what the payment paid was lowered': async ({ town, dues: [, due] }: Scene) => {
    await db.transaction().execute((trx) => releaseAbove(trx, town.entite, [{ id: due, apres: 1_000 }]));
    await query('update echeance set montant = 1000 where id = $1', [due]);
  },
  'the taxpayer moved': (scene: Scene) =>
    alone(scene, () =>
      superadmin.send('PATCH', `/v2/contribuables/${scene.payer}`, {
        ramification: scene.town.nodes[5],
        deplacement: { motif: 'déménagement', du: TODAY },
      }),
    ),
  'the taxpayer and the tax have other names': async ({ town, payer }: Scene) => {
    await query("update contribuable set nom = 'Autre nom' where id = $1", [payer]);
    await query("update taxe set nom = 'Autre taxe' where id = $1", [town.taxes[0]]);
  },
  'last year was closed': (scene: Scene) =>
    alone(scene, () => superadmin.send('PUT', `/v2/exercices/${scene.town.entite}/${YEAR - 1}/cloture`)),
  'last year was opened again': (scene: Scene) =>
    alone(scene, () => superadmin.send('DELETE', `/v2/exercices/${scene.town.entite}/${YEAR - 1}/cloture`)),
  'the rate was changed': (scene: Scene) =>
    alone(scene, () =>
      superadmin.send('PATCH', `/v2/entite_taxes/${scene.taxe}`, {
        applications: [{ ramification: scene.town.nodes[0], annee: YEAR, tarif: 200 }],
      }),
    ),
  'another tax was changed': (scene: Scene) =>
    alone(scene, async () => ({ status: 200, body: await taxeOf(scene.town, 'Taxe à la bâche') })),
  'the écart was explained': ({ ecart, tills: of }: Scene) =>
    of!.agents[0].caller
      .send('POST', `/v2/ecarts/${ecart}/explication`, { explication: 'Monnaie mal rendue' })
      .then(({ status }) => expect(status).toBe(200)),
  'the écart was settled': ({ ecart, tills: of }: Scene) =>
    of!.regisseur.caller
      .send('POST', `/v2/ecarts/${ecart}/reglement`, { reglement: 'reversé', motif: 'Versé devant moi' })
      .then(({ status }) => expect(status).toBe(200)),
  'the till was counted': ({ requester, session }: Scene) =>
    closeTill(requester, session ?? 0, 500).then(({ status, body }) =>
      expect([status, body]).toMatchObject([200, {}]),
    ),
  'another till was opened and counted': async ({ tills: of }: Scene) => {
    const agent = of!.agents[1];
    const { body } = await openTill(agent, of!.regie, 0);
    expect((await closeTill(agent, body.id, 0)).status).toBe(200);
  },
  'the threshold was raised': ({ town }: Scene) =>
    query('update seuil_approbation set seuil = 1000000 where entite_id = $1', [town.entite]),
  'the threshold was switched off': ({ town }: Scene) =>
    query('update seuil_approbation set enabled = false where entite_id = $1', [town.entite]),
  'the requester lost the right': ({ requester }: Scene) =>
    query(
      "update utilisateur set groupe_id = (select groupe_id from utilisateur where username = 'lecture') where id = $1",
      [requester.id],
    ),
  'the requester was disabled': ({ requester }: Scene) =>
    query('update utilisateur set enabled = false where id = $1', [requester.id]),
} as const;
type Fact = keyof typeof FACTS;

const DONE = 'approuvée';
const ANNULE = /^Le paiement .+ a été annulé depuis la demande\.$/;
const REMBOURSE = /^Le paiement .+ a été remboursé depuis la demande\.$/;
const EN_PARTIE =
  /^Le paiement .+ a été remboursé en partie depuis la demande : il en reste 2\s000\sF\sCFA\.$/;
const REIMPUTE = /^Le paiement .+ a été réimputé depuis la demande\.$/;
const DEPLACE = new RegExp(`^Le paiement .+ ne paie plus « Taxe 1.* » ${YEAR} comme à la demande\\.$`);
const DROIT = /^La personne qui a demandé n’a plus le droit de le faire\.$/;
const COMPTE = /^Le compte de la personne qui a demandé n’est plus actif\.$/;
const CONFIRME = /^Ce paiement était en attente ; il a été confirmé depuis la demande\.$/;
const RIEN = /^Rien de ce qui était demandé ne reste à extourner\. Le paiement .+ a été /;

/** What changes nothing for any command, and who may not ask any more. */
const ANY: Partial<Record<Fact, typeof DONE | RegExp>> = {
  'the taxpayer and the tax have other names': DONE,
  'another tax was changed': DONE,
  'the threshold was raised': DONE,
  'the threshold was switched off': DONE,
  'the requester lost the right': DROIT,
  'the requester was disabled': COMPTE,
};
const NO_MONEY: typeof ANY = {
  ...ANY,
  'a new payment stands beside': DONE,
  'the payment was cancelled': DONE,
  'the taxpayer moved': DONE,
};
const MONEY: typeof ANY = {
  ...ANY,
  'a new payment stands beside': DONE,
  'the payment was cancelled': ANNULE,
  'the payment was refunded': REMBOURSE,
  'the payment was refunded in part': EN_PARTIE,
  'the payment was booked anew': REIMPUTE,
  'what the payment paid was lowered': DEPLACE,
  'the taxpayer moved': DONE,
  'last year was closed': DONE,
  'the rate was changed': DONE,
};

interface Kind {
  nature: NatureApprobation;
  like: string;
  withTills?: boolean;
  before?: (scene: Scene) => Promise<unknown>;
  ask: (scene: Scene) => Promise<{ status: number; body: Waiting }>;
  /** It is approved only with its document. */
  piece?: true;
  facts: typeof ANY;
}
const cloture = ({ town }: Scene): string => `/v2/exercices/${town.entite}/${YEAR - 1}/cloture`;

/** Requested at the counter, by the person who took the payment. */
async function moveAtCounter({ requester, payment, other }: Scene) {
  const { encaissement } = await queryRow<{ encaissement: number }>(
    pool,
    'select encaissement_id as encaissement from transaction where id = $1',
    [payment],
  );
  return requester.caller.send<Waiting>('POST', `/v2/encaissements/${encaissement}/reimputation`, {
    ligne: payment,
    contribuable: other,
    motif: 'Homonyme',
  });
}

const KINDS: Record<string, Kind> = {
  remboursement: {
    nature: 'remboursement',
    like: 'admin.nta',
    ask: ({ requester, payer }) =>
      requester.caller.send('POST', '/v2/contribuables/transactions', {
        contribuable: payer,
        montant: -6_000,
        moyenPaiement: MOYEN.remboursement,
        motif: 'Trop perçu',
      }),
    facts: MONEY,
  },
  extourne: {
    nature: 'extourne',
    like: 'admin.nta',
    ask: ({ requester, payment }) =>
      requester.caller.send('DELETE', `/v2/transactions/${payment}?motif=Erreur`),
    facts: MONEY,
  },
  'extournes en masse': {
    nature: 'extourne',
    like: 'admin.nta',
    ask: ({ requester, payment }) =>
      requester.caller.send('POST', '/v2/transactions/suppression', { ids: [payment], motif: 'Erreur' }),
    facts: {
      ...MONEY,
      'the payment was cancelled': RIEN,
      'the payment was refunded': RIEN,
      'the payment was refunded in part': RIEN,
      'the payment was booked anew': RIEN,
      // whole payments are named, not their parts
      'what the payment paid was lowered': DONE,
    },
  },
  réimputation: {
    nature: 'réimputation',
    like: 'admin.nta',
    ask: ({ requester, payment, other }) =>
      requester.caller.send('POST', `/v2/transactions/${payment}/reimputation`, {
        contribuable: other,
        motif: 'Homonyme',
      }),
    facts: MONEY,
  },
  'réimputation au guichet': {
    nature: 'réimputation',
    like: 'admin.nta',
    withTills: true,
    async before(scene) {
      const { body: session } = await openTill(scene.requester, scene.tills!.regie);
      scene.session = session.id;
      const { body } = await collect(scene.requester.caller, [[scene.payer, 500]]);
      scene.payment = body.lignes[0]!.id;
    },
    ask: moveAtCounter,
    facts: {
      'the payment was cancelled': ANNULE,
      'the payment was booked anew': REIMPUTE,
      'the till was counted': DONE,
      'another till was opened and counted': DONE,
      'the requester lost the right': DROIT,
      'the requester was disabled': COMPTE,
    },
  },
  'réimputation d’un paiement en attente': {
    nature: 'réimputation',
    like: 'admin.nta',
    async before(scene) {
      const { body } = await collect(scene.requester.caller, [[scene.payer, 500]], {
        moyenPaiement: MOYEN.orange,
      });
      scene.payment = body.lignes[0]!.id;
    },
    ask: moveAtCounter,
    facts: { 'the payment was confirmed': CONFIRME, 'a new payment stands beside': DONE },
  },
  'écart passé en perte': {
    nature: 'écart',
    like: 'niamey',
    withTills: true,
    ask: ({ requester, ecart }) =>
      requester.caller.send('POST', `/v2/ecarts/${ecart}/reglement`, {
        reglement: 'perte',
        motif: 'Irrécouvrable',
      }),
    facts: {
      ...ANY,
      'the écart was explained': /^L’écart a été expliqué depuis la demande : « Monnaie mal rendue »\./,
      'the écart was settled': /^L’écart a été réglé depuis la demande \(reversé\)\.$/,
      'another till was opened and counted': DONE,
      'last year was closed': DONE,
      'the rate was changed': DONE,
    },
  },
  clôture: {
    nature: 'clôture',
    like: 'niamey',
    ask: (scene) => scene.requester.caller.send('PUT', cloture(scene)),
    facts: {
      ...NO_MONEY,
      'last year was closed': new RegExp(`^L’exercice ${YEAR - 1} a été clos depuis la demande\\.$`),
      'the rate was changed': DONE,
    },
  },
  réouverture: {
    nature: 'réouverture',
    like: 'superadmin',
    before: ({ town }) =>
      query('insert into annee_close (entite_id, annee) values ($1, $2)', [town.entite, YEAR - 1]),
    ask: (scene) => scene.requester.caller.send('DELETE', cloture(scene)),
    facts: {
      ...NO_MONEY,
      'last year was opened again': new RegExp(`^L’exercice ${YEAR - 1} a été rouvert depuis la demande\\.$`),
      'the rate was changed': DONE,
    },
  },
  tarif: {
    nature: 'tarif',
    like: 'niamey',
    ask: ({ requester, taxe, town }) =>
      requester.caller.send('PATCH', `/v2/entite_taxes/${taxe}`, {
        applications: [{ ramification: town.nodes[0], annee: YEAR, tarif: 150 }],
      }),
    facts: {
      ...NO_MONEY,
      'last year was closed': DONE,
      'the rate was changed':
        /^Tarifs : « Taxe au mètre, .* : 100 F .* » à la demande, « .* : 200 F .* » aujourd’hui\./,
    },
  },
  suspension: {
    nature: 'suspension',
    like: 'niamey',
    ask: ({ requester, town }) =>
      requester.caller.send('POST', '/v2/suspensions', {
        entite: town.entite,
        du: `${YEAR - 1}-12-01`,
        au: `${YEAR}-01-31`,
        partielles: 'aucune',
        payes: 'gardés',
        motif: 'Travaux',
        reference: 'Délibération nº 8',
      }),
    facts: {
      ...NO_MONEY,
      'the payment was refunded': DONE,
      'last year was closed': new RegExp(`^L’exercice ${YEAR - 1} est clos`),
      'the rate was changed': DONE,
    },
  },
  exonération: {
    nature: 'exonération',
    like: 'niamey',
    piece: true,
    ask: ({ requester, payer }) =>
      requester.caller.send('POST', '/v2/exonerations', {
        contribuable: payer,
        du: YEAR - 1,
        au: YEAR,
        citation: 'Délibération nº 3',
      }),
    facts: {
      ...NO_MONEY,
      'the payment was refunded': DONE,
      'the payment was booked anew': DONE,
      'last year was closed': new RegExp(`^L’exercice ${YEAR - 1} est clos`),
      'the rate was changed': DONE,
    },
  },
};

const CASES = Object.entries(KINDS).flatMap(([name, { facts }]) =>
  Object.entries(facts).map(([fact, expected]) => [name, fact as Fact, expected] as const),
);

describe('a fact that changes between a request and its approval', () => {
  it.each(CASES)('%s: %s', async (name, fact, expected) => {
    const { nature, like, withTills, before, piece, ask: demand } = KINDS[name] as Kind;
    const scene = await sceneOf(like, withTills);
    await before?.(scene);
    await query('insert into seuil_approbation (entite_id, nature) values ($1, $2)', [
      scene.town.entite,
      nature,
    ]);
    await confirmed();
    const { status, body } = await demand(scene);
    expect([status, body]).toMatchObject([202, { approbation: {} }]);
    if (piece) {
      const { body: form, headers } = sentFile('%PDF-1.7\npièce');
      const laid = await scene.requester.caller.send(
        'POST',
        `/v2/approbations/${body.approbation.id}/piece`,
        form,
        headers,
      );
      expect(laid.status).toBe(200);
    }
    await FACTS[fact](scene);
    await confirmed();
    const { body: decided } = await approve(body.approbation.id);
    expect([decided.statut, decided.reponse]).toEqual(
      expected === DONE ? [DONE, null] : ['échouée', expect.stringMatching(expected)],
    );
  });
});

it('an approved refund takes back exactly the parts that it named, whatever was paid in between', async () => {
  const scene = await sceneOf('admin.nta');
  await query("insert into seuil_approbation (entite_id, nature) values ($1, 'remboursement')", [
    scene.town.entite,
  ]);
  const { body } = await (KINDS['remboursement'] as Kind).ask(scene);
  const shown = (await superadmin.get<Approbation>(`/v2/approbations/${body.approbation.id}`)).body;
  expect(shown).toMatchObject({
    montant: 6_000,
    apres: { montant: -6_000 },
    nombreVise: 1,
    vise: [
      {
        id: scene.payment,
        montant: 9_000,
        repris: 6_000,
        parts: [
          { annee: YEAR - 1, echeance: scene.dues[0], taxe: 'Taxe 1', montant: 3_000 },
          { annee: YEAR, echeance: scene.dues[1], taxe: 'Taxe 1', montant: 3_000 },
        ],
      },
    ],
    contexte: {
      avant: { paye: 9_000, avance: 0, restant: 2_000 },
      apres: { paye: 3_000, avance: 0, restant: 8_000 },
    },
  });
  // 2,000 of this year, and 2,000 in advance, which the rule for a new refund would take first
  await alone(scene, () => pay(superadmin, scene.payer, 4_000));
  expect((await approve(body.approbation.id)).body.statut).toBe(DONE);
  const taken = await queryRows(
    pool,
    'select echeance_id as echeance, paiement_id as paiement, montant from imputation where contribuable_id = $1 and montant < 0 order by annee',
    [scene.payer],
  );
  expect(taken).toEqual(
    scene.dues.map((echeance) => ({ echeance, paiement: scene.payment, montant: -3_000 })),
  );
});

it('a second refund of one payment fails, even if the taxpayer has another payment', async () => {
  const scene = await sceneOf('admin.nta');
  await query("insert into seuil_approbation (entite_id, nature) values ($1, 'remboursement')", [
    scene.town.entite,
  ]);
  const demand = (montant: number) =>
    scene.requester.caller.send<Waiting>('POST', '/v2/contribuables/transactions', {
      contribuable: scene.payer,
      montant: -montant,
      moyenPaiement: MOYEN.remboursement,
      motif: 'Trop perçu',
    });
  const [first, second] = [(await demand(6_000)).body, (await demand(5_000)).body];
  await alone(scene, () => pay(superadmin, scene.payer, 9_000));
  expect((await approve(first.approbation.id)).body.statut).toBe(DONE);
  const late = (await approve(second.approbation.id)).body;
  expect([late.statut, late.reponse]).toEqual([
    'échouée',
    expect.stringMatching(
      /^Le paiement .+ a été remboursé en partie depuis la demande : il en reste 3\s000\sF\sCFA\.$/,
    ),
  ]);
});

it('every kind of request is tried, and the stored totals are right afterwards', async () => {
  const natures = new Set(Object.values(KINDS).map(({ nature }) => nature));
  expect([...natures].toSorted()).toEqual([...NATURES].toSorted());
  // each case has a town of its own, which a difference names
  expect(await verify(octroi.url, () => undefined)).toEqual([]);
});
