/**
 * Every paper of the product with the largest sums, the longest names, the most lines and the scripts that people write in: no
 * two texts overlap, none leaves its page, no rule strikes one, and each amount stands whole.
 */
import { buffer } from 'node:stream/consumers';
import {
  avisDe,
  avisRemisList,
  type Compte,
  contribuableList,
  DOCUMENT_IDS,
  DOCUMENTS,
  type Echec,
  type Encaissement,
  enrollementColumns,
  equipementColumns,
  type FicheIndividuelle,
  formatNumber,
  impayeList,
  MOYEN_KEYS,
  papierParDefaut,
  type PrintedDocument,
  releveValeurList,
  resteDe,
  sheetColumns,
  soldeOf,
  type TableColumn,
  transactionColumns,
  visiteList,
  allColumns,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import type { DocumentInfo, PageFormat, PdfDocument } from '#src/platform/pdf/document.ts';
import { drawList, type ListItem } from '#src/platform/pdf/list-document.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { layoutFaults, readLayout } from '#src/platform/pdf/testing/boxes.ts';
import type { ContenuCaisse } from './caisse/contenu.ts';
import { drawPieceCaisse } from './caisse/piece-caisse.drawing.ts';
import { drawnColumn } from './documents/cells.ts';
import type { ContenuPoint } from './point/contenu.ts';
import { drawPoint } from './point/point.drawing.ts';
import { drawFiche } from './sheets/fiche.drawing.ts';
import { drawReleve } from './sheets/releve.drawing.ts';
import type { ContenuAvis, ContenuPiece, ContenuRecu } from './pieces/contenu.ts';
import { pieceDrawing, type PrintedRecu, recuDrawing } from './pieces/piece.drawing.ts';
import { drawRecapitulatif, drawRecapitulatifRoll } from './recus/recapitulatif.drawing.ts';

const TIME_ZONE = 'Africa/Niamey';
const JOUR = '2026-11-26';
const ANNEE = 2026;
/** Ten digits: above what any payment may be (`MAX_PAIEMENT`), and what a large town is owed. */
const LARGE = 9_876_543_210;

const to = (text: string, length: number): string =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trim();
/** What people are called, as far as a name may go. */
const NAMES = {
  plain: 'Aïssa Moussa',
  long: to('Établissements Abdoulaye Mahamadou Issoufou et Frères ', 120),
  unbreakable: to('Etablissementsabdoulayemahamadou', 120),
  arabic: to('محمد عبد الله بن يوسف تجارة عامة ', 120),
  mixed: 'Boutique السوق الكبير n° 12 (Ɓurji, Ɗaki, Ƙofa)',
  bold: to('𝗕𝗼𝗯𝗶𝗲𝗹 𝑲𝒐𝒖𝒂𝒓𝒂 𝔾𝕣𝕒𝕟𝕕 ', 60),
} as const;
type Kind = keyof typeof NAMES;
const KINDS = Object.keys(NAMES) as Kind[];

const papierOf = (name: string) => ({
  ...papierParDefaut(name.slice(0, 60)),
  droits: to('Vous pouvez contester cet avis dans les trente jours. ', 300),
  retard: to('Une majoration de dix pour cent est due. ', 200),
  textes: to('Loi de finances, article 12. ', 200),
  ecusson: null,
  paiement: [
    { titre: 'Au guichet', lignes: ['Mairie centrale, de 8 h à 16 h', name.slice(0, 60)] },
    { titre: 'Mobile money', lignes: ['Orange Money, code 4455', 'Moov Money, code 22'] },
  ],
});

const money = (digits: number): number => Number('9'.repeat(digits));

function compteOf(name: string, montant: number, lines: number): Compte {
  const echeances = Array.from({ length: lines }, (_, index): Echec => {
    const annee = ANNEE - (index % 3);
    const periode = 1 + (index % 12);
    return {
      id: index + 1,
      annee,
      periode,
      periodes: 12,
      base: name,
      precision: name.slice(0, 60),
      taxe: { id: 1, nom: name },
      montant,
      paye: index % 4 === 0 ? montant : index % 4 === 1 ? montant - 1 : 0,
      exigibleLe: `${annee}-${String(periode).padStart(2, '0')}-01`,
    };
  });
  const exercices = [ANNEE - 2, ANNEE - 1, ANNEE, ANNEE + 1].map((annee) => {
    const own = echeances.filter((each) => each.annee === annee);
    const prevu = own.reduce((sum, each) => sum + each.montant, annee > ANNEE ? montant : 0);
    const paye = own.reduce((sum, each) => sum + each.paye, 0);
    return { annee, prevu, paye, avance: 0, restant: prevu - paye };
  });
  return {
    jour: JOUR,
    annee: ANNEE,
    exercices,
    echeances,
    // one is told with the name of its method, so the longest names have one; several are a sum
    attentes: Array.from({ length: lines === 5 ? 1 : Math.min(lines, 2) }, () => ({
      montant,
      moyenPaiement: name.slice(0, 60),
      jour: JOUR,
    })),
    solde: soldeOf(exercices, echeances, ANNEE, JOUR),
  };
}

function basesOf(name: string, montant: number, lines: number): FicheIndividuelle['activites'] {
  return Array.from({ length: lines }, (_, index) => ({
    base: name,
    precision: index % 2 === 0 ? name.slice(0, 60) : null,
    nombre: 1234,
    tarif: { nombre: 12, prix: montant, parAn: 12 },
    prixUnitaire: montant,
    total: montant,
  }));
}

const chemin = (name: string): string[] => [
  name.slice(0, 60),
  'Plateau',
  'Boukoki 1',
  'Zone 3',
  name.slice(0, 40),
];
const who = (name: string) => ({
  id: 1,
  numKlis: 'NIA-001234',
  fullName: name,
  telephone: '+227 90 11 22 33',
  adresse: name,
});

interface Extremes {
  name: string;
  montant: number;
  lines: number;
}

const fiche = ({ name, montant, lines }: Extremes): FicheIndividuelle => ({
  collectivite: { id: 1, nom: name.slice(0, 60) },
  chemin: chemin(name).map((nom, id) => ({ id, nom })),
  ...who(name),
  photo: null,
  raisonSociale: null,
  createdAt: `${JOUR}T09:00:00Z`,
  typePieceIdentite: 'CNI',
  numeroPieceIdentite: name.slice(0, 40),
  exonerations: [{ id: 1, du: 2026, fin: 2027, base: name, taxe: name, citation: name }],
  suspensions: [
    { id: 1, nature: 'moratoire', du: '2026-04-01', fin: '2026-06-30', taxe: name, reference: name },
  ],
  activites: basesOf(name, montant, lines),
  mouvements: Array.from({ length: lines }, (_, id) => ({
    id,
    dateTransaction: `${JOUR}T09:00:00Z`,
    noTransaction: `MP240101.1234.A${String(id).padStart(5, '0')}`,
    moyenPaiement: 'Depot orange Money',
    montant: id % 3 === 2 ? -montant : montant,
    exercice: montant,
    autres: montant,
    avance: montant,
    extourne: id % 3 === 1 ? ('extournée' as const) : null,
    agent: { id: 1, username: 'agent', fullName: name },
  })),
  compte: compteOf(name, montant, lines),
});

const subject = (name: string) => ({
  entite: { id: 1, nom: name.slice(0, 60), code: 'NIA' },
  chemin: chemin(name),
  contribuable: who(name),
  papier: papierOf(name),
});

const avis = ({ name, montant, lines }: Extremes): ContenuAvis => ({
  nature: 'avis',
  ...subject(name),
  compte: avisDe(compteOf(name, montant, lines), basesOf(name, montant, lines), [`Exonéré : ${name}.`, name]),
  prevus: [],
  remplace: { numero: 'AVIS-NIA-2026-000122', jour: JOUR },
});

function recu({ name, montant, lines }: Extremes, nature: 'recu' | 'provisoire' = 'recu'): ContenuRecu {
  const compte = compteOf(name, montant, lines);
  const years = [ANNEE - 2, ANNEE - 1, ANNEE];
  return {
    nature,
    ...subject(name),
    date: `${JOUR}T09:00:00Z`,
    montant,
    moyen: 'Depot orange Money',
    reference: 'MP240101.1234.A12345',
    agent: name,
    payeur: name,
    cheque: { banque: 'Ecobank', numero: '0000123456', tireur: name },
    exercices: years.map((annee) => ({ annee, montant })),
    detail: {
      ...resteDe(compte),
      parts: years.flatMap((annee) => [
        { annee, taxe: name, montant },
        { annee, taxe: null, montant },
      ]),
    },
  };
}

const piece = <Contenu extends ContenuPiece>(contenu: Contenu, impressions = 2) => ({
  code: 'MWMWMWMWMWMWMWMWMWMW',
  numero: 'NIA-2026-000123',
  jour: JOUR,
  contenu,
  impressions,
  fin: null,
});
const context = {
  ecussons: new Map<string, Uint8Array>(),
  adresse: 'https://octroi.niamey.ne/verifier/',
  timeZone: TIME_ZONE,
};

function caisse({ name, montant, lines }: Extremes): ContenuCaisse[] {
  const own = { entite: { id: 1, nom: name.slice(0, 60), code: 'NIA' }, regie: name, papier: papierOf(name) };
  const billets = { 10000: 99_999, 5000: 99_999, 500: 99_999, 5: 99_999 };
  const counted = { titulaire: name, jour: JOUR, compte: montant, attendu: montant - 1, billets };
  return [
    {
      nature: 'clôture',
      ...own,
      ...counted,
      ouverteLe: `${JOUR}T07:00:00Z`,
      fermeeLe: `${JOUR}T17:00:00Z`,
      fermeePar: name,
      fonds: montant,
      recu: montant,
      annule: montant,
      vendu: montant,
      procesVerbal: to('Le tiroir était ouvert à notre arrivée. ', 1500),
    },
    { nature: 'contrôle', ...own, ...counted, controleur: name, le: `${JOUR}T17:00:00Z`, procesVerbal: name },
    ...(['versement', 'passation'] as const).map((nature) => ({
      nature,
      ...own,
      versement: 1,
      declarant: name,
      destination: 'trésor' as never,
      destinataire: name,
      montant,
      reference: name.slice(0, 60),
      declareLe: `${JOUR}T17:00:00Z`,
      lignes: Array.from({ length: lines }, () => ({
        origine: 'taxe' as const,
        code: '7123456789',
        libelle: name,
        montant,
      })),
      du: '2026-01-01',
      au: JOUR,
    })),
    {
      nature: 'situation',
      ...own,
      jour: JOUR,
      regisseur: name,
      comptable: name,
      lignes: Array.from({ length: lines }, () => ({
        titulaire: name,
        especes: montant,
        enRoute: montant,
        ecarts: -montant,
        cheques: 1234,
        montantCheques: montant,
      })),
      cheques: Array.from({ length: lines }, () => ({
        jour: JOUR,
        titulaire: name,
        banque: 'Ecobank',
        numero: '0000123456',
        tireur: name,
        montant,
      })),
      valeurs: Array.from({ length: lines }, () => ({
        detenteur: name,
        categorie: name,
        nombre: 1234,
        valeur: 500,
      })),
    },
  ];
}

const point = ({ name, montant, lines }: Extremes): ContenuPoint => ({
  entite: name.slice(0, 60),
  papier: papierOf(name),
  ecusson: undefined,
  annee: ANNEE,
  jours: { from: '2026-11-01', to: '2026-11-25' },
  jour: JOUR,
  recu: { exercice: montant, arrieres: montant, avance: montant, total: 3 * montant },
  avant: montant,
  betail: montant,
  exercice: { encaisse: montant, echu: montant * lines, attendu: montant * lines, avant: montant },
  mois: Array.from({ length: 12 }, (_, index) => ({ recu: montant - index, echu: montant * (index % 3) })),
  lieux: Array.from({ length: lines }, (_, index) => ({
    nom: name.slice(0, 60),
    mois: montant,
    prevu: montant + index,
    paye: montant - index,
  })),
  moyens: [...MOYEN_KEYS, 'autres' as const, 'remboursements' as const].map((cle) => ({ cle, montant })),
  debiteurs: Array.from({ length: Math.min(10, lines) }, (_, index) => ({
    nom: name,
    lieu: chemin(name).join(' › '),
    montant,
    arrieres: index % 2 === 0 ? montant : 0,
  })),
  attentes: Array.from({ length: 7 }, () => ({ label: 'Écarts de caisse ouverts', nombre: 123_456 })),
});

const encaissement = ({ name, montant, lines }: Extremes): Encaissement => ({
  id: 1,
  entite: { id: 1, nom: name.slice(0, 60) },
  payeur: { nom: name, telephone: '+227 90 11 22 33' },
  montant: montant * lines,
  recuEnMain: null,
  rendu: 0,
  moyenPaiement: { id: 4, nom: 'Cheque', nature: 'chèque' },
  cheque: { banque: 'Ecobank', numero: '0000123456', tireur: name },
  sessionCaisse: null,
  createdAt: `${JOUR}T09:00:00Z`,
  createdBy: { id: 1, username: 'agent', fullName: name },
  etat: 'Provisoire' as never,
  lignes: Array.from({ length: lines }, (_, id) => ({
    id,
    noTransaction: `MP${id}`,
    numeroRecu: `NIA-2026-${String(id).padStart(6, '0')}`,
    statut: 'Confirmé',
    montant,
    contribuable: { id, numKlis: 'NIA-001234', fullName: name },
    moyenPaiement: { id: 4, nom: 'Cheque' },
    annulee: false,
    remplace: null,
    remplacePar: null,
  })),
});

const infoOf = (page: PageFormat, name: string): DocumentInfo => ({
  title: name,
  author: 'Essai',
  foot: `${name.slice(0, 60)} · Essai · édité le 26/11/2026 à 10:00:00 par ${name.slice(0, 60)}`,
  page,
});
const A4 = { size: 'A4', layout: 'portrait' } as const;
/** A till roll has no foot of its own. */
const ROLL = { foot: '', unnumbered: true };
const A5 = { size: 'A5', layout: 'landscape' } as const;

const drawn = async <Sheet>(
  page: PageFormat,
  name: string,
  draw: (document: PdfDocument, sheet: Sheet) => void,
  sheets: readonly Sheet[],
  more: Partial<DocumentInfo> = {},
): Promise<Buffer> => buffer(drawSheets({ ...infoOf(page, name), ...more }, sheets, draw, ''));

type Draw = (extremes: Extremes) => Promise<Buffer>;
const papier = (name: string) => ({
  papier: papierOf(name),
  enTete: { entite: name.slice(0, 60), papier: papierOf(name), ecusson: undefined },
});

/** Each paper that is drawn for one taxpayer, payer or till. */
const SHEETS: Record<string, Draw> = {
  'fiche individuelle': (e) =>
    drawn(A4, e.name, drawFiche, [
      {
        fiche: fiche(e),
        photo: undefined,
        timeZone: TIME_ZONE,
        papier: papierOf(e.name),
        ecusson: undefined,
      },
    ]),
  'avis d’imposition': (e) => drawn(A4, e.name, pieceDrawing(context), [piece(avis(e))], { footMargin: 16 }),
  'avis d’avant les échéances': (e) =>
    drawn(A4, e.name, pieceDrawing(context), [
      piece({
        nature: 'avis' as const,
        ...subject(e.name),
        annee: ANNEE,
        lignes: Array.from({ length: e.lines }, () => ({
          base: e.name,
          precision: e.name,
          nombre: 12,
          prix: e.montant,
          total: e.montant,
        })),
        prevu: e.montant,
        paye: 1,
        echeance: JOUR,
      }),
    ]),
  'reçu A4': (e) => drawn(A4, e.name, pieceDrawing(context), [piece(recu(e))]),
  'reçu provisoire A4': (e) => drawn(A4, e.name, pieceDrawing(context), [piece(recu(e, 'provisoire'))]),
  'reçu A5': (e) => drawn(A5, e.name, recuDrawing(context, 'A5', ''), [piece(recu(e)) as PrintedRecu]),
  'reçu de 80 mm': (e) =>
    drawn(
      A4,
      e.name,
      recuDrawing(context, 'ticket' as never, 'Imprimé'),
      [piece(recu(e)) as PrintedRecu],
      ROLL,
    ),
  'récapitulatif A4': (e) =>
    drawn(A4, e.name, drawRecapitulatif, [
      { encaissement: encaissement(e), ...papier(e.name), timeZone: TIME_ZONE, foot: '' },
    ]),
  'récapitulatif A5': (e) =>
    drawn(A5, e.name, drawRecapitulatif, [
      { encaissement: encaissement(e), ...papier(e.name), timeZone: TIME_ZONE, foot: '' },
    ]),
  'récapitulatif de 80 mm': (e) =>
    drawn(
      A4,
      e.name,
      drawRecapitulatifRoll,
      [{ encaissement: encaissement(e), ...papier(e.name), timeZone: TIME_ZONE, foot: 'Imprimé' }],
      ROLL,
    ),
  'point du mois': (e) => drawn(A4, e.name, drawPoint, [point(e)]),
  'relevé des impayés': (e) =>
    drawn(
      A4,
      e.name,
      (document: PdfDocument, sheet: Parameters<typeof drawReleve>[1]) =>
        drawReleve(document, sheet, { papiers: new Map([[1, papierOf(e.name)]]), ecussons: new Map() }),
      [
        {
          ...who(e.name),
          entiteId: 1,
          entite: e.name.slice(0, 60),
          chemin: chemin(e.name),
          lignes: compteOf(e.name, e.montant, e.lines).echeances.filter(
            ({ montant, paye }) => paye < montant,
          ),
          aEchoir: e.montant,
          prochaine: '2026-12-01',
          attentes: compteOf(e.name, e.montant, e.lines).attentes,
          jour: JOUR,
          base: e.name,
        },
      ],
    ),
  ...Object.fromEntries(
    ['clôture', 'contrôle', 'versement', 'passation', 'situation'].map((nature, index): [string, Draw] => [
      `pièce de caisse : ${nature}`,
      (e) =>
        drawn(A4, e.name, drawPieceCaisse, [
          {
            piece: {
              numero: 'PV-NIA-2026-000001',
              etabliLe: JOUR,
              contenu: caisse(e)[index] as ContenuCaisse,
              impressions: 2,
            },
            reception: {
              statut: 'reçu avec différence' as const,
              recu: e.montant,
              par: e.name,
              le: `${JOUR}T17:30:00Z`,
              motif: e.name,
            },
            ecusson: undefined,
            timeZone: TIME_ZONE,
          },
        ]),
    ]),
  ),
};

const COLUMNS: Record<string, readonly TableColumn<never>[]> = {
  contribuables: [...allColumns(contribuableList)],
  enrollements: enrollementColumns,
  equipements: equipementColumns,
  transactions: transactionColumns,
  impayes: allColumns(impayeList),
  visites: allColumns(visiteList),
  avis_remis: allColumns(avisRemisList),
  releves_valeurs: allColumns(releveValeurList),
};
/** What a cell of a kind says at its longest. */
const LONGEST: Record<TableColumn<never>['kind'], (e: Extremes) => string | number> = {
  text: ({ name }) => name,
  amount: ({ montant }) => montant,
  number: () => 123_456,
  day: () => '26/11/2026',
  time: () => '23:59:59',
  instant: () => '26/11/2026 23:59:59',
  status: () => 'En attente de confirmation',
};

async function listOf(
  e: Extremes,
  page: PageFormat,
  columns: readonly { column: Pick<TableColumn<never>, 'header' | 'kind'>; width?: number | undefined }[],
): Promise<Buffer> {
  const row = columns.map(({ column }) => LONGEST[column.kind](e));
  const rows: ListItem[] = [{ groupe: e.name }, ...Array.from({ length: e.lines }, () => row)];
  const list = {
    heading: {
      title: e.name,
      collectivite: e.name,
      chain: [e.name, e.name],
      details: [e.name, e.name],
      edited: '26/11/2026 à 10:00:00',
      author: e.name,
    },
    page,
    columns: columns.map(({ column, width }) => drawnColumn(column, width)),
    empty: '',
    expected: rows.length,
    beside: [
      {
        label: 'Extourné et remboursé',
        sums: columns.map(({ column }) => (column.kind === 'amount' ? -e.montant : null)),
      },
    ],
  };
  async function* batches() {
    yield rows;
  }
  const pieces: Buffer[] = [];
  for await (const part of drawList(list, batches())) pieces.push(part);
  return Buffer.concat(pieces);
}

/** Each list that is printed, on its own sheet; by each base that has columns of its own. */
const LISTS: Record<string, Draw> = Object.fromEntries(
  DOCUMENT_IDS.flatMap((id) => {
    const paper: PrintedDocument = DOCUMENTS[id];
    const bases = [undefined, ...(Object.keys(paper.columnsBy ?? {}) as 'encaissement'[])];
    return bases.map((base): [string, Draw] => {
      const all = COLUMNS[paper.resource] ?? [];
      const shares = sheetColumns(paper, base);
      const columns = shares
        ? Object.entries(shares).flatMap(([name, width]) => {
            const column = all.find((one) => one.id === name);
            return column ? [{ column, width }] : [];
          })
        : all.map((column) => ({ column }));
      return [`${id}${base ? `, ${base}` : ''}`, (e) => listOf(e, paper.page, columns)];
    });
  }),
);
// tables of figures: a column of words, then many of amounts
for (const [count, size] of [
  [9, 'A4'],
  [14, 'A3'],
] as const)
  LISTS[`tableau de chiffres, ${count} colonnes`] = (e) =>
    listOf(
      e,
      { size, layout: 'landscape' },
      Array.from({ length: count }, (_, index) => ({
        column: {
          header: index === 0 ? 'Date' : 'Depot orange Money',
          kind: index === 0 ? ('day' as const) : ('amount' as const),
        },
        width: index === 0 ? 18 : 10,
      })),
    );

/** Lines and the sum of each: the largest sum on a sheet of any length, each sum on a short one. */
const SIZES = [
  [1, LARGE],
  [3, 7500],
  [3, money(7)],
  [3, LARGE],
  [37, LARGE],
] as const;
const WITHOUT_AMOUNTS = new Set(['equipements', 'avis-distribues']);
const MARGINS: Record<string, number> = { 'reçu de 80 mm': 11, 'récapitulatif de 80 mm': 11 };

const plain = (text: string): string => text.replaceAll(/\s/gu, ' ');
async function laidOut(draw: Draw, extremes: Extremes, margin: number): Promise<string[]> {
  const bytes = await draw(extremes);
  // it throws where a day is broken over two lines
  readPdf(bytes);
  const layout = readLayout(bytes);
  expect(layoutFaults(layout, margin)).toEqual([]);
  const texts = layout.texts.map(({ text }) => plain(text));
  // no amount is cut short, nor goes on in the next line
  expect(texts.filter((text) => /\d…$/.test(text))).toEqual([]);
  return texts;
}

describe.each([
  ['sheet', SHEETS],
  ['list', LISTS],
] as const)('every %s', (_, papers) => {
  const cases = Object.entries(papers);
  it.each(cases)('%s fits the largest sums and the most lines', async (name, draw) => {
    for (const [lines, montant] of SIZES) {
      const texts = await laidOut(draw, { name: NAMES.plain, montant, lines }, MARGINS[name] ?? 20);
      if (!WITHOUT_AMOUNTS.has(name))
        expect(texts.some((text) => text.includes(plain(formatNumber(montant))))).toBe(true);
    }
  });

  it.each(cases)('%s fits the longest names, in any script', async (name, draw) => {
    for (const kind of KINDS)
      await laidOut(draw, { name: NAMES[kind], montant: LARGE, lines: 5 }, MARGINS[name] ?? 20);
  });
});
