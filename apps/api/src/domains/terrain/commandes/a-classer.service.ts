/** « Recettes à classer »: the taxpayer of each collectivité under whom money is booked that could not be applied. */
import { type Fiche, RECETTES_A_CLASSER } from '@octroi/contract';
import { enrolMany, reserveNumbers } from '#src/domains/contribuables/index.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findAClasser, insertAClasser } from './a-classer.repository.ts';
import type { Contexte } from './contexte.ts';

const FICHE: Omit<Fiche, 'ramification'> = {
  type: 'Personne physique',
  nom: RECETTES_A_CLASSER,
  prenom: '',
  raisonSociale: null,
  nif: null,
  age: null,
  lieuNaissance: null,
  telephone: null,
  adresse: null,
  typePieceIdentite: null,
  numeroPieceIdentite: null,
  moyenPaiementPrefere: null,
  latitude: null,
  longitude: null,
  nbreBetail: null,
  enabled: true,
};

/** Enrolled by itself when it is first needed, at the first place of the collectivité, by whoever made the device. */
export async function recettesAClasser({ trx, appareil, enrolling, requestId }: Contexte): Promise<number> {
  const { entiteId, createdById } = appareil;
  const { contribuable, ramification, code } = await findAClasser(trx, entiteId);
  if (contribuable !== null) return contribuable;
  if (ramification === null) throw new Error(`collectivité ${code} has no place`);
  const [numKlis = ''] = await reserveNumbers(trx, entiteId, 1);
  const [made] = await enrolMany(trx, enrolling, { entiteId, utilisateurId: createdById }, [
    { ...FICHE, ramification, lignes: [], numKlis, cle: 'recettes-a-classer', createdAt: null },
  ]);
  const { id, nouveau } = made as { id: number; nouveau: boolean };
  await insertAClasser(trx, entiteId, id);
  if (nouveau)
    await writeJournal(trx, {
      entiteId,
      utilisateurId: createdById,
      acte: 'créer',
      domaine: 'contribuables',
      ressource: 'contribuables',
      id,
      apres: { nom: RECETTES_A_CLASSER, numKlis, ramification },
      requestId,
    });
  return id;
}
