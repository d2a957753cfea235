/** Routes of the authorisation matrix about taxpayers, money, figures and the journal. */
import { YEAR } from '#src/testing/app.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';
import { zip } from '#src/testing/files/zips.ts';
import {
  administrators,
  everybody,
  idFrom,
  newName,
  office,
  ofNiamey,
  type Outcome,
  open,
  route,
  type Table,
} from './expectation.ts';
import type { Kind, World } from './people.ts';
import { DEPARTEMENT } from './resources.ts';

/** A taxpayer of Niamey without dues, in the département of `plateau`. */
export const contribuable = (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
     select 1, $1, $2, 'Essai', id from utilisateur where username = 'agent.terrain' returning id`,
    [DEPARTEMENT, newName()],
  );
/** An equipment of that département. */
const equipementOf = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into equipement (entite_id, contribuable_id, type_equipement_id, ramification_id, created_by_id)
     select 1, $1, (select min(id) from type_equipement where entite_id = 1), $2, id
     from utilisateur where username = 'agent.terrain' returning id`,
    [await contribuable(world), DEPARTEMENT],
  );
/** A photo of a new taxpayer of that département, or of an equipment. */
async function photographed(world: World, equipement?: number) {
  const owner = equipement ?? (await contribuable(world));
  const resource = equipement === undefined ? 'contribuables' : 'equipements';
  const { body, headers } = sentFile(await picture());
  const reply = await world
    .by('superadmin')
    .send<{ id: number; nom: string }>('POST', `/v2/${resource}/${owner}/photo`, body, headers);
  return { contribuable: owner, equipement, photo: reply.body.id, nom: reply.body.nom };
}
/** A confirmed cheque of that département. */
async function chequePaye(world: World): Promise<number> {
  const { body } = await world
    .by('superadmin')
    .send<{ id: number }>('POST', '/v2/contribuables/transactions', {
      contribuable: await contribuable(world),
      montant: 500,
      moyenPaiement: 4,
    });
  await world.by('superadmin').send('PATCH', `/v2/transactions/${body.id}`, { statut: 'Confirmé' });
  return body.id;
}
/** People who may enrol in the back office; an import is visible to its author and Super Admin. */
const importers = (status: number, exceptions: Partial<Outcome>): Outcome =>
  office(status, { lecture: 403, ...exceptions });
const imports = new WeakMap<World, Map<Kind, Promise<string>>>();
/**
 * An import into Niamey by the caller, or by Super Admin if the caller may not import. One per author: reading it
 * changes nothing, and each sent file starts a process.
 */
async function ofImport(world: World, kind: Kind) {
  const author = ['niamey', 'plateau', 'admin.nta'].includes(kind) ? kind : 'superadmin';
  const made = imports.get(world) ?? new Map<Kind, Promise<string>>();
  imports.set(world, made);
  const known = made.get(author) ?? sendImport(world, author);
  made.set(author, known);
  return { params: { import: await known } };
}
async function sendImport(world: World, author: Kind): Promise<string> {
  const { body, headers } = sentFile('Nom;Localisation\nEssai;Nulle part', { fields: { entite: '1' } });
  const reply = await world
    .by(author)
    .send<{ id: string }>('POST', '/v2/contribuables/imports', body, headers);
  return reply.body.id;
}
/** A payment of that département. */
const transaction = (world: World): Promise<number> =>
  idFrom(
    world,
    `select min(id) as id from transaction where ramification_id in (
       select descendant_id from ramification_descendance where ancetre_id = $1)`,
    [DEPARTEMENT],
  );
/** A payment of that département that waits for its confirmation. */
const enAttente = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, moyen_paiement_id)
     values (1, $1, $2, $3, 500, 1) returning id`,
    [await contribuable(world), DEPARTEMENT, newName()],
  );
/** A payment to clear up of that département. */
const eclaircissement = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into notification_operateur (moyen_paiement_id, evenement, empreinte, corps, montant, entite_id, transaction_id, reponse,
       repondue_le, nature, message)
     select 1, $1, '', jsonb_build_object('evenement', $1::text, 'noTransaction', no_transaction, 'montant', 900, 'statut', 'Confirmé'),
       900, entite_id, id, '{"statut":409,"message":"Autre montant"}', now(), 'montant', 'Autre montant'
     from transaction where id = $2 returning id`,
    [newName(), await enAttente(world)],
  );
/** A confirmed payment of that département. */
const paidIn = (world: World): Promise<number> =>
  idFrom(
    world,
    `select min(id) as id from transaction where statut = 'Confirmé' and montant > 0 and ramification_id in (
       select descendant_id from ramification_descendance where ancetre_id = $1)`,
    [DEPARTEMENT],
  );
/** An encaissement of a taxpayer of that département. */
export const encaisse = async (world: World): Promise<number> =>
  (
    await world.by('superadmin').send<{ id: number }>('POST', '/v2/encaissements', {
      moyenPaiement: 5,
      montant: 500,
      lignes: [{ contribuable: await contribuable(world), montant: 500 }],
    })
  ).body.id;
/** An encaissement for two taxpayers. */
export const encaisseDeDeux = async (world: World): Promise<number> =>
  (
    await world.by('superadmin').send<{ id: number }>('POST', '/v2/encaissements', {
      moyenPaiement: 5,
      montant: 700,
      payeur: { nom: 'Essai' },
      lignes: [
        { contribuable: await contribuable(world), montant: 500 },
        { contribuable: await contribuable(world), montant: 200 },
      ],
    })
  ).body.id;
/** A taxpayer of that département with dues this year. */
const debtor = (world: World): Promise<number> =>
  idFrom(
    world,
    `select min(c.id) as id from contribuable c join echeance e on e.entite_id = c.entite_id and e.contribuable_id = c.id
     where e.annee = $2 and e.montant > e.paye
       and not exists (select from imputation i where i.contribuable_id = c.id and i.echeance_id is null)
       and c.ramification_id in (
       select descendant_id from ramification_descendance where ancetre_id = $1)`,
    [DEPARTEMENT, YEAR],
  );
/** An act of Niamey in the journal. */
async function acte(world: World): Promise<number> {
  await world.make('categorietaxes', { nom: newName(), entite: 1 });
  return idFrom(world, 'select max(id) as id from journal where entite_id = 1');
}
/** A sub-entity without taxpayers, below the département. */
const quartier = (world: World): Promise<number> =>
  world.make('ramifications', { nom: newName(), code: newName(), entite: 1, parent: DEPARTEMENT, type: 2 });

const ofNiameyId = async (id: Promise<number>) => ({ id: await id });
/** Field agents may not use the back office. */
const FIELD = { 'agent.terrain': 403 };
/** A sub-entity outside the scope does not exist. */
const statistiques = route(ofNiamey(200, FIELD), () => ({ search: `ms=${DEPARTEMENT}` }));
const figures = route(ofNiamey(200, FIELD), () => ({ id: 1 }));
const journal = administrators(200, { maradi: 200 });

/** A refund in Niamey requested by another person. */
const approbation = (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into approbation (entite_id, nature, commande, corps, objet, demandeur_id, expire_le)
     select 1, 'remboursement', 'essai', '{}', 'Essai', id, now() + interval '1 day' from utilisateur
     where username = 'inactif' returning id`,
  );

/** A file of the uploads folder. */
const fileOf = async (world: World): Promise<string> => (await photographed(world)).nom;

export const MONEY_ROUTES: Table = {
  'GET /v2/approbations': route(office(200)),
  'GET /v2/attente': route(everybody(200)),
  'GET /v2/approbations/attente': route(everybody(200)),
  'GET /v2/approbations/{id}': route(administrators(200, { plateau: 404, lecture: 404 }), (world) =>
    ofNiameyId(approbation(world)),
  ),
  'POST /v2/approbations/{id}/approuver': route(administrators(200), (world) =>
    ofNiameyId(approbation(world)),
  ),
  'POST /v2/approbations/{id}/refuser': route(administrators(200), async (world) => ({
    id: await approbation(world),
    body: { motif: 'Essai' },
  })),
  // only for its requester
  'POST /v2/approbations/{id}/piece': route(
    office(403, { maradi: 404, plateau: 404, lecture: 404 }),
    async (world) => ({ id: await approbation(world), ...sentFile(await picture()) }),
  ),
  'GET /v2/approbations/{id}/piece': route(
    administrators(200, { plateau: 404, lecture: 404 }),
    async (world) => {
      const id = await approbation(world);
      await world.query('update approbation set piece = $2 where id = $1', [id, await fileOf(world)]);
      return { id };
    },
  ),
  'GET /v2/contribuables': route(everybody(200), () => ({ search: 'itemperpage=100' })),
  'GET /v2/contribuables/totaux': route(everybody(200)),
  'GET /v2/impayes': route(everybody(200), () => ({ search: 'itemperpage=100' })),
  'GET /v2/impayes/totaux': route(everybody(200)),
  'GET /v2/contribuables/{id}': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'DELETE /v2/contribuables/{id}': route(administrators(204), (world) => ofNiameyId(contribuable(world))),
  // reserved for Super Admin and Admin NTA
  'POST /v2/contribuables/suppression': route(
    everybody(403, { superadmin: 200, 'admin.nta': 200 }),
    async (world) => ({ body: { ids: [await contribuable(world)] } }),
  ),
  'GET /v2/contribuables/{id}/individuel': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'GET /v2/contribuables/{id}/compte': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'GET /v2/contribuables/{id}/historique': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'GET /v2/contribuables/{id}/echeances': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'GET /v2/contribuables/{id}/apercu': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'POST /v2/contribuables/imports': route(importers(201, { maradi: 400 }), () =>
    sentFile('Nom;Localisation\nEssai;Nulle part', { name: 'a.csv', fields: { entite: '1' } }),
  ),
  'GET /v2/contribuables/imports/modele.xlsx': route(importers(200, {})),
  'GET /v2/contribuables/imports': route(importers(200, {})),
  'PATCH /v2/contribuables/imports/{import}': route(importers(200, { maradi: 404 }), async (world, kind) => ({
    ...(await ofImport(world, kind)),
    body: { lignes: [{ rang: 2, choix: 'existant', contribuable: await contribuable(world) }] },
  })),
  'GET /v2/contribuables/imports/{import}/lignes': route(importers(200, { maradi: 404 }), ofImport),
  'GET /v2/contribuables/imports/{import}/lignes.csv': route(importers(200, { maradi: 404 }), ofImport),
  'GET /v2/contribuables/imports/{import}': route(importers(200, { maradi: 404 }), ofImport),
  'POST /v2/contribuables/imports/{import}/photos': route(
    importers(202, { maradi: 404 }),
    async (world, kind) => ({
      ...(await ofImport(world, kind)),
      ...sentFile(zip([{ name: 'a.jpg', content: await picture() }]), {
        name: 'photos.zip',
        part: 'archive',
      }),
    }),
  ),
  'GET /v2/contribuables/imports/{import}/photos': route(importers(200, { maradi: 404 }), ofImport),
  'POST /v2/contribuables/imports/{import}/travail': route(
    importers(202, { maradi: 404 }),
    async (world, kind) => ({
      ...(await ofImport(world, kind)),
      body: { correspondance: { nom: 0, localisation: 1 }, essai: true },
    }),
  ),
  'GET /v2/contribuables/imports/{import}/rejets': route(importers(200, { maradi: 404 }), ofImport),
  'GET /v2/contribuables/imports/{import}/rejets.csv': route(importers(200, { maradi: 404 }), ofImport),
  'POST /v2/contribuables/{id}/photo': route(ofNiamey(201, { lecture: 403 }), async (world) => ({
    id: await contribuable(world),
    ...sentFile(await picture()),
  })),
  'DELETE /v2/contribuables/{id}/photo': route(
    ofNiamey(204, { lecture: 403, 'agent.terrain': 403 }),
    async (world) => ({ id: (await photographed(world)).contribuable }),
  ),
  'GET /v2/contribuables/{id}/photos': route(ofNiamey(200), (world) => ofNiameyId(contribuable(world))),
  'POST /v2/equipements/{id}/photo': route(ofNiamey(201, { lecture: 403 }), async (world) => ({
    id: await equipementOf(world),
    ...sentFile(await picture()),
  })),
  'GET /v2/equipements/{id}/photos': route(ofNiamey(200), (world) => ofNiameyId(equipementOf(world))),
  'DELETE /v2/equipements/{id}/photos/{photo}': route(
    ofNiamey(204, { lecture: 403, 'agent.terrain': 403 }),
    async (world) => {
      const { equipement, photo } = await photographed(world, await equipementOf(world));
      return { id: equipement as number, params: { id: equipement as number, photo } };
    },
  ),
  'GET /uploads/{name}': route(ofNiamey(200), async (world) => ({
    params: { name: (await photographed(world)).nom },
  })),
  'GET /v2/transactions': route(everybody(200), () => ({ search: 'itemperpage=100' })),
  'GET /v2/transactions/totaux': route(everybody(200)),
  'GET /v2/imputations': route(everybody(200), () => ({ search: 'itemperpage=100' })),
  'GET /v2/imputations/totaux': route(everybody(200)),
  // agents take payments too; people who may only read do not
  'POST /v2/contribuables/transactions': route(ofNiamey(201, { lecture: 403 }), async (world) => ({
    body: { contribuable: await contribuable(world), montant: 500, moyenPaiement: 5 },
  })),
  'POST /v2/encaissements': route(ofNiamey(201, { lecture: 403 }), async (world) => ({
    body: {
      moyenPaiement: 5,
      montant: 500,
      lignes: [{ contribuable: await contribuable(world), montant: 500 }],
    },
  })),
  'GET /v2/encaissements': route(everybody(200)),
  'GET /v2/contribuables/{id}/repartition': route(ofNiamey(200, { lecture: 403 }), async (world) => ({
    id: await contribuable(world),
    search: 'montant=500',
  })),
  // only for its cashier
  'POST /v2/encaissements/{id}/annulation': route(
    administrators(409, { superadmin: 200, plateau: 409 }),
    async (world) => ({ id: await encaisse(world), body: { motif: 'Essai' } }),
  ),
  'POST /v2/encaissements/{id}/reimputation': route(
    administrators(409, { superadmin: 200, plateau: 409 }),
    async (world) => {
      const id = await encaisse(world);
      const [ligne] = await world.query<{ id: number }>(
        'select id from transaction where encaissement_id = $1',
        [id],
      );
      return {
        id,
        body: { ligne: Number(ligne?.id), contribuable: await contribuable(world), motif: 'Essai' },
      };
    },
  ),
  // the payment is read first, since money to classify needs another right
  'POST /v2/transactions/{id}/reimputation': route(
    everybody(403, { superadmin: 200, 'admin.nta': 200, maradi: 404 }),
    async (world) => {
      const [ligne] = await world.query<{ id: number }>(
        'select id from transaction where encaissement_id = $1',
        [await encaisse(world)],
      );
      return { id: Number(ligne?.id), body: { contribuable: await contribuable(world), motif: 'Essai' } };
    },
  ),
  'POST /v2/transactions/{id}/rejet': route(administrators(200), async (world) => ({
    id: await chequePaye(world),
    search: 'motif=Sans%20provision',
    ...sentFile(await picture()),
  })),
  'GET /v2/transactions/{id}/rejet': route(ofNiamey(200), async (world) => {
    const id = await chequePaye(world);
    const { body, headers } = sentFile(await picture());
    await world.by('superadmin').send('POST', `/v2/transactions/${id}/rejet?motif=Essai`, body, headers);
    return { id };
  }),
  'GET /v2/encaissements/{id}': route(ofNiamey(200), async (world) => ({ id: await encaisse(world) })),
  'PATCH /v2/transactions/{id}': route(
    ofNiamey(200, { lecture: 403, 'agent.terrain': 403 }),
    async (world) => ({ id: await enAttente(world), body: { motif: newName() } }),
  ),
  'DELETE /v2/transactions/{id}': route(administrators(204), async (world) => ({
    id: await enAttente(world),
  })),
  'POST /v2/transactions/suppression': route(
    everybody(403, { superadmin: 200, 'admin.nta': 200 }),
    async (world) => ({ body: { ids: [await enAttente(world)], motif: 'Essai' } }),
  ),
  // people who take payments, or may export lists, may print receipts
  'POST /v2/transactions/{id}/recu': route(ofNiamey(200, { lecture: 403 }), (world) =>
    ofNiameyId(paidIn(world)),
  ),
  'POST /v2/encaissements/{id}/recapitulatif': route(ofNiamey(200, { lecture: 403 }), async (world) => ({
    id: await encaisseDeDeux(world),
  })),
  'POST /v2/contribuables/{id}/avis': route(
    ofNiamey(200, { 'agent.terrain': 403, lecture: 403 }),
    async (world) => ({
      id: await debtor(world),
      search: `annee=${YEAR}`,
    }),
  ),
  // anybody may check a paper
  'GET /v2/verification/{code}': route(open(404), () => ({ params: { code: 'ABCDE-ABCDE-ABCDE-ABCDE' } })),
  // needs a signature instead of a session
  'GET /v2/a_eclaircir': route(office(200, { 'agent.terrain': 403 })),
  'GET /v2/a_eclaircir/totaux': route(office(200, { 'agent.terrain': 403 })),
  'POST /v2/a_eclaircir/{id}/reglement': route(
    ofNiamey(200, { lecture: 403, 'agent.terrain': 403 }),
    async (world) => ({
      id: await eclaircissement(world),
      body: { acte: 'écarter', motif: 'Essai' },
    }),
  ),
  'POST /v2/moyen_paiements/{id}/rappel': route(open(401), () => ({ id: 1, body: {} })),
  'GET /v2/transactions/{id}': route(ofNiamey(200), (world) => ofNiameyId(transaction(world))),

  'GET /v2/dashboard/by-entite': route(office(200)),
  'GET /v2/dashboard/entite-details/{id}': figures,
  'GET /v2/dashboard/ramification-details/{id}': figures,
  'GET /v2/dashboard/ramification/{id}': figures,

  'GET /v2/statistiques/enrollement/par-entite': statistiques,
  'GET /v2/statistiques/enrollement/par-agent': statistiques,
  'GET /v2/statistiques/enrollement/par-taxe': statistiques,
  'GET /v2/statistiques/transactions/moyen-par-paiement': statistiques,
  'GET /v2/statistiques/transactions/par-entite': route(ofNiamey(200, FIELD), () => ({
    search: `entite=${DEPARTEMENT}`,
  })),
  'GET /v2/statistiques/transactions/par-agent': statistiques,
  'GET /v2/statistiques/transactions/par-taxe': statistiques,
  'GET /v2/statistiques/transactions/par-lieu': statistiques,
  'GET /v2/statistiques/agents': statistiques,
  'POST /v2/statistiques/classeur': route(office(200), () => ({
    body: { table: 'recensement-sous-entite', query: 'from=2026-01-01&to=2026-01-31' },
  })),
  'GET /v2/transactions/{id}/recouvrement': route(ofNiamey(200, FIELD), () => ({ id: DEPARTEMENT })),
  'GET /v2/statistiques/carte': route(office(200)),
  'GET /v2/statistiques/carte/lieux': route(office(200)),
  'GET /v2/statistiques/carte/mailles': route(office(200), () => ({ search: 'cadre=0,11,17,24&zoom=6' })),
  'GET /v2/statistiques/carte/contours': route(office(200), () => ({
    search: 'cadre=0,11,17,24&niveau=quartier',
  })),
  'GET /v2/statistiques/rythme': route(office(200)),

  'GET /v2/echeances/generate-by-ramification': route(administrators(200), async (world) => ({
    search: `items=${await quartier(world)}&annee=${YEAR}`,
  })),
  'POST /v2/echeances/generation': route(administrators(200), async (world) => ({
    body: { ramifications: [await quartier(world)], annee: YEAR },
  })),
  'GET /v2/echeances/sans-tarif': route(office(200)),

  'GET /v2/exercices': route(administrators(200), () => ({ search: 'entite=1' })),
  'PUT /v2/exercices/{entite}/{annee}/cloture': route(administrators(204), () => ({
    params: { entite: 1, annee: YEAR - 4 },
  })),
  // only Super Admin may reopen a closed year
  'DELETE /v2/exercices/{entite}/{annee}/cloture': route(everybody(403, { superadmin: 204 }), () => ({
    params: { entite: 1, annee: YEAR - 4 },
  })),

  'GET /v2/journal': route(journal, () => ({ search: 'itemperpage=100' })),
  // the rows of exports are tested in seen.test.ts and exports.test.ts
  'POST /v2/exports': route(everybody(200, { 'agent.terrain': 403 }), () => ({
    body: { resource: 'contribuables', format: 'csv' },
  })),
  'GET /v2/journal/{id}': route(administrators(200), (world) => ofNiameyId(acte(world))),
};
