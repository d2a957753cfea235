/** Thrown when a command waits for a second person: nothing was written, and the reply is 202. */
import type { EnAttenteReply } from '@octroi/contract';

export class EnAttente extends Error {
  readonly approbation: EnAttenteReply['approbation'];
  constructor(approbation: EnAttenteReply['approbation']) {
    super(`Demande d’approbation nº ${approbation.id} : une autre personne doit approuver.`);
    this.name = 'EnAttente';
    this.approbation = approbation;
  }
}
