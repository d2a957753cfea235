/** Draws what a régie holds at the end of a day: cash, cheques and tickets, by holder. No I/O. */
import { formatDay, sumBy } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import type { TableColumn } from '#src/platform/pdf/table-cells.ts';
import { table } from '../sheets/fiche.drawing.ts';
import { details, line, placeFor } from '../sheets/sheet.ts';
import type { ContenuSituation } from './contenu.ts';
import { amountLine, type Drawn } from './parts.drawing.ts';
import { SIGNATURES_HEIGHT } from './signatures.drawing.ts';

/** Height of the three amounts in large type. */
const SUMS = 90;

const HOLDERS: readonly TableColumn[] = [
  { header: 'Détenteur', kind: 'text', width: 34 },
  { header: 'Espèces (F CFA)', kind: 'figure', width: 16 },
  { header: 'dont en route', kind: 'figure', width: 14 },
  { header: 'Écarts', kind: 'figure', width: 12 },
  { header: 'Chèques', kind: 'figure', width: 9 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 15 },
];
const CHEQUES: readonly TableColumn[] = [
  { header: 'Reçu le', kind: 'text', width: 13, unbreakable: '00/00/0000' },
  { header: 'Détenteur', kind: 'text', width: 24 },
  { header: 'Banque', kind: 'text', width: 16 },
  { header: 'Numéro', kind: 'text', width: 16 },
  { header: 'Tireur', kind: 'text', width: 18 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 15 },
];

const VALEURS: readonly TableColumn[] = [
  { header: 'Valeurs', kind: 'text', width: 34 },
  { header: 'Détenteur', kind: 'text', width: 26 },
  { header: 'Nombre', kind: 'figure', width: 12 },
  { header: 'Valeur (F CFA)', kind: 'figure', width: 13 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 15 },
];

export function drawSituation(
  document: PdfDocument,
  part: Structure,
  y: number,
  { jour, heure, regie, regisseur, comptable, lignes, cheques, valeurs }: ContenuSituation,
): Drawn {
  let next = line(
    document,
    part,
    y - 6,
    heure ? `Le ${formatDay(jour)} à ${heure}` : `À la fin du ${formatDay(jour)}`,
    {
      weight: 'bold',
      size: 12,
      color: INK.black,
    },
  );
  next = details(
    document,
    part,
    [
      ['Régie', regie],
      ['Régisseur', regisseur],
      ['Comptable de rattachement', comptable],
    ],
    { x: document.left, y: next + 8, width: document.contentWidth },
  );
  const sum = (of: (ligne: (typeof lignes)[number]) => number): number => sumBy(lignes, of);
  const especes = sum((ligne) => ligne.especes);
  const montantCheques = sum((ligne) => ligne.montantCheques);
  next = table(document, part, next + 8, {
    title: 'Ce que chacun détient',
    columns: HOLDERS,
    rows: lignes.map((ligne) => [
      ligne.titulaire,
      ligne.especes,
      ligne.enRoute,
      ligne.ecarts,
      ligne.cheques,
      ligne.montantCheques,
    ]),
    empty: 'Personne ne détient rien.',
    foot: [
      [
        'Total',
        especes,
        sum(({ enRoute }) => enRoute),
        sum(({ ecarts }) => ecarts),
        sum((one) => one.cheques),
        montantCheques,
      ],
    ],
  });
  next = line(
    document,
    part,
    placeFor(document, next + 4, 24),
    'En route : déclaré et pas encore reçu, qui versait en répond. Écarts : trouvés à un comptage ou à une réception, pas encore réglés ; en moins, l’argent manque aux espèces dont on répond.',
    { color: INK.muted },
  );
  next = table(document, part, placeFor(document, next + 12, 60), {
    title: 'Chèques reçus, ni confirmés ni rejetés',
    columns: CHEQUES,
    rows: cheques.map((cheque) => [
      formatDay(cheque.jour),
      cheque.titulaire,
      cheque.banque,
      cheque.numero,
      cheque.tireur,
      cheque.montant,
    ]),
    empty: 'Aucun.',
    foot: [['Total', null, null, null, null, montantCheques]],
  });
  const montantValeurs = sumBy(valeurs, ({ nombre, valeur }) => nombre * valeur);
  next = table(document, part, placeFor(document, next + 12, 60), {
    title: 'Valeurs inactives',
    columns: VALEURS,
    rows: valeurs.map(({ categorie, detenteur, nombre, valeur }) => [
      categorie,
      detenteur ?? 'Stock de la régie',
      nombre,
      valeur,
      nombre * valeur,
    ]),
    empty: 'Aucune.',
    foot: [['Total', null, null, null, montantValeurs]],
  });
  // the amounts stand on the same page as the signatures
  next = placeFor(document, next, SUMS + SIGNATURES_HEIGHT);
  next = amountLine(document, part, next, 'Espèces détenues', especes);
  next = amountLine(document, part, next - 2, 'Chèques détenus', montantCheques);
  next = amountLine(document, part, next - 2, 'Valeurs inactives détenues', montantValeurs);
  return {
    y: next,
    signataires: [
      { role: 'Le régisseur', nom: regisseur },
      { role: 'Le comptable', nom: comptable },
    ],
  };
}
