import type { Sauvegardes } from '@octroi/contract/platform/jobs/sauvegardes';
import { expect, test } from '@playwright/test';
import { expectAccessible, heading, signIn, openFromMenu } from '../support.ts';

const successful = {
  statut: 'terminé',
  createdAt: '2026-11-22T01:00:00.000Z',
  startedAt: '2026-11-22T01:00:01.000Z',
  endedAt: '2026-11-22T01:03:06.000Z',
  fichier: 'octroi-2026-11-22-020001.octroi.age',
  octets: 1_530_000,
  lignes: 123_456,
  fichiersJoints: 12,
  verifiee: true,
  chiffree: true,
  copies: [{ lieu: '/mnt/ailleurs', message: null }],
  message: null,
} as const;
const failed = {
  ...successful,
  statut: 'échoué',
  createdAt: '2026-11-23T01:00:00.000Z',
  fichier: null,
  octets: null,
  lignes: null,
  verifiee: false,
  copies: [],
  message: 'La place manque dans /srv/sauvegardes. Libérez-en.',
} as const;
const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

test('Super Admin sees the backups, what failed and what to do, and starts one', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await openFromMenu(page, 'sauvegardes');
  await expect(heading(page)).toHaveText('Sauvegardes');
  // the demonstration makes no backups, and says so
  await expect(page.getByRole('alert')).toContainText('Aucune sauvegarde ne se fait d’elle-même');
  await expect(page.getByRole('button', { name: 'Sauvegarder maintenant' })).toHaveCount(0);
  await expectAccessible(page);

  const shown: Sauvegardes = {
    data: [
      { id: id(2), ...failed, copies: [...failed.copies] },
      { id: id(1), ...successful, copies: [...successful.copies] },
    ],
    reglages: {
      dossier: '/srv/sauvegardes',
      prochaine: '2026-11-24T01:00:00.000Z',
      jours: 7,
      semaines: 4,
      mois: 6,
      chiffrees: true,
      ailleurs: ['/mnt/ailleurs'],
    },
  };
  await page.route('**/v2/sauvegardes', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: shown });
    const running = { ...shown.data[0]!, id: id(3), statut: 'en cours' as const, message: null };
    shown.data.unshift(running);
    return route.fulfill({ status: 202, json: running });
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('La dernière sauvegarde a échoué');
  await expect(page.getByRole('alert')).toContainText('Libérez-en.');
  await expect(page.getByText('24/11/2026 à 02:00')).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: successful.fichier });
  for (const text of ['terminé', '3 min 05 s', '1,5', '/mnt/ailleurs'])
    await expect(line).toContainText(text);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sauvegarder maintenant' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'en cours' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sauvegarder maintenant' })).toBeDisabled();
});

test('other people do not have the screen', async ({ page }) => {
  await signIn(page, 'niamey');
  await page.goto('/administration');
  await expect(page.getByRole('link', { name: 'Utilisateurs', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sauvegardes' })).toHaveCount(0);
});
