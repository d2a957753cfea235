/** What interrupts a command that waits for a second person: nothing of it was done. The caller is replied 202. */
import type { EnAttenteReply } from '@octroi/contract';

export class EnAttente extends Error {
  readonly approbation: EnAttenteReply['approbation'];
  constructor(approbation: EnAttenteReply['approbation']) {
    super(`Demande d’approbation nº ${approbation.id} : une autre personne doit approuver.`);
    this.name = 'EnAttente';
    this.approbation = approbation;
  }
}
