/** A whole territory at once: shown as a tree, then written in one transaction or not at all. */
import { MAX_PLAN_LIEUX, type Plan, type PlanFields, pointsOf } from '@octroi/contract';
import { demand, demandEntite, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { type TableFile, withTable } from '#src/platform/import/reading.ts';
import type { Table, TableRow } from '#src/platform/import/table.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import { giveCodes, readTerritory, type Territory } from './plan.rules.ts';
import { depthOf, type Place } from './plan-tree.ts';
import { type Ground, insertContours, insertPlaces, lockTerritory, readGround } from './plan.repository.ts';

interface PlanService {
  /** @throws AppError 415 for a file that is none of a territory, 409 where one that is to be written has faults */
  take: (person: Person, fields: PlanFields, file: TableFile, requestId: string) => Promise<Plan>;
}

interface Lines {
  heads: string[];
  rows: TableRow[];
  notes: readonly string[];
}

async function allOf({ heads, rows, notes }: Table): Promise<Lines> {
  const all: TableRow[] = [];
  for await (const row of rows) {
    if (all.length === MAX_PLAN_LIEUX)
      throw new AppError(
        'fichier.refuse',
        `Ce fichier a plus de ${MAX_PLAN_LIEUX.toLocaleString('fr-FR')} lignes. Partagez-le en plusieurs : ce qui est écrit reste.`,
      );
    all.push(row);
  }
  if (all.length === 0) throw new AppError('fichier.refuse', 'Ce fichier n’a que sa ligne d’en-tête.');
  return { heads, rows: all, notes };
}

function territoryOf(
  { heads, rows, notes }: Lines,
  ground: Ground,
  niveaux: PlanFields['niveaux'],
): Territory {
  const used = niveaux ? ground.types.filter(({ id }) => niveaux.includes(id)) : ground.types;
  if (used.length === 0) throw invalid('niveaux', 'Choisissez au moins un niveau.');
  const read = readTerritory(heads, rows, { types: ground.types, niveaux: used, standing: ground.standing });
  return { ...read, remarques: [...notes.map((message) => ({ rang: 1, message })), ...read.remarques] };
}

const newOnes = ({ places }: Territory): ReadonlySet<Place> =>
  new Set(places.filter(({ id }) => id === null));

const replyOf = (
  { places, fautes, remarques }: Territory,
  made: ReadonlySet<Place>,
  ecrit: boolean,
): Plan => ({
  lieux: places.map((place) => ({
    rang: place.rang,
    nom: place.nom,
    code: place.code,
    type: { id: place.type.id, nom: place.type.nom },
    profondeur: depthOf(place),
    existe: !made.has(place),
    contour: place.forme !== undefined,
  })),
  fautes,
  remarques,
  nouveaux: made.size,
  ecrit,
});

/** Level by level, so that each parent stands before what lies beneath it. */
async function write(
  trx: OpenTransaction,
  places: readonly Place[],
  made: readonly Place[],
  {
    entite,
    ground,
    person,
    requestId,
  }: { entite: number; ground: Ground; person: Person; requestId: string },
): Promise<void> {
  giveCodes(
    places,
    ground.code,
    ground.standing.map(({ code }) => code),
  );
  for (const [, level] of [...Map.groupBy(made, depthOf)].toSorted(([a], [b]) => a - b))
    await insertPlaces(trx, entite, level);
  const outlined = places.filter(({ forme }) => forme !== undefined);
  await insertContours(trx, outlined);
  const entry = ({ id }: Place) => ({
    entiteId: entite,
    utilisateurId: person.id,
    domaine: 'territoire',
    ressource: 'ramifications',
    id,
    requestId,
  });
  const points = ({ forme }: Place) => (forme ? { contour: pointsOf(forme) } : {});
  await writeJournals(trx, [
    ...made.map((place) => ({
      ...entry(place),
      acte: 'créer' as const,
      apres: {
        id: place.id,
        nom: place.nom,
        code: place.code,
        type_id: place.type.id,
        parent_id: place.parent?.id ?? null,
        enabled: true,
        ...points(place),
      },
    })),
    ...outlined
      .filter((place) => !made.includes(place))
      .map((place) => ({
        ...entry(place),
        acte: 'modifier' as const,
        avant: { contour: 0 },
        apres: points(place),
      })),
  ]);
}

const unknown = (): AppError =>
  invalid('entite', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");

export const planService = (db: Database): PlanService => ({
  async take(person, { entite, niveaux, essai }, file, requestId) {
    demand(person, 'ramifications', 'Créer');
    demandEntite(person, entite);
    if (!(await readGround(db, entite))) throw unknown();
    const lines = await withTable({ ...file, kind: 'outline' }, allOf);
    if (essai) {
      const ground = await readGround(db, entite);
      if (!ground) throw unknown();
      const territory = territoryOf(lines, ground, niveaux);
      return replyOf(territory, newOnes(territory), false);
    }
    return db.transaction().execute(async (trx) => {
      await lockTerritory(trx, entite);
      const ground = await readGround(trx, entite);
      if (!ground) throw unknown();
      const territory = territoryOf(lines, ground, niveaux);
      const [first] = territory.fautes;
      if (first)
        throw new AppError(
          'conflit.regle',
          'Rien n’a été écrit : le fichier a des fautes.',
          territory.fautes.map(({ rang, message }) => ({
            field: 'fichier',
            message: `Ligne ${rang} : ${message}`,
          })),
        );
      if (territory.places.some(({ id, forme }) => id !== null && forme))
        demand(person, 'ramifications', 'Modifier');
      const made = newOnes(territory);
      await write(trx, territory.places, [...made], { entite, ground, person, requestId });
      return replyOf(territory, made, true);
    });
  },
});
