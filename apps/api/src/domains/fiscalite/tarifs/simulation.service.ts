/** Simulates the tax in the wizard before it is saved. */
import { type Simulation, type TaxeProposal, type Terme, termeFault } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid, notFound, refused } from '#src/platform/http/problem.ts';
import { renamesOf, withoutRenames } from './libelles.service.ts';
import { occurrencesOf, simulate } from './simulation.repository.ts';
import { type ApplicationInput, demandUnite, resolveApplications } from '../taxes/taxes-rates.service.ts';
import { lockTaxe, type TaxeValues } from '../taxes/taxes.repository.ts';

type Body = Omit<TaxeValues, keyof Terme> &
  Partial<Terme> & { id?: number; applications: ApplicationInput[] };

/** Writes nothing. @throws AppError for invalid rates, as a save would */
export function simulateTaxe(db: Database, person: Person, proposal: TaxeProposal): Promise<Simulation> {
  demand(person, 'taxes', 'Voir');
  // a tax concerns a whole collectivité
  if (scopeOf(person).kind === 'ramifications') throw refused();
  const {
    id: taxeId,
    entite,
    frequence,
    natureActivite,
    typeEquipement,
    enabled,
    limite = null,
    delai = null,
    applications,
  } = proposal as unknown as Body;
  demandEntite(person, entite);
  const cible = typeEquipement ?? (natureActivite ? -natureActivite : undefined);
  if (cible === undefined) throw invalid('typeEquipement', 'Veuillez choisir une activité ou un équipement.');
  return db.transaction().execute(async (trx) => {
    const stored = taxeId === undefined ? undefined : await lockTaxe(trx, taxeId);
    if (taxeId !== undefined && stored?.entite !== entite) throw notFound();
    const before = stored?.applications ?? [];
    const renames = renamesOf(before, applications);
    // the lines still have the old labels
    const withOldLabels = withoutRenames(applications, before, renames);
    const resolved = await resolveApplications(trx, person, entite, before, withOldLabels);
    await demandUnite(
      trx,
      { natureActivite: natureActivite ?? null, typeEquipement: typeEquipement ?? null },
      resolved,
    );
    const rates = enabled === false ? [] : resolved;
    const occurrences = await occurrencesOf(trx, frequence);
    if (occurrences === undefined) throw invalid('frequence', "Cette fréquence n'existe pas.");
    const fault = termeFault({ limite, delai }, occurrences);
    if (fault) throw invalid(fault.field, fault.message);
    const moves = stored && (stored.limite !== limite || stored.delai !== delai);
    const proposed = {
      entiteId: entite,
      taxeId,
      cible,
      occurrences,
      ...(moves && { terme: { limite, delai } }),
      rates: rates.map(({ precisione, ...rate }) => ({ ...rate, precisions: precisione })),
    };
    return simulate(trx, proposed, renames);
  });
}
