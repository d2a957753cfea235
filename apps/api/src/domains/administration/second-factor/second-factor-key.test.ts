import { beforeEach, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { PASSWORD, SECRETS, testApp } from '#src/testing/app.ts';
import type { Problem } from '#src/testing/people.ts';
import { codeOf, giveSecret } from '#src/testing/second-factor.ts';
import { secretBox } from '#src/platform/secrets/secret-box.ts';
import { newSecret } from './second-factor-codes.ts';
import { keepSecrets } from './second-factor-secrets.repository.ts';

const { db, nobody, signIn, query } = await testApp();
const NIAMEY = 3;
const check = (code: string) =>
  nobody.send<Problem>('POST', '/v2/users/check', { email: 'niamey', password: PASSWORD, code });
const stored = async () =>
  (
    await query<{ secret: string | null; chiffre: Buffer | null; cle: string | null }>(
      'select secret, chiffre, cle from second_facteur order by utilisateur_id',
    )
  )[0];

beforeEach(async () => {
  await query('delete from second_facteur');
  await query('delete from sign_in_failure');
});

describe('the secret of a second factor', () => {
  it('is nowhere in clear in the database', async () => {
    const niamey = await signIn('niamey');
    const { body } = await niamey.send<{ secret: string }>('POST', '/v2/profil/second-facteur', {
      actuel: PASSWORD,
    });
    const row = await stored();
    expect([row?.secret, row?.cle]).toEqual([null, SECRETS.cle]);
    expect(row?.chiffre?.includes(body.secret)).toBe(false);
    // not even begun anew over one of before
    await query("update second_facteur set secret = repeat('A', 32), chiffre = null, cle = null");
    await niamey.send('POST', '/v2/profil/second-facteur', { actuel: PASSWORD });
    expect((await stored())?.secret).toBeNull();
  });

  it('stored in clear is encrypted by a start, and still opens the account', async () => {
    const secret = newSecret();
    await query('insert into second_facteur (utilisateur_id, secret, actif_depuis) values ($1, $2, now())', [
      NIAMEY,
      secret,
    ]);
    expect((await check(codeOf(secret))).status).toBe(503);
    expect(await keepSecrets(db, SECRETS)).toEqual(new Map());
    expect(await stored()).toMatchObject({ secret: null, cle: SECRETS.cle });
    expect((await check(codeOf(secret))).status).toBe(200);
    const row = await stored();
    await keepSecrets(db, SECRETS);
    expect(await stored()).toEqual(row);
  });

  it('is encrypted again when another key replaces the first', async () => {
    const [old, secret] = [randomBytes(32), newSecret()];
    const chiffre = secretBox([old]).seal(secret, `second_facteur ${NIAMEY}`);
    await query(
      'insert into second_facteur (utilisateur_id, cle, chiffre, actif_depuis) values ($1, $2, $3, now())',
      [NIAMEY, chiffre.cle, chiffre.chiffre],
    );
    const present = secretBox([randomBytes(32), old]);
    expect(await keepSecrets(db, present)).toEqual(new Map());
    expect((await stored())?.cle).toBe(present.cle);
  });
});

describe('when the key is lost', () => {
  const lost = secretBox([randomBytes(32)]);
  async function give() {
    const secret = newSecret();
    await giveSecret(query, NIAMEY, secret);
    const { cle, chiffre } = lost.seal(secret, `second_facteur ${NIAMEY}`);
    await query('update second_facteur set cle = $1, chiffre = $2', [cle, chiffre]);
    return secret;
  }

  it('a start reports how many secrets need which key, and keeps them', async () => {
    await give();
    const before = await stored();
    expect(await keepSecrets(db, SECRETS)).toEqual(new Map([[lost.cle, 1]]));
    expect(await stored()).toEqual(before);
  });

  it('a code gets a reply with what the operator must do, at each try, and is not counted as a failure', async () => {
    const secret = await give();
    for (let tries = 0; tries < 12; tries += 1) {
      const { status, body } = await check(codeOf(secret));
      expect([status, body.code]).toEqual([503, 'second-facteur.illisible']);
      expect(body.message).toMatch(/clé.*code de secours.*exploitant/s);
    }
    expect(await query('select from sign_in_failure')).toEqual([]);
    expect(await query("select from echec_connexion where nom = 'niamey'")).toEqual([]);
  });

  it('a recovery code still opens the account, and the second factor can be withdrawn and set up again', async () => {
    await give();
    await query(
      "insert into code_secours (utilisateur_id, code_hash) values ($1, sha256('ABCDEFGHABCDEFGH'))",
      [NIAMEY],
    );
    expect((await check('ABCD-EFGH-ABCD-EFGH')).status).toBe(200);
    const boss = await signIn('superadmin');
    expect((await boss.send('DELETE', `/v2/users/${NIAMEY}/second-facteur`)).status).toBe(204);
    const niamey = await signIn('niamey');
    const { body } = await niamey.send<{ secret: string }>('POST', '/v2/profil/second-facteur', {
      actuel: PASSWORD,
    });
    const confirmed = await niamey.send('POST', '/v2/profil/second-facteur/confirmation', {
      code: codeOf(body.secret),
    });
    expect(confirmed.status).toBe(200);
  });
});
