/** Fields that a column of an imported file may fill: apart from the schemas, which the screen does not need. */

interface Champ {
  label: string;
  /** Other heads under which files hold it, without accents and signs. */
  heads: readonly string[];
  required?: boolean;
}

const champ = (label: string, ...heads: string[]): Champ => ({ label, heads });

/** What is read of a row, in the order in which the screen asks for it. */
export const CHAMPS_IMPORT: Readonly<Record<string, Champ>> = {
  nom: { ...champ('Nom', 'noms', 'nom de famille', 'nom contribuable'), required: true },
  prenom: champ('Prénom', 'prenoms'),
  localisation: {
    ...champ(
      'Localisation (nom, chemin ou code de la sous-entité)',
      'localisation',
      'secteur',
      'zone',
      'quartier',
    ),
    required: true,
  },
  type: champ('Type (physique ou morale)', 'type', 'type contribuable'),
  raisonSociale: champ('Raison sociale', 'societe', 'entreprise'),
  nif: champ('NIF', 'nif', 'numero fiscal'),
  telephone: champ('Téléphone', 'tel', 'contact', 'numero de telephone', 'mobile'),
  adresse: champ('Adresse', 'adresse residence'),
  age: champ('Âge', 'age'),
  lieuNaissance: champ('Lieu de naissance'),
  typePieceIdentite: champ("Type de pièce d'identité", 'type piece', 'piece d identite'),
  numeroPieceIdentite: champ("Numéro de pièce d'identité", 'numero piece', 'n piece', 'cni'),
  numKlis: champ('Numéro du contribuable', 'numero', 'numklis', 'num klis', 'matricule'),
  dateEnrollement: champ("Date d'enrôlement (JJ/MM/AAAA)", 'date', 'date enrolement', 'date d enrolement'),
  latitude: champ('Latitude', 'lat'),
  longitude: champ('Longitude', 'long', 'lng', 'lon'),
  nbreBetail: champ('Bétail (têtes)', 'betail', 'nombre betail', 'nbre betail'),
  base1: champ(
    "Base taxable (type d'équipement ou activité)",
    'base taxable',
    'base',
    'activite',
    'equipement',
  ),
  precision1: champ('Précision', 'precision'),
  base2: champ('Deuxième base taxable', 'base taxable 2', 'base 2'),
  precision2: champ('Précision de la deuxième', 'precision 2'),
  base3: champ('Troisième base taxable', 'base taxable 3', 'base 3'),
  precision3: champ('Précision de la troisième', 'precision 3'),
};

/** Past years whose unpaid dues a file may bring, the latest first. */
export const anneesImpayees = (present: number): number[] => [1, 2, 3, 4, 5, 6].map((back) => present - back);
const IMPAYE = /^impaye(20\d\d)$/;
export const champImpaye = (annee: number): string => `impaye${annee}`;
/** The year whose unpaid dues a field holds. */
export const anneeImpayee = (nom: string): number | undefined => {
  const annee = IMPAYE.exec(nom)?.[1];
  return annee === undefined ? undefined : Number(annee);
};

export const champImportLabel = (nom: string): string =>
  CHAMPS_IMPORT[nom]?.label ?? `Impayé ${anneeImpayee(nom) ?? ''}`.trim();

/** What the field is called at the head of a column. */
export const champImportHead = (nom: string): string => champImportLabel(nom).replace(/ \(.*/, '');

/** A head or a name as it is compared: without accents, signs and case. */
export const withoutSigns = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** Which column most likely fills which field, by its head alone. */
export function proposeCorrespondance(heads: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  const names = heads.map(withoutSigns);
  for (const [nom, { label, heads: others }] of Object.entries(CHAMPS_IMPORT)) {
    const known = [nom, label, champImportHead(nom), ...others].map(withoutSigns);
    const column = names.findIndex(
      (name, index) => known.includes(name) && !Object.values(found).includes(index),
    );
    if (column >= 0) found[nom] = column;
  }
  for (const [column, name] of names.entries()) {
    const annee = /(?:impaye|arriere|reste|solde)\D*(20\d\d)/.exec(name)?.[1];
    if (annee && found[`impaye${annee}`] === undefined) found[`impaye${annee}`] = column;
  }
  return found;
}
