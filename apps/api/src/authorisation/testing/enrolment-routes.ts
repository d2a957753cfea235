/** Routes of the authorisation matrix about enrolments: entry, correction, validation and moves. */
import { addDays } from '@octroi/contract';
import { picture, sentFile } from '#src/testing/files/photos.ts';
import {
  administrators,
  everybody,
  idFrom,
  newName,
  office,
  ofNiamey,
  route,
  superAdmin,
  type Table,
} from './expectation.ts';
import { YEAR } from '#src/testing/app.ts';
import { contribuable } from './money-routes.ts';
import type { Kind, World } from './people.ts';
import { DEPARTEMENT } from './resources.ts';

/** People who may change a taxpayer of the département, its manager included. */
const editors = (status: number) => administrators(status, { plateau: status });
/** Reserved for Super Admin and Admin NTA. */
const inBulk = everybody(403, { superadmin: 200, 'admin.nta': 200 });

const one = async (world: World) => ({ id: await contribuable(world) });

/** A taxpayer whom this person has just validated; kinds of person are their usernames. */
const validated = async (world: World, kind: Kind) => ({
  id: await idFrom(
    world,
    `update contribuable set statut = 'Validé', validated_at = now(),
       validated_by_id = (select id from utilisateur where username = $2)
     where id = $1 returning id`,
    [await contribuable(world), kind],
  ),
});

/** An equipment of this taxpayer. */
const equipement = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into equipement (entite_id, contribuable_id, type_equipement_id, ramification_id, created_by_id)
     select c.entite_id, c.id, (select min(id) from type_equipement where entite_id = 1), c.ramification_id, c.created_by_id
     from contribuable c where c.id = $1 returning id`,
    [await contribuable(world)],
  );
/** A line of this taxpayer without dues. */
const enrollement = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into enrollement (entite_id, contribuable_id, nature_activite_id, created_by_id)
     select c.entite_id, c.id, (select min(id) from nature_activite where entite_id = 1), c.created_by_id
     from contribuable c where c.id = $1 returning id`,
    [await contribuable(world)],
  );
const ofId = async (id: Promise<number>, body?: object) => ({ id: await id, body });
const of = (table: string) => `select min(id) as id from ${table} where entite_id = 1`;
/** People who may enrol, agents included. */
const enrollers = everybody(201, { maradi: 400, lecture: 403 });

/** An exonération of this taxpayer that was approved. */
const exoneration = async (world: World): Promise<number> =>
  idFrom(
    world,
    `with a as (
       insert into approbation (entite_id, nature, commande, corps, objet, demandeur_id, expire_le, piece)
       values (1, 'exonération', 'contribuables.exonération', '{}', 'essai', 3, now() + interval '1 day', repeat('a', 32) || '.pdf')
       returning id)
     insert into exoneration (entite_id, contribuable_id, du, au, fin, citation, approbation_id, created_by_id)
     select 1, $1, $2, $2, $2, 'essai', a.id, 3 from a returning id`,
    [await contribuable(world), YEAR],
  );
const exonere = async (world: World) => ({
  body: { contribuable: await contribuable(world), du: YEAR, au: YEAR, citation: newName() },
});
const retrait = async (world: World) => ({ id: await exoneration(world), body: { depuis: YEAR } });

/** A day of a year in which nothing is billed. */
const FAR = '2090-01-01';
let asked = 0;
/** Each on another day: the same suspension is not begun twice. */
function suspensionOf() {
  const jour = addDays(FAR, ++asked);
  return {
    body: {
      entite: 1,
      du: jour,
      au: jour,
      partielles: 'aucune',
      payes: 'gardés',
      motif: newName(),
      reference: newName(),
    },
  };
}
const suspension = (world: World) =>
  idFrom(
    world,
    `insert into suspension (entite_id, du, au, fin, partielles, payes, motif, reference, created_by_id)
     values (1, $1, $1, $1, 'aucune', 'gardés', 'essai', 'essai', 3) returning id`,
    [FAR],
  );
const finOf = async (world: World) => ({ id: await suspension(world), body: { depuis: FAR } });

/** A task about this taxpayer. */
async function tache(world: World, done = false) {
  const id = await contribuable(world);
  const note = await idFrom(
    world,
    `insert into note (entite_id, contribuable_id, texte, jour, pour_id, auteur_id)
     select entite_id, id, 'Essai', current_date, 1, 1 from contribuable where id = $1 returning id`,
    [id],
  );
  return { id, params: { note }, ...(done ? { body: { fait: true } } : {}) };
}

export const ENROLMENT_ROUTES: Table = {
  'GET /v2/notes/a-faire': route(everybody(200)),
  'GET /v2/contribuables/{id}/notes': route(ofNiamey(200), one),
  'POST /v2/contribuables/{id}/notes': route(editors(201), async (world) => ({
    ...(await one(world)),
    body: { texte: 'Essai' },
  })),
  'PUT /v2/contribuables/{id}/notes/{note}/fait': route(editors(200), (world) => tache(world, true)),
  'DELETE /v2/contribuables/{id}/notes/{note}': route(editors(204), (world) => tache(world)),
  'GET /v2/exonerations': route(office(200)),
  'POST /v2/exonerations': route(office(202, { maradi: 400, lecture: 403 }), exonere),
  'POST /v2/exonerations/preparation': route(office(200, { maradi: 400, lecture: 403 }), exonere),
  'POST /v2/exonerations/{id}/retrait': route(administrators(202, { plateau: 202 }), retrait),
  'POST /v2/exonerations/{id}/retrait/preparation': route(administrators(200, { plateau: 200 }), retrait),
  'GET /v2/equipements': route(everybody(200)),
  'GET /v2/equipements/{id}': route(ofNiamey(200), (world) => ofId(equipement(world))),
  'POST /v2/equipements': route(enrollers, async (world) => ({
    body: { contribuable: await contribuable(world), type: await idFrom(world, of('type_equipement')) },
  })),
  'PATCH /v2/equipements/{id}': route(editors(200), (world) => ofId(equipement(world), { enabled: true })),
  'DELETE /v2/equipements/{id}': route(superAdmin(204), (world) => ofId(equipement(world))),
  'POST /v2/equipements/suppression': route(superAdmin(200), async (world) => ({
    body: { ids: [await equipement(world)] },
  })),
  'GET /v2/enrollements': route(everybody(200)),
  'GET /v2/enrollements/{id}': route(ofNiamey(200), (world) => ofId(enrollement(world))),
  'POST /v2/enrollements': route(enrollers, async (world) => ({
    body: {
      contribuable: await contribuable(world),
      natureActivite: await idFrom(world, of('nature_activite')),
    },
  })),
  'PATCH /v2/enrollements/{id}': route(editors(200), (world) =>
    ofId(enrollement(world), { latitude: 13, longitude: 2 }),
  ),
  'DELETE /v2/enrollements/{id}': route(administrators(204), (world) => ofId(enrollement(world))),
  'GET /v2/entite_taxes/tarifs': route(ofNiamey(200), () => ({ search: `ramification=${DEPARTEMENT}` })),
  'GET /v2/suspensions': route(office(200)),
  'POST /v2/suspensions': route(administrators(201), suspensionOf),
  'POST /v2/suspensions/preparation': route(administrators(200), suspensionOf),
  'POST /v2/suspensions/{id}/document': route(administrators(204), async (world) => ({
    id: await suspension(world),
    ...sentFile(await picture()),
  })),
  'GET /v2/suspensions/{id}/document': route(office(200, { maradi: 404 }), async (world) => {
    const id = await suspension(world);
    const { body, headers } = sentFile(await picture());
    await world.by('superadmin').send('POST', `/v2/suspensions/${id}/document`, body, headers);
    return { id };
  }),
  'POST /v2/suspensions/{id}/fin': route(administrators(204), finOf),
  'POST /v2/suspensions/{id}/fin/preparation': route(administrators(200), finOf),
  // a place outside the scope is refused like a missing one
  'POST /v2/contribuables': route(everybody(201, { maradi: 400, lecture: 403 }), () => ({
    body: { nom: newName(), ramification: DEPARTEMENT },
  })),
  'GET /v2/recherche': route(everybody(200), () => ({ search: 'q=niamey' })),
  'POST /v2/contribuables/doublons': route(everybody(200, { maradi: 400 }), () => ({
    body: { nom: newName(), ramification: DEPARTEMENT },
  })),
  'PATCH /v2/contribuables/{id}': route(editors(200), async (world) => ({
    ...(await one(world)),
    body: { adresse: newName() },
  })),
  'POST /v2/contribuables/{id}/validation': route(editors(200), one),
  // the record that this person has just validated
  'POST /v2/contribuables/{id}/validation/annulation': route(editors(200), validated),
  'POST /v2/contribuables/{id}/correction': route(editors(200), one),
  'GET /v2/contribuables/{id}/validate/{userId}': route(editors(200), one),
  'GET /v2/contribuables/{id}/{userId}/correct': route(editors(200), one),
  'POST /v2/contribuables/validation': route(inBulk, async (world) => ({
    body: { ids: [await contribuable(world)] },
  })),
  'POST /v2/contribuables/change-secteur': route(inBulk, async (world) => ({
    body: { ids: [await contribuable(world)], ramification: DEPARTEMENT },
  })),
  'POST /v2/contribuables/change-secteur/simulation': route(inBulk, async (world) => ({
    body: { ids: [await contribuable(world)], ramification: DEPARTEMENT },
  })),
  'GET /v2/contribuables/enrollement/change-secteur': route(inBulk, async (world) => ({
    search: `ids=[${await contribuable(world)}]&ramification=${DEPARTEMENT}`,
  })),
};
