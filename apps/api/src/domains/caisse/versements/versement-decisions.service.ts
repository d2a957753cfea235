/** Decides on versements (received, received short, refused), and stores the photo of the slip (ADR 0034). */
import { CAISSE_MESSAGES, may, type ReceptionBody, type VersementRow } from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { preparePicture } from '#src/platform/files/image.ts';
import type { SpooledFile } from '#src/platform/files/spool.ts';
import { type FileStore, newFileName, recordFiles } from '#src/platform/files/store.ts';
import { AppError, invalid, notFound, refused } from '#src/platform/http/problem.ts';
import { decideVersement, lockVersement, laySlip, slipOf } from './versements.repository.ts';
import { journalVersement, versementService } from './versements.service.ts';

/** The successor of a passation needs the right to keep tills; other receptions have a right of their own. */
function demandDecision(person: Person, row: VersementRow): void {
  if (row.destinataire?.id === person.id) demand(person, 'ma-caisse', 'Créer');
  else demand(person, 'versements', 'Valider');
  if (row.declarant.id === person.id) throw new AppError('conflit.regle', CAISSE_MESSAGES.soiMeme);
}

export function versementDecisions(db: Database) {
  const { find } = versementService(db);

  async function decide(
    person: Person,
    row: VersementRow,
    decision: Omit<Parameters<typeof decideVersement>[2], 'par'>,
    requestId: string,
  ): Promise<VersementRow> {
    await db.transaction().execute(async (trx) => {
      const locked = await lockVersement(trx, row.id);
      if (!locked?.attend) throw new AppError('conflit.regle', CAISSE_MESSAGES.decide);
      await decideVersement(trx, row.id, { ...decision, par: person.id });
      const { statut, recu, motif } = decision;
      const apres = { statut, montant: row.montant, recu, motif };
      await journalVersement(
        trx,
        row,
        person,
        statut === 'refusé' ? 'refuser' : 'confirmer',
        apres,
        requestId,
      );
    });
    return find(person, row.id);
  }

  return {
    /**
     * @throws AppError 400 if less is received without a reason, or more than declared; 409 if it was decided before
     */
    async receive(person: Person, id: number, body: ReceptionBody, requestId: string): Promise<VersementRow> {
      const row = await find(person, id);
      demandDecision(person, row);
      const { recu, motif } = body;
      if (recu > row.montant) throw invalid('recu', CAISSE_MESSAGES.tropRecu);
      if (recu < row.montant && !motif) throw invalid('motif', CAISSE_MESSAGES.motif);
      return decide(
        person,
        row,
        { statut: recu < row.montant ? 'reçu avec différence' : 'reçu', recu, motif: motif || null },
        requestId,
      );
    },

    async refuse(
      person: Person,
      id: number,
      body: { motif: string },
      requestId: string,
    ): Promise<VersementRow> {
      const row = await find(person, id);
      demandDecision(person, row);
      const { motif } = body;
      return decide(person, row, { statut: 'refusé', recu: null, motif }, requestId);
    },
  };
}

/** The photos of slips. */
export function slipService(db: Database, files: FileStore) {
  const { find } = versementService(db);
  return {
    /** Attaches the photo of the slip to a versement; only once. */
    async add(
      person: Person,
      id: number,
      read: () => Promise<SpooledFile>,
      requestId: string,
    ): Promise<VersementRow> {
      const row = await find(person, id);
      const mine = row.declarant.id === person.id && may(person.grants, 'ma-caisse', 'Créer');
      if (!mine && !may(person.grants, 'versements', 'Valider')) throw refused();
      await using upload = await read();
      const { full } = await preparePicture(upload.path);
      const nom = newFileName();
      await files.write(nom, full);
      await recordFiles(files, [nom], () =>
        db.transaction().execute(async (trx) => {
          const locked = await lockVersement(trx, id);
          if (locked?.bordereau) throw new AppError('conflit.regle', CAISSE_MESSAGES.bordereau);
          await laySlip(trx, id, nom);
          await journalVersement(trx, row, person, 'modifier', { bordereau: nom }, requestId);
        }),
      );
      return await find(person, id);
    },

    async open(person: Person, id: number) {
      await find(person, id);
      const nom = await slipOf(db, id);
      const file = nom === null ? undefined : await files.read(nom);
      if (!file) throw notFound();
      return file;
    },
  };
}
