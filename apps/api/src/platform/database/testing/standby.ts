/** A primary and its streaming standby, for tests and trials. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Settings } from '../embedded/settings.ts';
import { startEmbedded } from '../embedded/embedded.ts';

/**
 * A server whose folder is copied while it is down, and the copy of it that follows.
 * @param folder into which the unprivileged account of the server may go
 */
export async function primaryAndStandby(folder: string, given: Settings) {
  const [dataDir, copied] = [path.join(folder, 'pg'), path.join(folder, 'standby')];
  const settings = { ...given, wal_level: 'replica', max_wal_senders: 4, hot_standby_feedback: 'on' };
  const made = await startEmbedded({ dataDir, settings });
  await made.stop();
  execFileSync('cp', ['-a', dataDir, copied]);
  const primary = await startEmbedded({ dataDir, settings });
  const { port, username, password } = new URL(primary.url());
  fs.writeFileSync(path.join(copied, 'standby.signal'), '');
  const follow = () =>
    startEmbedded({
      dataDir: copied,
      settings: {
        ...settings,
        primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
      },
    });
  let standby = await follow();
  return {
    primary,
    port: () => standby.port,
    stopStandby: () => standby.stop(),
    startStandby: async () => void (standby = await follow()),
    async end() {
      await standby.stop();
      await primary.stop();
    },
  };
}
