/** A primary and its streaming standby, for tests and trials. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Settings } from '../embedded/settings.ts';
import { startEmbedded } from '../embedded/embedded.ts';

/**
 * Starts a server and a standby, made from a copy of the stopped server's folder.
 * @param folder that the unprivileged account of the server can enter
 */
export async function primaryAndStandby(folder: string, extraSettings: Settings) {
  const [dataDir, standbyDir] = [path.join(folder, 'pg'), path.join(folder, 'standby')];
  const settings = { ...extraSettings, wal_level: 'replica', max_wal_senders: 4, hot_standby_feedback: 'on' };
  const prototype = await startEmbedded({ dataDir, settings });
  await prototype.stop();
  execFileSync('cp', ['-a', dataDir, standbyDir]);
  const primary = await startEmbedded({ dataDir, settings });
  const { port, username, password } = new URL(primary.url());
  fs.writeFileSync(path.join(standbyDir, 'standby.signal'), '');
  const startStandbyServer = () =>
    startEmbedded({
      dataDir: standbyDir,
      settings: {
        ...settings,
        primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
      },
    });
  let standby = await startStandbyServer();
  return {
    primary,
    port: () => standby.port,
    stopStandby: () => standby.stop(),
    startStandby: async () => void (standby = await startStandbyServer()),
    async end() {
      await standby.stop();
      await primary.stop();
    },
  };
}
