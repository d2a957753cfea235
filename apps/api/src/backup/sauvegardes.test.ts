import type { Sauvegardes } from '@octroi/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import type { MadeBackup } from './make.ts';
import { readBackupState } from './sauvegardes.repository.ts';

const MADE: MadeBackup = {
  fichier: 'octroi-2026-11-22-020000.octroi.age',
  octets: 1234,
  empreinte: 'ab',
  lignes: 99,
  fichiersJoints: 2,
  verifiee: true,
  chiffree: true,
  copies: [{ lieu: '/mnt/ailleurs', message: null }],
  message: null,
};

const names: string[] = [];
let outcome: () => Promise<MadeBackup> = async () => MADE;
const OPERATOR = 'exploitant@octroi.example';
const { signIn, query, runPeriodic, mails, unreachable, db } = await testApp({
  backups: {
    hour: 2,
    folder: '/srv/sauvegardes',
    retention: { days: 7, weeks: 4, months: 6 },
    encrypted: true,
    elsewhere: ['/mnt/ailleurs'],
    operatorMail: OPERATOR,
    make: (name) => {
      names.push(name);
      return outcome();
    },
  },
});

const latest = async () => {
  const { body } = await (await signIn('superadmin')).get<Sauvegardes>('/v2/sauvegardes');
  return body;
};

beforeEach(async () => {
  await query('delete from sauvegarde');
  names.length = 0;
  mails.length = 0;
  outcome = async () => MADE;
});

describe('a scheduled backup', () => {
  it('is made once if there was none since its hour', async () => {
    await runPeriodic('sauvegarde');
    await runPeriodic('sauvegarde');
    expect(names).toEqual([expect.stringMatching(/^octroi-\d{4}-\d{2}-\d{2}-\d{6}\.octroi\.age$/)]);
    const { data, reglages } = await latest();
    expect(data).toEqual([
      expect.objectContaining({
        statut: 'terminé',
        fichier: MADE.fichier,
        lignes: 99,
        verifiee: true,
        copies: MADE.copies,
      }),
    ]);
    expect(reglages).toMatchObject({
      dossier: '/srv/sauvegardes',
      jours: 7,
      chiffrees: true,
      ailleurs: ['/mnt/ailleurs'],
    });
    expect(await readBackupState(db)).toMatchObject({
      succeeded: true,
      succeededAt: expect.any(Date) as Date,
    });
    expect(Date.parse(reglages?.prochaine ?? '')).toBeGreaterThan(Date.now());
    expect(mails).toEqual([]);
  });

  it('is made again the day after, even if the clock had jumped ahead', async () => {
    await runPeriodic('sauvegarde');
    await query("update sauvegarde set created_at = now() - interval '1 day'");
    await query("insert into sauvegarde (statut, created_at) values ('terminé', now() + interval '1 year')");
    await runPeriodic('sauvegarde');
    expect(names).toHaveLength(2);
    await query("update sauvegarde set statut = 'échoué' where ended_at is not null");
    await query("update sauvegarde set ended_at = now() + interval '1 year' where statut = 'terminé'");
    expect(await readBackupState(db)).toEqual({ succeeded: false, succeededAt: undefined });
  });

  it('that fails is tried again after an hour, and reported by mail once', async () => {
    outcome = () => Promise.reject(new Error('La place manque dans /srv/sauvegardes. Libérez-en.'));
    await runPeriodic('sauvegarde');
    await runPeriodic('sauvegarde');
    expect(names).toHaveLength(1);
    expect(mails).toEqual([
      expect.objectContaining({
        to: { name: 'Exploitant d’Octroi', address: OPERATOR },
        subject: 'Octroi : la sauvegarde a échoué',
        text: expect.stringContaining('Libérez-en.') as string,
      }),
    ]);
    expect((await latest()).data[0]).toMatchObject({
      statut: 'échoué',
      message: expect.stringContaining('place') as string,
    });
    expect(await readBackupState(db)).toEqual({ succeeded: false, succeededAt: undefined });
    // on the same backup day, however early the test runs
    await query("update sauvegarde set ended_at = now() - interval '2 hours'");
    await runPeriodic('sauvegarde');
    expect(names).toHaveLength(2);
    expect(mails).toHaveLength(1);
  });

  it.each([
    ['that fails', () => Promise.reject(new Error('La place manque.')), 'La place manque.'],
    [
      'that is not copied',
      async () => ({ ...MADE, copies: [{ lieu: '/mnt/ailleurs', message: 'Copie non faite : EIO' }] }),
      'Copie non faite : EIO',
    ],
  ])('%s is reported at a later check if no mail can be sent', async (_kind, make, reason) => {
    outcome = make;
    unreachable.add(OPERATOR);
    await runPeriodic('sauvegarde');
    await runPeriodic('sauvegarde');
    expect(mails).toEqual([]);
    unreachable.delete(OPERATOR);
    await runPeriodic('sauvegarde');
    await runPeriodic('sauvegarde');
    expect(names).toHaveLength(1);
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(reason)]);
  });

  it('that was interrupted is resumed', async () => {
    await query("insert into sauvegarde (statut, started_at) values ('en cours', now())");
    await runPeriodic('sauvegarde');
    expect((await latest()).data).toEqual([expect.objectContaining({ statut: 'terminé' })]);
    expect(names).toHaveLength(1);
  });

  it('whose copy fails is reported', async () => {
    outcome = async () => ({
      ...MADE,
      copies: [{ lieu: '/mnt/ailleurs', message: 'Copie non faite : EIO' }],
    });
    await runPeriodic('sauvegarde');
    expect(mails).toEqual([
      expect.objectContaining({
        text: expect.stringContaining('/mnt/ailleurs. Copie non faite : EIO') as string,
      }),
    ]);
  });
});

describe('a manual backup', () => {
  it('can be started only by Super Admin, one at a time', async () => {
    const superadmin = await signIn('superadmin');
    const begun = await superadmin.send<{ id: string }>('POST', '/v2/sauvegardes');
    expect(begun.status).toBe(202);
    expect((await (await signIn('admin.nta')).send('POST', '/v2/sauvegardes')).status).toBe(403);
    expect((await (await signIn('niamey')).get('/v2/sauvegardes')).status).toBe(403);
    await query("insert into sauvegarde (statut) values ('en cours')");
    const refused = await superadmin.send('POST', '/v2/sauvegardes');
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('déjà en cours') as string },
    });
    // the journal records started ones, not refused or scheduled ones
    await query('delete from sauvegarde');
    await runPeriodic('sauvegarde');
    expect(
      await query(
        `select acte, username, apres from journal j join utilisateur u on u.id = j.utilisateur_id
         where ressource = 'sauvegardes'`,
      ),
    ).toEqual([{ acte: 'créer', username: 'superadmin', apres: { id: begun.body.id } }]);
  });

  it('has a suffix in its name, and does not replace the scheduled one of the night', async () => {
    await (await signIn('superadmin')).send('POST', '/v2/sauvegardes');
    await runPeriodic('sauvegarde');
    expect(names).toEqual([
      expect.stringMatching(/^octroi-[\d-]+-manuelle\.octroi\.age$/),
      expect.stringMatching(/^octroi-[\d-]+\d\.octroi\.age$/),
    ]);
  });
});
