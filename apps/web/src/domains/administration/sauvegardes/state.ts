/** The warning above the list of backups. Pure. */
import type { Sauvegardes } from '@octroi/contract/platform/jobs/sauvegardes';

interface Warning {
  grave: boolean;
  title: string;
  text: string;
}

/** The first problem to correct; undefined if there is none. */
export function stateOf({ data, reglages }: Pick<Sauvegardes, 'data' | 'reglages'>): Warning | undefined {
  if (!reglages)
    return {
      grave: true,
      title: 'Aucune sauvegarde ne se fait d’elle-même',
      text: 'L’exploitant règle OCTROI_BACKUP_HEURE sur le serveur (docs/exploitation.md), puis redémarre Octroi.',
    };
  const last = data.find(({ statut }) => statut === 'terminé' || statut === 'échoué');
  if (last?.statut === 'échoué')
    return {
      grave: true,
      title: 'La dernière sauvegarde a échoué',
      text: `${last.message ?? ''} Une autre est essayée d’heure en heure ; « Sauvegarder maintenant » n’attend pas.`.trim(),
    };
  if (last?.copies.some(({ message }) => message !== null))
    return {
      grave: true,
      title: 'La dernière sauvegarde n’a pas été copiée partout',
      text: 'Si cette machine est perdue, elle l’est aussi. Vérifiez le disque ou le dépôt nommé ci-dessous.',
    };
  if (last && !last.verifiee)
    return {
      grave: false,
      title: 'La dernière sauvegarde n’a pas été restaurée à l’essai',
      text: last.message ?? '',
    };
  if (!reglages.chiffrees || reglages.ailleurs.length === 0)
    return {
      grave: false,
      title: reglages.chiffrees
        ? 'Les sauvegardes restent sur cette machine'
        : 'Les sauvegardes sont en clair',
      text: reglages.chiffrees
        ? 'Réglez OCTROI_BACKUP_COPIE ou OCTROI_BACKUP_S3_URL pour qu’un vol ou une panne n’emporte pas tout.'
        : 'Qui les prend les lit. Faites une clé (npm run backup:cle) et réglez OCTROI_BACKUP_CLE_PUBLIQUE.',
    };
  return undefined;
}

/** `3 min 05 s` */
export function durationText(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  if (hours > 0) return `${hours} h ${two(minutes)}`;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
}
