/** The routes of the authorisation matrix that are about enrolments: what is entered, corrected, validated and moved. */
import { administrators, everybody, newName, ofNiamey, route, type Table } from './expectation.ts';
import { contribuable } from './money-routes.ts';
import type { World } from './people.ts';
import { DEPARTEMENT } from './resources.ts';

/** Whoever may change a taxpayer of the département: the manager of it too. */
const editors = (status: number) => administrators(status, { plateau: status });
/** Kept for Super Admin and Admin NTA. */
const inBulk = everybody(403, { superadmin: 200, 'admin.nta': 200 });

const one = async (world: World) => ({ id: await contribuable(world) });

export const ENROLMENT_ROUTES: Table = {
  'GET /v2/entite_taxes/tarifs': route(ofNiamey(200), () => ({ search: `ramification=${DEPARTEMENT}` })),
  // a place that is not seen is a reference to nothing
  'POST /v2/contribuables': route(everybody(201, { maradi: 400, lecture: 403 }), () => ({
    body: { nom: newName(), ramification: DEPARTEMENT },
  })),
  'POST /v2/contribuables/doublons': route(everybody(200, { maradi: 400 }), () => ({
    body: { nom: newName(), ramification: DEPARTEMENT },
  })),
  'PATCH /v2/contribuables/{id}': route(editors(200), async (world) => ({
    ...(await one(world)),
    body: { adresse: newName() },
  })),
  'POST /v2/contribuables/{id}/validation': route(editors(200), one),
  'POST /v2/contribuables/{id}/correction': route(editors(200), one),
  'GET /v2/contribuables/{id}/validate/{userId}': route(editors(200), one),
  'GET /v2/contribuables/{id}/{userId}/correct': route(editors(200), one),
  'POST /v2/contribuables/validation': route(inBulk, async (world) => ({
    body: { ids: [await contribuable(world)] },
  })),
  'POST /v2/contribuables/change-secteur': route(inBulk, async (world) => ({
    body: { ids: [await contribuable(world)], ramification: DEPARTEMENT },
  })),
  'GET /v2/contribuables/enrollement/change-secteur': route(inBulk, async (world) => ({
    search: `ids=[${await contribuable(world)}]&ramification=${DEPARTEMENT}`,
  })),
};
