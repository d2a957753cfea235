/** The tour of the day: taxpayers to visit in order, and the outcomes. */
import type { Day } from '@octroi/contract/platform/values/period';
import { type Issue, ISSUE_WORDS } from '@octroi/contract/recouvrement/visites';
import type { Entry } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { Personne, Personnes } from '../personnes.ts';
import { jourOf } from '../instants.ts';
import { recusOf } from '../recus.ts';

export interface Arret {
  /** From 1. */
  rang: number;
  /** Null for a visit that the phone proposed, until the office has it. */
  tournee: number | null;
  contribuable: number;
  nom: string;
  /** Undefined if the taxpayer left the phone's places. */
  personne: Personne | undefined;
  /** The outcome in words; null without one. */
  fait: string | null;
}

/** The stops of a day's tours, in order. */
export function arretsOf(
  pulled: PulledData,
  entries: readonly Entry[],
  personnes: Personnes,
  today: Day,
): Arret[] {
  const issues = new Map<string, Issue>();
  for (const entry of entries)
    if (entry.type === 'visite' && entry.etat !== 'refuse' && jourOf(entry) === today)
      issues.set(cleOf(personnes, entry.corps.contribuable), entry.corps.issue);
  const paid = new Set(
    recusOf(entries)
      .filter(({ jour, annule }) => jour === today && !annule)
      .map(({ contribuable }) => cleOf(personnes, contribuable)),
  );
  const outcomeOf = (cle: string, downloaded: Issue | null): string | null => {
    const outcome = issues.get(cle) ?? downloaded;
    return paid.has(cle) ? ISSUE_WORDS.payé : outcome && ISSUE_WORDS[outcome];
  };
  const planned = pulled.tournees
    .filter(({ jour }) => jour === today)
    .flatMap(({ id, visites }) =>
      [...visites]
        .sort((a, b) => a.ordre - b.ordre)
        .map(({ contribuable, nom, issue }, index): Arret => ({
          rang: index + 1,
          tournee: id,
          contribuable,
          nom,
          personne: personnes.find(String(contribuable)),
          fait: outcomeOf(String(contribuable), issue),
        })),
    );
  const known = new Set(planned.map(({ contribuable }) => String(contribuable)));
  const proposed = takenOf(entries, personnes, today).filter(({ cle }) => !known.has(cle));
  return [
    ...planned,
    ...proposed.map((personne, index): Arret => ({
      rang: planned.length + index + 1,
      tournee: null,
      contribuable: personne.id ?? 0,
      nom: personne.nom,
      personne,
      fait: outcomeOf(personne.cle, null),
    })),
  ];
}

/** The taxpayers that the agent took over from the phone's proposals today, in their order, each once. */
function takenOf(entries: readonly Entry[], personnes: Personnes, today: Day): Personne[] {
  const taken = entries.flatMap((entry) =>
    entry.type === 'tournee' && entry.etat !== 'refuse' && !entry.tenu && jourOf(entry) === today
      ? entry.corps.visites.flatMap(({ contribuable }) => personnes.byReference(contribuable) ?? [])
      : [],
  );
  return [...new Map(taken.map((personne) => [personne.cle, personne])).values()];
}

const cleOf = (personnes: Personnes, reference: Parameters<Personnes['byReference']>[0]): string =>
  personnes.byReference(reference)?.cle ?? ('id' in reference ? String(reference.id) : reference.local);
