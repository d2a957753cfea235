/** Copies taxes with their categories, activities or equipment, frequency and rates, all or none. */
import type { ApplicationBody, CopieBody, Modele, ModelesQuery, Nested } from '@octroi/contract';
import { termeText } from '@octroi/contract/fiscalite/taxes/terme';
import { folded } from '@octroi/contract/platform/values/text';
import { demand, demandEntite, type Person } from '#src/platform/access/person.ts';
import { type Database, inSavepoint, type OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import type { ResourceDeclaration } from '#src/platform/resource/resource.ts';
import { createRecord } from '#src/platform/resource/resource.service.ts';
import {
  findNamed,
  highestPlaces,
  readFrequences,
  readSources,
  type Source,
  taxedThings,
} from './modeles.repository.ts';
import { fiscaliteDeclarations } from '../resources.ts';
import { lockEntite } from './taxes.repository.ts';
import { createTaxe } from './taxes.service.ts';
import { TAXES_USUELLES, type TaxeUsuelle } from './taxes-usuelles.ts';

const USUELLE = 'usuelle:';

function sourceOf(
  name: string,
  { nom, categorie, objet, occurrences, limite, tarif, compte }: TaxeUsuelle,
): Source {
  const counts = { parUnite: compte !== undefined, seuil: null };
  const isEquipement = 'equipement' in objet;
  return {
    cle: `${USUELLE}${name}`,
    nom,
    categorie,
    descriptionCategorie: null,
    objet: isEquipement ? objet.equipement : objet.nature,
    equipement: isEquipement,
    code: isEquipement ? objet.code : null,
    activite: objet.activite,
    occurrences,
    limite: limite ?? null,
    delai: null,
    tarifs:
      typeof tarif === 'number'
        ? [{ libelle: null, tarif, ...counts }]
        : Object.entries(tarif).map(([libelle, each]) => ({ libelle, tarif: each, ...counts })),
    unite: compte?.unite ?? null,
    uniteDecimales: compte?.decimales ?? 0,
    regles: {
      franchise: compte?.franchise ?? null,
      minimum: compte?.minimum ?? null,
      maximum: compte?.maximum ?? null,
      arrondi: 1,
    },
  };
}

/** `4 fois par an`, `une seule fois`. */
const oftenText = (occurrences: number): string =>
  occurrences === 0 ? 'une seule fois' : `${occurrences} fois par an`;

/** A base may have a tax that recurs, and one collected once. */
const thing = ({ equipement, objet, occurrences }: Source): string =>
  `${equipement} ${occurrences === 0} ${folded(objet)}`;

/** Models to copy, with what the collectivité already has of each. */
export async function listModeles(
  db: Database,
  person: Person,
  { entite, depuis, annee }: ModelesQuery & { annee: number },
): Promise<Modele[]> {
  demand(person, 'taxes', 'Créer');
  demandEntite(person, entite);
  const sources = depuis
    ? await readSources(db, person, { entite: depuis, annee })
    : Object.entries(TAXES_USUELLES).map(([name, taxe]) => sourceOf(name, taxe));
  const [taxed, frequences] = await Promise.all([taxedThings(db, entite), readFrequences(db)]);
  return sources.map((source) => ({
    cle: source.cle,
    nom: source.nom,
    categorie: source.categorie,
    objet: source.objet,
    frequence: frequences.get(source.occurrences)?.nom ?? oftenText(source.occurrences),
    exigible: termeText(source),
    tarifs: source.tarifs.map(({ libelle, tarif, parUnite }) => ({
      libelle,
      tarif,
      ...(parUnite && { parUnite }),
    })),
    unite: source.unite,
    deja: taxed.get(thing(source)) ?? null,
  }));
}

/** The models named in a request. @throws AppError 400 for an unknown one */
async function named(
  trx: OpenTransaction,
  person: Person,
  { taxes, annee }: CopieBody,
): Promise<Map<string, Source>> {
  const only = taxes.flatMap(({ cle }) => (cle.startsWith(USUELLE) ? [] : Number(cle.split(':')[1])));
  const found = only.length > 0 ? await readSources(trx, person, { annee, only }) : [];
  const sources = new Map(found.map((source) => [source.cle, source]));
  for (const { cle } of taxes) {
    const name = cle.slice(USUELLE.length);
    const usuelle = cle.startsWith(USUELLE) && Object.hasOwn(TAXES_USUELLES, name) && TAXES_USUELLES[name];
    if (usuelle) sources.set(cle, sourceOf(name, usuelle));
    if (!sources.has(cle)) throw invalid('taxes', `La taxe « ${cle} » n'existe pas, ou n'est pas active.`);
  }
  return sources;
}

type Rate = Pick<
  ApplicationBody,
  'tarif' | 'precisione' | 'parUnite' | 'franchise' | 'minimum' | 'maximum' | 'arrondi'
>;

/** A single rate, or précisions; each counts what the one with its label counts in the model. */
function rateOf(tarifs: readonly { libelle: string | null; tarif: number }[], source: Source): Rate {
  const modelOf = (libelle: string | null) => source.tarifs.find((one) => one.libelle === libelle);
  const precisione = tarifs.flatMap(({ libelle, tarif }) => {
    if (libelle === null) return [];
    const { parUnite = false, seuil = null } = modelOf(libelle) ?? {};
    return { libelle, tarif, parUnite, seuil };
  });
  if (precisione.length > 0) {
    const counts = precisione.some(({ parUnite }) => parUnite);
    return { tarif: null, precisione, parUnite: false, ...(counts && source.regles) };
  }
  const parUnite = modelOf(null)?.parUnite ?? false;
  return { tarif: tarifs[0]?.tarif ?? null, precisione, parUnite, ...(parUnite && source.regles) };
}

interface Taking {
  trx: OpenTransaction;
  person: Person;
  entite: number;
  requestId: string;
}

const TABLES = {
  categorietaxes: 'categorie_taxe',
  categorie_activites: 'categorie_activite',
  nature_activites: 'nature_activite',
  type_equipements: 'type_equipement',
} as const;

/** A record by name; created if there is none. */
async function recordOf(
  { trx, person, entite, requestId }: Taking,
  path: keyof typeof TABLES,
  nom: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const existing = await findNamed(trx, TABLES[path], entite, nom);
  if (existing?.enabled) return existing.id;
  if (existing)
    throw new AppError('conflit.regle', `« ${nom} » est là, mais inactive : activez-la, puis recommencez.`);
  const declaration = fiscaliteDeclarations.get(path) as ResourceDeclaration;
  const values = { nom, entite, enabled: true, ...more };
  return (await createRecord(trx, declaration, person, values, requestId)).id;
}

async function take(
  taking: Taking,
  source: Source,
  { frequence, applications }: { frequence: number; applications: ApplicationBody[] },
): Promise<Nested> {
  const { nom, objet, equipement, code, activite, limite, delai } = source;
  const categorie = await recordOf(taking, 'categorietaxes', source.categorie, {
    description: source.descriptionCategorie,
  });
  const inActivite =
    activite === null ? {} : { categorie: await recordOf(taking, 'categorie_activites', activite) };
  const unit = source.unite === null ? {} : { unite: source.unite, uniteDecimales: source.uniteDecimales };
  const on = equipement
    ? { typeEquipement: await recordOf(taking, 'type_equipements', objet, { code, ...inActivite, ...unit }) }
    : { natureActivite: await recordOf(taking, 'nature_activites', objet, { ...inActivite, ...unit }) };
  const body = {
    nom,
    entite: taking.entite,
    categorie,
    frequence,
    limite,
    delai,
    enabled: true,
    ...on,
    applications,
  };
  return { id: await createTaxe(taking.trx, taking.person, body, taking.requestId), nom };
}

/**
 * Creates taxes from models, all or none, with the given rates in every highest sub-entity, which apply to those below.
 * @throws AppError 409 if the collectivité has no sub-entity, or already has a tax on the same object
 */
export function copyTaxes(
  trx: OpenTransaction,
  person: Person,
  body: CopieBody,
  requestId: string,
): Promise<Nested[]> {
  demand(person, 'taxes', 'Créer');
  const { entite, annee, taxes } = body;
  demandEntite(person, entite);
  return inSavepoint(trx, async () => {
    // with two concurrent copies, the second sees what the first created
    if (!(await lockEntite(trx, entite)))
      throw invalid('entite', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
    const places = await highestPlaces(trx, entite);
    if (places.length === 0)
      throw new AppError(
        'conflit.regle',
        'Décrivez d’abord le territoire : les tarifs se donnent par sous-entité.',
      );
    const [sources, frequences] = await Promise.all([named(trx, person, body), readFrequences(trx)]);
    const created: Nested[] = [];
    for (const { cle, tarifs } of taxes) {
      const source = sources.get(cle) as Source;
      const frequence = frequences.get(source.occurrences);
      if (!frequence)
        throw new AppError(
          'conflit.regle',
          `« ${source.nom} » se perçoit ${oftenText(source.occurrences)} : aucune fréquence active n’est celle-là.`,
        );
      const rate = rateOf(tarifs, source);
      const applications = places.map((ramification) => ({
        ramification,
        annee,
        depuis: null,
        exclue: false,
        ...rate,
      }));
      created.push(
        await take({ trx, person, entite, requestId }, source, { frequence: frequence.id, applications }),
      );
    }
    return created;
  });
}
