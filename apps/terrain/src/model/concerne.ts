/** Whom or what an act of the log concerns, to recognise it in a list. */
import { numerosText } from '@octroi/contract/caisse/valeurs/valeur-rules';
import { DESTINATION_WORDS } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { Entry } from '#src/platform/log/log.ts';
import type { Etat } from './etat.ts';

/** Undefined if it concerns only the agent's till. */
export function concernsOf(entry: Entry, { personnes, recus }: Etat): string | undefined {
  switch (entry.type) {
    case 'enrolement':
      return personnes.byReference({ local: entry.corps.local })?.nom;
    case 'paiement':
      return [
        entry.emis?.nom ?? personnes.byReference(entry.corps.contribuable)?.nom,
        formatFrancs(entry.corps.montant),
      ]
        .filter(Boolean)
        .join(', ');
    case 'correction':
    case 'ligne':
    case 'visite':
      return personnes.byReference(entry.corps.contribuable)?.nom;
    case 'annulation': {
      const recu = recus.find(
        ({ sequence, numero }) => sequence === entry.corps.sequence || numero === entry.corps.recu,
      );
      return recu && [recu.numero, recu.emis?.nom].filter(Boolean).join(', ');
    }
    case 'versement':
      return `${DESTINATION_WORDS[entry.corps.destination]}, ${formatFrancs(entry.corps.montant)}`;
    case 'vente':
      return `Tickets ${numerosText([[entry.corps.de, entry.corps.a]])}`;
    case 'avis': {
      const { contribuable, avis } = entry.corps;
      return (contribuable && personnes.byReference(contribuable)?.nom) ?? avis.split('/').at(-1);
    }
    case 'tournee':
      return `${entry.corps.visites.length} visite${entry.corps.visites.length > 1 ? 's' : ''}`;
    case 'session':
    case 'comptage':
      return undefined;
  }
}
