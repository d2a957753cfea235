import fs from 'node:fs';
import path from 'node:path';
import { EmbeddedError, run, type Account } from './process.ts';

const isRoot = () => process.getuid?.() === 0;

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: then the owner of an existing cluster, else the
 * account `postgres`, else `nobody`. An ordinary user runs it as himself.
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (!isRoot()) {
    refuseForeignCluster(cluster);
    return undefined;
  }
  const owner = ownerOf(cluster);
  if (owner && owner.uid !== 0) return { ...owner, name: `uid ${owner.uid}` };
  const accounts = readAccounts();
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (account) return account;
  throw new EmbeddedError(
    'PostgreSQL ne tourne pas sous root, et cette machine n’a ni compte « postgres » ni compte « nobody ». ' +
      'Créez un compte sans droits (useradd --system postgres), démarrez sous un compte ordinaire, ' +
      'ou donnez une base externe par DATABASE_URL.',
  );
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const { uid, gid } = fs.statSync(folder, { throwIfNoEntry: false }) ?? {};
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function refuseForeignCluster(cluster: string): void {
  const owner = ownerOf(cluster);
  const own = process.getuid?.();
  if (!owner || own === undefined || owner.uid === own) return;
  throw new EmbeddedError(
    `La base ${cluster} appartient à un autre compte (uid ${owner.uid}, ici ${own}). Démarrez sous ce compte ` +
      `ou sous root, rendez-la à ce compte-ci (sudo chown -R ${own} ${cluster}), ` +
      'ou choisissez un autre dossier par OCTROI_DATA.',
  );
}

function readAccounts(): Map<string, Account> {
  const lines = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  return new Map(
    lines.map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return [name, { name, uid: Number(uid), gid: Number(gid) }];
    }),
  );
}

/** Whether the account can enter a folder. All folders above count, so it is tried, not computed. */
export async function canReach(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true;
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { account })).code === 0;
}

/**
 * Creates a folder that this process can write to, and that another account may pass through.
 * @throws EmbeddedError saying in French what to do if that is impossible
 */
export function makeFolder(folder: string): void {
  try {
    makeMissing(folder);
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new EmbeddedError(unwritable(folder, (error as NodeJS.ErrnoException).code));
  }
}

/** Node's own recursive mkdir does not return where a file system answers ENOENT, as /proc does. */
function makeMissing(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeMissing(path.dirname(folder));
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o711);
}

function unwritable(folder: string, code: string | undefined): string {
  const reason =
    {
      EACCES: 'le compte qui démarre le produit n’y a pas le droit d’écriture',
      EPERM: 'le système le refuse',
      EROFS: 'le système de fichiers est en lecture seule',
      ENOTDIR: 'un fichier se trouve sur ce chemin, à la place d’un dossier',
      EEXIST: 'un fichier se trouve sur ce chemin, à la place d’un dossier',
      ENOSPC: 'le disque est plein',
    }[code ?? ''] ?? code;
  return (
    `Impossible d’écrire dans le dossier de données ${folder} : ${reason}. Donnez-le au compte qui démarre le ` +
    `produit (sudo chown -R ${process.getuid?.() ?? 'compte'} ${folder}) ou choisissez un autre dossier : ` +
    `OCTROI_DATA=${path.join(process.env['HOME'] || '/chemin', 'octroi-data')} npm start.`
  );
}

/** Gives a file or folder to the account, if there is one. */
export function giveTo(account: Account | undefined, target: string): void {
  if (account) fs.chownSync(target, account.uid, account.gid);
}
