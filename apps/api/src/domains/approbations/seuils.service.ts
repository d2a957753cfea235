/** Whether a command must wait for a second person, and what is stored of one that does. */
import { APPROBATION_MESSAGES, attendToujours, DELAI_TOUJOURS, type PartApprobation } from '@octroi/contract';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import type { Approvals, Trial } from '#src/platform/approbation/approbation.service.ts';
import type { Person } from '#src/platform/access/person.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findSame, insertApprobation, type NewApprobation } from './approbation.repository.ts';
import { hasOtherApprover, hasSeuil, lockSeuil, sumsDispensed, writeDispensed } from './seuils.repository.ts';

async function delayOf(
  trx: OpenTransaction,
  { commande, person, effet }: Trial,
): Promise<number | undefined> {
  const { nature } = commande;
  const { entiteId, montant, parts = [] } = effet;
  if (attendToujours(nature)) {
    if (!(await hasOtherApprover(trx, entiteId, nature, person.id)))
      throw new AppError('approbation.seule', APPROBATION_MESSAGES.seule);
    return DELAI_TOUJOURS;
  }
  const seuil = await lockSeuil(trx, entiteId, nature);
  if (!seuil) return undefined;
  if (montant === null) return seuil.delai;
  const by = { entiteId, nature, demandeurId: person.id };
  const sums = await sumsDispensed(
    trx,
    by,
    parts.map(({ contribuable }) => contribuable),
  );
  const whole = sums.demandeur + montant >= seuil.seuil;
  const some = parts.some(
    (part) => (sums.parContribuable.get(part.contribuable) ?? 0) + part.montant >= seuil.seuil,
  );
  if (whole || some) return seuil.delai;
  if (parts.length > 0) await writeDispensed(trx, by, parts);
  return undefined;
}

/** The journal's entry of an act on an approval. */
export const entryOf = (
  { entiteId, domaine, id }: { entiteId: number; domaine: string; id: number },
  { person, acte, requestId }: { person: Person; acte: Acte; requestId: string },
) => ({ entiteId, utilisateurId: person.id, acte, domaine, ressource: 'approbations', id, requestId });

/** The taxpayer of a command of one taxpayer; null for several. */
const onlyOne = ([first, ...others]: readonly PartApprobation[] = []): number | null =>
  first && others.length === 0 ? first.contribuable : null;

async function store(trx: OpenTransaction, trial: Trial, days: number) {
  const { commande, person, corps, requestId, effet } = trial;
  const { nom, nature, domaine } = commande;
  const { entiteId, objet, montant, parts, motif = null, avant, apres } = effet;
  // of two equal requests at once the second waits here, and then finds the first one stored
  await lockSeuil(trx, entiteId, nature);
  const demande: NewApprobation = {
    entiteId,
    nature,
    commande: nom,
    corps,
    objet,
    ressource: effet.ressource ?? null,
    enregistrement: effet.enregistrement ?? null,
    contribuable: onlyOne(parts),
    montant,
    motif,
    avant,
    apres,
    vise: effet.vise ?? null,
    contexte: effet.contexte ?? null,
    demandeurId: person.id,
  };
  const same = await findSame(trx, demande);
  if (same !== undefined) return { id: same, statut: 'attente' } as const;
  const id = await insertApprobation(trx, demande, days);
  await writeJournal(trx, {
    ...entryOf({ entiteId, domaine, id }, { person, acte: 'demander une approbation', requestId }),
    apres: { nature, objet, montant, motif },
  });
  return { id, statut: 'attente' } as const;
}

export const approvals: Approvals = { delayOf, store, asks: hasSeuil };
