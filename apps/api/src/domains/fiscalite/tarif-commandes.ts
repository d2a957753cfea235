/** Writing of taxes and rates, which may wait for a second person where it changes what the running year is charged. */
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Approbations, Effet, Run } from '#src/platform/approbation/approbation.service.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { type Charge, readCharges } from './tarif-commandes.repository.ts';
import { lockEntite } from './taxes.repository.ts';

interface Ecriture<Corps, Result> {
  nom: string;
  right: 'Créer' | 'Modifier' | 'Supprimer';
  /** The collectivités whose rates it may change; read once the right is there. */
  entites: (queries: Queries, corps: Corps) => Promise<readonly (number | undefined)[]>;
  run: (trx: Queries, person: Person, corps: Corps, requestId: string) => Promise<Result>;
}

const without = (some: readonly Charge[], others: readonly Charge[]): Charge[] => {
  const known = new Set(others.map(({ cle }) => cle));
  return some.filter(({ cle }) => !known.has(cle));
};

/** Taxes named at most. */
const NAMED = 3;

function effetOf(entiteId: number, before: readonly Charge[], after: readonly Charge[]): Effet | null {
  const [gone, come] = [without(before, after), without(after, before)];
  const noms = [...new Set([...gone, ...come].map(({ taxe }) => taxe))];
  if (noms.length === 0) return null;
  const more = noms.length > NAMED ? ` et ${noms.length - NAMED} de plus` : '';
  return {
    entiteId,
    objet: `Changer le tarif de l’exercice : ${noms.slice(0, NAMED).join(', ')}${more}`,
    montant: null,
    avant: { tarifs: gone.map(({ texte }) => texte) },
    apres: { tarifs: come.map(({ texte }) => texte) },
  };
}

/** Makes the commands of a part of taxation. */
export const tarifCommandes =
  (approbations: Approbations) =>
  <Corps, Result>({ nom, right, entites, run }: Ecriture<Corps, Result>): Run<Corps, Result> =>
    approbations.define<Corps, Result>({
      nom: `fiscalite.${nom}`,
      nature: 'tarif',
      domaine: 'fiscalite',
      async execute(trx, person, corps, requestId, approved) {
        demand(person, 'taxes', right);
        const concerned = [...new Set(await entites(trx, corps))].filter((id) => id !== undefined);
        const asked = approved || (await approbations.asks(trx, 'tarif', concerned));
        if (!asked) return { result: await run(trx, person, corps, requestId), effet: null };
        if (concerned.length > 1)
          throw new AppError(
            'conflit.regle',
            'Plusieurs collectivités ont ce tarif, et l’une demande une seconde personne : donnez à chacune le sien.',
          );
        // nobody else changes rates between the two readings
        for (const id of concerned) await lockEntite(trx, id);
        const before = await readCharges(trx, concerned);
        const result = await run(trx, person, corps, requestId);
        return { result, effet: effetOf(concerned[0] ?? 0, before, await readCharges(trx, concerned)) };
      },
    });
