/** The system's errors in French, for the operator: what happened to which file, and what to do. */
import os from 'node:os';

function account(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `numéro ${process.getuid?.()}`;
  }
}

/** Sentences by code of the system; `file` is the path of the error, if it names one. */
const SENTENCES: Record<string, (file: string) => string> = {
  ENOENT: (file) => `${file} n’existe pas.`,
  EACCES: (file) =>
    `${file} : le compte ${account()} n’y a pas accès. Donnez-lui ce droit, ou choisissez un autre endroit.`,
  EROFS: (file) => `${file} est sur un disque en lecture seule. Choisissez un autre endroit.`,
  EISDIR: (file) => `Un fichier est attendu, et non un dossier (${file}).`,
  ENOTDIR: (file) => `${file} : un fichier se trouve sur ce chemin, à la place d’un dossier.`,
  EEXIST: (file) => `${file} existe déjà.`,
  ENAMETOOLONG: (file) => `Le nom ${file} est trop long.`,
  ENOSPC: (file) => `Le disque est plein (${file}). Faites de la place, puis recommencez.`,
  EDQUOT: (file) =>
    `La place accordée au compte ${account()} est pleine (${file}). Faites-en, puis recommencez.`,
  EIO: (file) => `Le disque ne se lit ou ne s’écrit plus (${file}). Vérifiez-le : journalctl -k.`,
  ESTALE: (file) => `${file} : le disque partagé ne répond plus. Vérifiez-le, remontez-le.`,
};
SENTENCES['EPERM'] = SENTENCES['EACCES']!;

/** @returns the error's message, in French if the system itself refused */
export function messageOf(error: unknown): string {
  const {
    code = '',
    path,
    dest,
    message,
    errors,
  } = error as NodeJS.ErrnoException & {
    dest?: string;
    errors?: unknown[];
  };
  // one for each address that was tried, with an empty message
  if (!message && errors?.length) return errors.map(messageOf).join(' ; ');
  const sentence = SENTENCES[code]?.(dest ?? path ?? 'lecture ou écriture');
  if (sentence) return sentence;
  if (code.startsWith('ERR_PARSE_ARGS')) {
    const [, named] = /'([^']+)'/.exec(message) ?? [];
    return `Option ou argument mal écrit${named ? ` : ${named}` : ''}. Sans argument, la commande montre son usage.`;
  }
  return message;
}
