/** The state shown by screens. */
import type { Day } from '@octroi/contract/platform/values/period';
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import type { Clock, Doute } from '#src/platform/device/clock.ts';
import type { Remettable } from '#src/platform/log/handover.ts';
import type { Entry } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import { type Interdit, interditOf } from '#src/platform/exchange/standing.ts';
import type { Standing } from '#src/platform/vault/store.ts';
import type { Trace } from '#src/platform/vault/trace.ts';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import { aRemettreIn } from './avis.ts';
import { type Till, tillOf } from './caisse.ts';
import { Personnes } from './personnes.ts';
import { type Recu, recusOf } from './recus.ts';
import { type Arret, arretsOf } from './visites/tournee.ts';
import { type Tranche, tranchesOf } from './valeurs.ts';

export interface Etat {
  phase:
    | 'ouverture'
    | 'connexion'
    | 'code'
    | 'inscription'
    | 'premiere'
    | 'ouvert'
    | 'efface'
    | 'perdu'
    | 'illisible';
  pseudo: string | null;
  /** The enrolment code from the address of the office's QR, until it has served. */
  code: string | null;
  /** Trace of the device whose stored data was lost. */
  trace: Trace | null;
  /**
   * On a locked or blocked phone: the commands that can be handed over without the agent, those that cannot, and those
   * already handed over.
   */
  remise: Remettable & { faites: number };
  appareil: InscriptionAppareil['appareil'] | null;
  /** Why the phone accepts no entries; null if it does. */
  interdit: Interdit | null;
  /** Why the date must be confirmed first; null while the phone's clock is trusted. */
  doute: Doute | null;
  /** Last contact, in milliseconds of the server's clock. */
  dernierContact: number | null;
  today: Day;
  referentiel: Referentiel | null;
  personnes: Personnes;
  entries: readonly Entry[];
  recus: readonly Recu[];
  till: Till | null;
  arrets: readonly Arret[];
  /** Notices in force that are not handed over yet. */
  aRemettre: number;
  /** Tickets held by the agent. */
  tranches: readonly Tranche[];
  /** Daily cash limit, in francs; null: none. */
  plafond: number | null;
  /** Acts and photos waiting to be sent. */
  enAttente: number;
  photosEnAttente: number;
  /** End of the last download, in the server's time as far as known. */
  finieLe: number | null;
  /** Taxpayers received by a running download. */
  recues: number | null;
  /** Since when the server has not answered, in its time as far as known; null: it answered. */
  horsLigne: number | null;
  enEnvoi: boolean;
  /** Whether it is a practice: nobody is real, and nothing is sent. */
  exercice: boolean;
  /** Whether a code of six digits opens the app after a pause. */
  aUnCode: boolean;
  /** The server no longer accepts the session. */
  aReconnecter: boolean;
  /** The last refusal of the server. */
  erreur: string | null;
  horlogeFausse: boolean;
  /** A new version of the app is ready to be activated. */
  nouvelleVersion: boolean;
  /** The device that this phone was before its enrolment, until the agent has read it. */
  remplace: InscriptionAppareil['remplace'];
}

const NOTHING: PulledData = {
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
  code: null,
  trace: null,
  remise: { copies: 0, autres: 0, photos: 0, faites: 0 },
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
  aRemettre: 0,
  tranches: [],
  plafond: null,
  enAttente: 0,
  photosEnAttente: 0,
  finieLe: null,
  recues: null,
  horsLigne: null,
  enEnvoi: false,
  exercice: false,
  aUnCode: false,
  aReconnecter: false,
  erreur: null,
  horlogeFausse: false,
  nouvelleVersion: false,
  remplace: null,
};

interface StoredData {
  appareil: InscriptionAppareil;
  pulled: PulledData;
  entries: readonly Entry[];
  photos: number;
  finieLe: number | null;
  standing: Standing;
}

export function stateOf(
  { appareil, pulled, entries, photos, finieLe, standing }: StoredData,
  clock: Clock,
): Partial<Etat> {
  const today = clock.today();
  const personnes = new Personnes(pulled, entries, today);
  return {
    phase: pulled.referentiel && finieLe !== null ? 'ouvert' : 'premiere',
    appareil: appareil.appareil,
    interdit: interditOf(standing),
    doute: clock.doute,
    dernierContact: clock.dernierContact,
    today,
    referentiel: pulled.referentiel,
    personnes,
    entries,
    recus: recusOf(entries),
    till: tillOf(pulled, entries),
    arrets: arretsOf(pulled, entries, personnes, today),
    aRemettre: aRemettreIn(personnes.all()),
    tranches: tranchesOf(pulled, entries),
    plafond: pulled.appareil ? pulled.appareil.plafond : appareil.appareil.plafond,
    enAttente: entries.filter(({ etat }) => etat === 'attente').length,
    photosEnAttente: photos,
    finieLe,
    horlogeFausse: clock.isWrong,
  };
}
