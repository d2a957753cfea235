/** All that screens show. */
import type { Day } from '@octroi/contract/platform/values/period';
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import type { Clock, Doute } from '#src/platform/device/clock.ts';
import type { Remettable } from '#src/platform/log/handover.ts';
import type { Entry } from '#src/platform/log/log.ts';
import type { Known } from '#src/platform/exchange/pull.ts';
import { type Interdit, interditOf } from '#src/platform/exchange/standing.ts';
import type { Standing } from '#src/platform/vault/store.ts';
import type { Trace } from '#src/platform/vault/trace.ts';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import { type Till, tillOf } from './caisse.ts';
import { Personnes } from './personnes.ts';
import { type Recu, recusOf } from './recus.ts';
import { type Arret, arretsOf } from './tournee.ts';
import { type Tranche, tranchesOf } from './valeurs.ts';

export interface Etat {
  phase: 'ouverture' | 'connexion' | 'inscription' | 'premiere' | 'ouvert' | 'efface' | 'perdu';
  pseudo: string | null;
  /** Of what this phone was before it lost all that it kept. */
  trace: Trace | null;
  /** On a phone that is closed, or takes nothing more: what can be handed over without its agent, what cannot, and what was. */
  remise: Remettable & { faites: number };
  appareil: InscriptionAppareil['appareil'] | null;
  /** Why this phone takes nothing more; null while it may. */
  interdit: Interdit | null;
  /** Why the agent is asked for the date before anything is done; null while the phone's clock is believed. */
  doute: Doute | null;
  /** When the server was last heard of, by its clock, milliseconds. */
  dernierContact: number | null;
  today: Day;
  referentiel: Referentiel | null;
  personnes: Personnes;
  entries: readonly Entry[];
  recus: readonly Recu[];
  till: Till | null;
  arrets: readonly Arret[];
  /** Tickets in the agent's hands. */
  tranches: readonly Tranche[];
  /** Francs of cash of a day at most; null: as much as comes. */
  plafond: number | null;
  /** Acts and photos that wait to be sent. */
  enAttente: number;
  photosEnAttente: number;
  /** When the last pull ended, by the server's clock as far as it was known. */
  finieLe: number | null;
  /** Taxpayers that came so far, of a pull that goes on. */
  recues: number | null;
  /** Since when the server has not answered, by its clock as far as it is known; null: it did. */
  horsLigne: number | null;
  enEnvoi: boolean;
  /** The server no longer knows the session. */
  aReconnecter: boolean;
  /** What the server refused the last time, in its words. */
  erreur: string | null;
  horlogeFausse: boolean;
  /** A new version of the application is there, and waits to be taken. */
  nouvelleVersion: boolean;
}

const NOTHING: Known = {
  appareil: null,
  referentiel: null,
  tournees: [],
  caisse: null,
  contribuables: new Map(),
  heure: null,
};

export const OPENING: Etat = {
  phase: 'ouverture',
  pseudo: null,
  trace: null,
  remise: { copies: 0, autres: 0, faites: 0 },
  appareil: null,
  interdit: null,
  doute: null,
  dernierContact: null,
  today: '',
  referentiel: null,
  personnes: new Personnes(NOTHING, [], ''),
  entries: [],
  recus: [],
  till: null,
  arrets: [],
  tranches: [],
  plafond: null,
  enAttente: 0,
  photosEnAttente: 0,
  finieLe: null,
  recues: null,
  horsLigne: null,
  enEnvoi: false,
  aReconnecter: false,
  erreur: null,
  horlogeFausse: false,
  nouvelleVersion: false,
};

interface Kept {
  appareil: InscriptionAppareil;
  known: Known;
  entries: readonly Entry[];
  photos: number;
  finieLe: number | null;
  standing: Standing;
}

export function stateOf(
  { appareil, known, entries, photos, finieLe, standing }: Kept,
  clock: Clock,
): Partial<Etat> {
  const today = clock.today();
  const personnes = new Personnes(known, entries, today);
  return {
    phase: known.referentiel && finieLe !== null ? 'ouvert' : 'premiere',
    appareil: appareil.appareil,
    interdit: interditOf(standing),
    doute: clock.doute,
    dernierContact: clock.dernierContact,
    today,
    referentiel: known.referentiel,
    personnes,
    entries,
    recus: recusOf(entries),
    till: tillOf(known, entries),
    arrets: arretsOf(known, entries, personnes, today),
    tranches: tranchesOf(known, entries),
    plafond: known.appareil ? known.appareil.plafond : appareil.appareil.plafond,
    enAttente: entries.filter(({ etat }) => etat === 'attente').length,
    photosEnAttente: photos,
    finieLe,
    horlogeFausse: clock.isWrong,
  };
}
