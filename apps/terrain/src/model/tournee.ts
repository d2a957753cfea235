/** The tour of the day: taxpayers to visit in order, and the outcomes. */
import type { Day } from '@octroi/contract/platform/values/period';
import { type Issue, ISSUE_WORDS } from '@octroi/contract/recouvrement/visites';
import type { Entry } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { Personne, Personnes } from './personnes.ts';
import { jourOf } from './instants.ts';
import { recusOf } from './recus.ts';

export interface Arret {
  /** From 1. */
  rang: number;
  tournee: number;
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
  return pulled.tournees
    .filter(({ jour }) => jour === today)
    .flatMap(({ id, visites }) =>
      [...visites]
        .sort((a, b) => a.ordre - b.ordre)
        .map(({ contribuable, nom, issue }, index): Arret => {
          const cle = String(contribuable);
          const outcome = issues.get(cle) ?? issue;
          const fait = paid.has(cle) ? ISSUE_WORDS.payé : outcome && ISSUE_WORDS[outcome];
          return {
            rang: index + 1,
            tournee: id,
            contribuable,
            nom,
            personne: personnes.find(cle),
            fait: fait ?? null,
          };
        }),
    );
}

const cleOf = (personnes: Personnes, reference: Parameters<Personnes['byReference']>[0]): string =>
  personnes.byReference(reference)?.cle ?? ('id' in reference ? String(reference.id) : reference.local);
