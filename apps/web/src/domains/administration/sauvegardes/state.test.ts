import type { Sauvegarde, Sauvegardes } from '@octroi/contract/platform/jobs/sauvegardes';
import { expect, it } from 'vitest';
import { durationText, stateOf } from './state.ts';

const reglages: NonNullable<Sauvegardes['reglages']> = {
  dossier: '/srv',
  prochaine: '2026-11-23T01:00:00Z',
  jours: 7,
  semaines: 4,
  mois: 6,
  chiffrees: true,
  ailleurs: ['/mnt'],
};
const successful: Sauvegarde = {
  id: '00000000-0000-4000-8000-000000000000',
  statut: 'terminé',
  createdAt: '2026-11-22T01:00:00Z',
  startedAt: '2026-11-22T01:00:00Z',
  endedAt: '2026-11-22T01:03:05Z',
  fichier: 'a',
  octets: 1,
  lignes: 1,
  fichiersJoints: 0,
  verifiee: true,
  chiffree: true,
  copies: [{ lieu: '/mnt', message: null }],
  message: null,
};

it.each<[string, Pick<Sauvegardes, 'data' | 'reglages'>, string | undefined]>([
  ['nothing is set up', { data: [], reglages: null }, 'Aucune sauvegarde ne se fait d’elle-même'],
  ['all is well', { data: [successful], reglages }, undefined],
  ['none was made yet', { data: [], reglages }, undefined],
  [
    'the last one failed, while another is made',
    {
      data: [
        { ...successful, statut: 'en cours' },
        { ...successful, statut: 'échoué', message: 'Plein.' },
        successful,
      ],
      reglages,
    },
    'La dernière sauvegarde a échoué',
  ],
  [
    'a copy failed',
    { data: [{ ...successful, copies: [{ lieu: '/mnt', message: 'Copie non faite' }] }], reglages },
    'La dernière sauvegarde n’a pas été copiée partout',
  ],
  [
    'it could not be restored',
    { data: [{ ...successful, verifiee: false }], reglages },
    'La dernière sauvegarde n’a pas été restaurée à l’essai',
  ],
  [
    'they stay here',
    { data: [successful], reglages: { ...reglages, ailleurs: [] } },
    'Les sauvegardes restent sur cette machine',
  ],
  [
    'they are in clear',
    { data: [successful], reglages: { ...reglages, chiffrees: false } },
    'Les sauvegardes sont en clair',
  ],
])('shows what to correct when %s', (_when, shown, title) => {
  expect(stateOf(shown)?.title).toBe(title);
});

it('shows the duration of a backup', () => {
  expect(durationText('2026-11-22T01:00:00Z', '2026-11-22T01:00:07Z')).toBe('7 s');
  expect(durationText('2026-11-22T01:00:00Z', '2026-11-22T01:03:05Z')).toBe('3 min 05 s');
  expect(durationText('2026-11-22T01:00:00Z', '2026-11-22T03:04:00Z')).toBe('2 h 04');
});
