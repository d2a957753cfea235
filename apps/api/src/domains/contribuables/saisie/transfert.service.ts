/** Moves a taxpayer who never paid to another collectivité (docs/regles-de-calcul.md). */
import type { Ligne } from '@octroi/contract';
import type { DuesPayments } from '#src/domains/fiscalite/index.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import type { Edition } from './edition.ts';
import { readContribuable } from '../fiche/fiche.repository.ts';
import { hasLignes } from '../lignes/lignes.repository.ts';
import { removeLignes } from '../lignes/lignes.service.ts';
import { hasTransactions, lockContribuable, retain, transferContribuable } from './saisie.repository.ts';

/**
 * Removes a taxpayer from its collectivité, with its dues and lines: the other collectivité has other types and rates,
 * so lines must be entered anew.
 * @throws AppError 409 after a payment, or if a closed year has dues
 */
export async function transfer(
  trx: OpenTransaction,
  payments: DuesPayments,
  { person, entiteId, id, version, requestId }: Edition,
  to: {
    entiteId: number;
    ramification: number;
    numKlis: string;
    lignes: readonly Ligne[] | undefined;
    annee: number;
  },
): Promise<void> {
  await retain(trx, entiteId, id);
  const stored = await lockContribuable(trx, entiteId, id);
  if (!stored) throw notFound();
  demandVersion(version, stored);
  if (await hasTransactions(trx, entiteId, id))
    throw new AppError(
      'conflit.regle',
      'Ce contribuable a déjà des paiements : il ne peut plus changer de collectivité.',
    );
  const avant = await readContribuable(trx, entiteId, id, to.annee);
  if (avant.lignes.length > 0 && to.lignes === undefined)
    throw invalid('lignes', 'Choisissez les équipements et les activités dans la nouvelle collectivité.');
  await removeLignes(
    trx,
    payments,
    { entiteId, annee: 0 },
    avant.lignes.map((ligne) => ligne.id),
  );
  if (await hasLignes(trx, entiteId, id))
    throw new AppError(
      'conflit.regle',
      'Ce contribuable a des échéances dans un exercice clos : il ne peut plus changer de collectivité.',
    );
  await transferContribuable(trx, entiteId, id, to);
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'changer de collectivité',
    domaine: 'contribuables',
    ressource: 'contribuables',
    id,
    avant,
    apres: { entite: to.entiteId, ramification: to.ramification, numKlis: to.numKlis },
    requestId,
  });
}
