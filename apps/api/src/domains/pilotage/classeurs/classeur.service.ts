/**
 * Exports tables of figures: they are read by the same calls as the screen's, within the person's rights and scope, and
 * turned into a sheet by a function shared with the screen. No printed figure comes from the browser.
 */
import {
  carteClasseur,
  type ChartData,
  type ChartKind,
  type Classeur,
  type ClasseurBody,
  dashboardChart,
  dashboardClasseur,
  type DashboardOrdre,
  figureQuerySchema,
  mailleQuerySchema,
  parAgentQuerySchema,
  parEntiteQuerySchema,
  pasOf,
  periodBefore,
  rythmeChart,
  rythmeClasseur,
  rythmeQuerySchema,
  statistiqueChart,
  statistiqueClasseur,
  type StatistiqueQuery,
  statistiqueQuerySchema,
  type StatistiqueReply,
  STATISTIQUES,
  TABLE_SCREENS,
  type TableStatistique,
} from '@octroi/contract';
import type { z } from 'zod';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { PlaceQuery } from '#src/platform/access/place.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import { readQuery } from '#src/platform/listing/selection.ts';
import type { CarteService } from '../carte/carte.service.ts';
import type { ReadDashboard } from '../dashboard/dashboard.service.ts';
import { readAgentName, readEntites, readLieu } from './lieu.repository.ts';
import type { ReadRythme } from '../rythme/rythme.service.ts';
import { ofSubEntity, type StatistiqueService } from '../statistiques/statistiques.service.ts';

/** The readers that the screens use. */
interface FigureReaders {
  dashboard: ReadDashboard;
  statistiques: StatistiqueService;
  rythme: ReadRythme;
  carte: CarteService;
}

/** A table with the chart of its screen, if it has one. */
export type DrawnClasseur = Classeur & { chart?: { data: ChartData; form: ChartKind } };
/** A table, and the place of its figures. */
type PlacedClasseur = { sheet: DrawnClasseur; place: PlaceQuery };

/** For each statistic, the schema of its query and the function that reads it. */
const CALLS: Record<
  TableStatistique,
  readonly [query: z.ZodType<StatistiqueQuery>, figures: keyof StatistiqueService]
> = {
  'recensement-sous-entite': [statistiqueQuerySchema, 'enrolementsParEntite'],
  'recensement-agent': [parAgentQuerySchema, 'enrolementsParAgent'],
  'recensement-agents': [parAgentQuerySchema, 'agents'],
  'recensement-activite': [statistiqueQuerySchema, 'enrolementsParBase'],
  'recouvrement-moyen-paiement': [statistiqueQuerySchema, 'recettesParMoyen'],
  'recouvrement-sous-entite': [parEntiteQuerySchema.transform(ofSubEntity), 'recettesParEntite'],
  'recouvrement-lieux': [statistiqueQuerySchema, 'recettesParLieu'],
  'recouvrement-agent': [parAgentQuerySchema, 'recettesParAgent'],
  'recouvrement-agents': [parAgentQuerySchema, 'agents'],
  'recouvrement-activite': [statistiqueQuerySchema, 'recettesParTaxe'],
};

const isStatistique = (table: string): table is TableStatistique => table in STATISTIQUES;
const betailOf = ({ betail }: { betail: '0' | '1' }): 0 | 1 => (betail === '1' ? 1 : 0);

/** @param today the installation's present day */
export function classeurService(db: Database, readers: FigureReaders, today: () => string) {
  const yearOf = ({ annee }: { annee?: number | undefined }): number => annee ?? Number(today().slice(0, 4));

  async function statistique(person: Person, table: TableStatistique, text: string): Promise<PlacedClasseur> {
    const [schema, figures] = CALLS[table];
    const query = parseQuery(schema, text);
    const { from, to } = query;
    // a screen compares only its own table with the period before, not the tables beside it
    const compared = STATISTIQUES[table].screen === table && from && to ? { from, to } : undefined;
    const before = compared ? periodBefore(compared, today()) : undefined;
    const read = readers.statistiques[figures] as (
      person: Person,
      query: StatistiqueQuery,
    ) => Promise<StatistiqueReply>;
    const [reply, former] = await Promise.all([
      read(person, query),
      compared && before && read(person, { ...query, ...before, pas: query.pas ?? pasOf(compared) }),
    ]);
    const lieu = await readLieu(db, scopeOf(person), query);
    const agent = query.agent ? await readAgentName(db, query.agent) : undefined;
    const context = { lieu, range: { from, to }, betail: betailOf(query), agent };
    const chart = {
      data: statistiqueChart(table, reply, { today: today(), before: former }),
      form: 'colonnes' as const,
    };
    return { sheet: { ...statistiqueClasseur(table, reply, context, former?.totaux), chart }, place: query };
  }

  async function dashboard(person: Person, text: string, ordre: DashboardOrdre): Promise<PlacedClasseur> {
    const query = parseQuery(figureQuerySchema, text);
    const { from, to, base } = query;
    const reply = await readers.dashboard(person, query);
    const lieu = await readLieu(db, scopeOf(person), query);
    const context = { lieu, range: { from, to }, annee: yearOf(query), base, betail: betailOf(query) };
    const chart = { data: dashboardChart(reply, base), form: 'colonnes' as const };
    return { sheet: { ...dashboardClasseur(reply, context, ordre), chart }, place: query };
  }

  async function carte(person: Person, text: string): Promise<PlacedClasseur> {
    const query = parseQuery(mailleQuerySchema, text);
    const { from, to } = query;
    const [totals, { mailles }] = await Promise.all([
      readers.carte.carte(person, parseQuery(figureQuerySchema, text)),
      readers.carte.mailles(person, query),
    ]);
    const lieu = await readLieu(db, scopeOf(person), query);
    const context = { lieu, range: { from, to }, annee: yearOf(query), betail: betailOf(query) };
    return { sheet: carteClasseur(totals, mailles, context), place: query };
  }

  async function rythme(person: Person, text: string): Promise<PlacedClasseur> {
    const query = parseQuery(rythmeQuerySchema, text);
    const reply = await readers.rythme(person, query);
    const lieu = await readLieu(db, scopeOf(person), query);
    const chart = { data: rythmeChart(reply), form: 'courbe' as const };
    return { sheet: { ...rythmeClasseur(reply, { lieu, betail: betailOf(query) }), chart }, place: query };
  }

  const others = { 'tableau-de-bord': dashboard, carte, rythme };

  /**
   * Builds the requested table and journals the export.
   * @returns throws AppError 400 for a query that the screen's call would refuse, 403 without the right to see the
   * figures or to export them, 404 if a place or an agent is out of scope
   */
  return async (
    person: Person,
    { table, query, format, ...ordre }: ClasseurBody,
    requestId: string,
  ): Promise<DrawnClasseur> => {
    demand(person, TABLE_SCREENS[table], 'Exporter');
    const { sheet, place } = isStatistique(table)
      ? await statistique(person, table, query)
      : await others[table](person, query, ordre);
    const entites = await readEntites(db, scopeOf(person), place);
    await db.transaction().execute((trx) =>
      writeJournals(
        trx,
        (entites.length > 0 ? entites : [null]).map((entiteId) => ({
          entiteId,
          utilisateurId: person.id,
          acte: 'exporter',
          domaine: 'pilotage',
          ressource: TABLE_SCREENS[table],
          apres: { format, titre: sheet.title, fichier: sheet.file, lignes: sheet.rows.length },
          requestId,
        })),
      ),
    );
    return sheet;
  };
}

const parseQuery = <Query>(schema: z.ZodType<Query>, text: string): Query =>
  ownQuery(schema, readQuery(text));
