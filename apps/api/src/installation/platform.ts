/** Initial data of every installation: rights, levels, frequencies, payment methods. */
import type { ScreenKey } from '@octroi/contract';
import type pg from 'pg';
import { copyRows } from '#src/platform/database/copy.ts';
import { GROUPES } from './groupes.ts';
import { MOYENS_PAIEMENT } from './moyens-paiement.ts';
import { NAVIGATIONS } from './navigations.ts';
import { FREQUENCES, TYPES_RAMIFICATION } from './nomenclatures.ts';

/** Tables whose ids are fixed here. */
export const PLATFORM_TABLES = [
  'type_ramification',
  'groupe',
  'navigation',
  'permission',
  'frequence',
  'moyen_paiement',
] as const;

const idOf = (cle: ScreenKey): number => NAVIGATIONS.findIndex((entry) => entry.cle === cle) + 1;

/** @param client connected as the owner, in a transaction, on a database without these data */
export async function insertPlatform(client: pg.ClientBase): Promise<void> {
  await copyRows(
    client,
    'type_ramification (id, nom, niveau, description)',
    TYPES_RAMIFICATION.map(({ id, nom, description }) => [id, nom, id, description]),
  );
  await copyRows(
    client,
    'groupe (id, nom, description)',
    GROUPES.map(({ id, nom, description }) => [id, nom, description]),
  );
  await copyRows(
    client,
    'navigation (id, cle, nom, icon, url, permissions, module)',
    NAVIGATIONS.map((n) => [idOf(n.cle), n.cle, n.nom, n.icon, n.url, n.permissions, n.module]),
  );
  await copyRows(
    client,
    'permission (groupe_id, navigation_id, nom)',
    GROUPES.flatMap(({ id, grants }) => grants.map(({ cle, nom }) => [id, idOf(cle), nom])),
  );
  await copyRows(
    client,
    'frequence (id, nom, occurrences, description)',
    FREQUENCES.map(({ id, nom, occurrences, description }) => [id, nom, occurrences, description]),
  );
  await copyRows(
    client,
    'moyen_paiement (id, nom, nature, commission, description, a_confirmer)',
    MOYENS_PAIEMENT.map(({ id, nom, nature, commission, description, aConfirmer }) => [
      id,
      nom,
      nature,
      commission,
      description,
      aConfirmer,
    ]),
  );
}
