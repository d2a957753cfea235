/** Commands that write taxes and rates; they may need a second person if they change the present year's charges. */
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Approbations, Effet, Run } from '#src/platform/approbation/approbation.service.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { demandNotLower, loweredText, noteSettlements, readSuites, type Suite } from './suites.service.ts';
import { type Charge, readCharges } from './tarif-commandes.repository.ts';
import { chargesOf, lockEntite, namesakesOf, termesOf } from '../taxes/taxes.repository.ts';

interface Ecriture<Corps, Result> {
  nom: string;
  right: 'Créer' | 'Modifier' | 'Supprimer';
  /** The collectivités whose rates may change; read after the right is checked. */
  entites: (trx: OpenTransaction, corps: Corps) => Promise<readonly (number | undefined)[]>;
  /** The taxes whose échéances may have to follow; absent if the tax is new. */
  taxes?: (trx: OpenTransaction, corps: Corps) => Promise<readonly number[]>;
  run: (trx: OpenTransaction, person: Person, corps: Corps, requestId: string) => Promise<Result>;
}

const without = (some: readonly Charge[], others: readonly Charge[]): Charge[] => {
  const otherKeys = new Set(others.map(({ cle }) => cle));
  return some.filter(({ cle }) => !otherKeys.has(cle));
};

/** Maximum number of taxes named in a text. */
const NAMED = 3;

function effetOf(
  entiteId: number,
  before: readonly Charge[],
  after: readonly Charge[],
  suites: readonly Suite[],
): Effet | null {
  const [gone, come] = [without(before, after), without(after, before)];
  const noms = [...new Set([...gone, ...come].map(({ taxe }) => taxe))];
  if (noms.length === 0) return null;
  const more = noms.length > NAMED ? ` et ${noms.length - NAMED} de plus` : '';
  const lowered = loweredText(suites);
  return {
    entiteId,
    objet: `Changer le tarif de l’exercice : ${noms.slice(0, NAMED).join(', ')}${more}${lowered ? `. ${lowered}` : ''}`,
    montant: null,
    avant: { tarifs: gone.map(({ texte }) => texte) },
    apres: { tarifs: come.map(({ texte }) => texte) },
  };
}

/** Options of a command besides its body. */
interface TarifRequest {
  /** Refuses the command if billed amounts decrease; not checked again after an approval. */
  refuseLower?: boolean | undefined;
}

/** Dependencies of the commands of taxation. */
export interface Tarification {
  approbations: Approbations;
  jobs: Pick<Jobs, 'create'>;
}

/** Builds the commands of a part of taxation. */
export const tarifCommandes =
  ({ approbations, jobs }: Tarification) =>
  <Corps extends object, Result>({
    nom,
    right,
    entites,
    taxes = async () => [],
    run,
  }: Ecriture<Corps, Result>): Run<Corps & TarifRequest, Result> => {
    /** Writes, then reads the consequences for what is billed. */
    async function write(trx: OpenTransaction, person: Person, corps: Corps, requestId: string) {
      const touched = await namesakesOf(trx, await taxes(trx, corps));
      const [charges, termes] = [await chargesOf(trx, touched), await termesOf(trx, touched)];
      const result = await run(trx, person, corps, requestId);
      const [newCharges, newTermes] = [await chargesOf(trx, touched), await termesOf(trx, touched)];
      const changed = (old: Map<number, string>, now: Map<number, string>) =>
        new Set(touched.filter((id) => old.get(id) !== now.get(id)));
      const suites = await readSuites(trx, changed(charges, newCharges), changed(termes, newTermes));
      return { result, suites };
    }

    return approbations.define<Corps & TarifRequest, Result>({
      nom: `fiscalite.${nom}`,
      nature: 'tarif',
      domaine: 'fiscalite',
      async execute(trx, person, corps, requestId, approved) {
        demand(person, 'taxes', right);
        const concerned = [...new Set(await entites(trx, corps))].filter((id) => id !== undefined);
        const compares = approved || (await approbations.asks(trx, 'tarif', concerned));
        if (compares && concerned.length > 1)
          throw new AppError(
            'conflit.regle',
            'Plusieurs collectivités ont ce tarif, et l’une demande une seconde personne : donnez à chacune le sien.',
          );
        // locks the rates between the two readings
        if (compares) for (const id of concerned) await lockEntite(trx, id);
        const before = compares ? await readCharges(trx, concerned) : [];
        const { result, suites } = await write(trx, person, corps, requestId);
        if (corps.refuseLower && !approved) demandNotLower(suites);
        const after = await noteSettlements(trx, jobs, person, suites);
        if (!compares) return { result, effet: null, after };
        const charges = await readCharges(trx, concerned);
        return { result, effet: effetOf(concerned[0] ?? 0, before, charges, suites), after };
      },
    });
  };
