/** Photos of the field: sent apart, again until they are there, and attached once their command is too. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { TERRAIN_MESSAGES } from '@octroi/contract';
import { attachSlip } from '#src/domains/caisse/index.ts';
import { attachPortrait } from '#src/domains/contribuables/index.ts';
import { attachStub } from '#src/domains/recouvrement/index.ts';
import { isAgent, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { preparePicture } from '#src/platform/files/image.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { type FileStore, newFileName, thumbnailOf } from '#src/platform/files/store.ts';
import { AppError, invalid, refused } from '#src/platform/http/problem.ts';
import {
  entiteOfAgent,
  findPhoto,
  findSujet,
  holdPhoto,
  insertPhotoTerrain,
  noteJointe,
  type Sujet,
} from './photos-terrain.repository.ts';

/**
 * Attaches a photo to what its command is about, where both are there; once.
 * @param sujet of a command that is being written; of one that was, where it is left out
 */
export async function joindre(
  trx: OpenTransaction,
  entiteId: number,
  empreinte: string,
  { sujet, requestId }: { sujet?: Sujet; requestId: string },
): Promise<void> {
  await holdPhoto(trx, empreinte);
  const photo = await findPhoto(trx, entiteId, empreinte);
  if (!photo || photo.jointe) return;
  const of = sujet ?? (await findSujet(trx, entiteId, empreinte));
  if (!of) return;
  const { nom, largeur, hauteur, agentId } = photo;
  if (of.contribuable !== null)
    await attachPortrait(
      trx,
      { entiteId, contribuableId: of.contribuable },
      { nom, largeur, hauteur, utilisateurId: agentId },
      requestId,
    );
  else if (of.versement !== null) await attachSlip(trx, of.versement, nom);
  else if (of.remise !== null) await attachStub(trx, of.remise, nom);
  await noteJointe(trx, entiteId, empreinte);
}

export function photoTerrainService(db: Database, { files, spool }: { files: FileStore; spool: Spool }) {
  return {
    /**
     * @param bytes read once the person is known to be an agent
     * @throws AppError 400 where they are not what was announced, 403 for whoever has no device, 415 for what is no picture
     */
    async put(person: Person, empreinte: string, bytes: () => Buffer, requestId: string): Promise<void> {
      if (!isAgent(person)) throw refused();
      const entiteId = await entiteOfAgent(db, person.id);
      if (entiteId === undefined) throw new AppError('acces.refuse', TERRAIN_MESSAGES.inconnu);
      if (await findPhoto(db, entiteId, empreinte)) return;
      const given = bytes();
      if (createHash('sha256').update(given).digest('hex') !== empreinte)
        throw invalid('sha256', TERRAIN_MESSAGES.photo);
      await using spooled = await spool.receive(Readable.from([given]));
      const { full, thumbnail, width, height } = await preparePicture(spooled.path);
      const nom = newFileName();
      // the files before the row that names them: a backup that holds the row holds them too
      await files.write(nom, full);
      await files.write(thumbnailOf(nom), thumbnail);
      const kept = await db.transaction().execute(async (trx) => {
        await holdPhoto(trx, empreinte);
        // sent twice at once
        if (await findPhoto(trx, entiteId, empreinte)) return false;
        const photo = { nom, largeur: width, hauteur: height, agentId: person.id };
        await insertPhotoTerrain(trx, entiteId, empreinte, photo);
        await joindre(trx, entiteId, empreinte, { requestId });
        return true;
      });
      if (!kept) await files.remove([nom, thumbnailOf(nom)]);
    },
  };
}
