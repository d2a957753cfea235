/** Errors for the client: RFC 9457, with a French message for the person and a stable code. */
import { FilterError, type Problem } from '@octroi/contract';

/** HTTP status by code. A code names the cause and never changes. */
const STATUS = {
  'requete.invalide': 400,
  'requete.json': 400,
  'filtre.colonne': 400,
  'filtre.operateur': 400,
  'filtre.valeur': 400,
  'filtre.connecteur': 400,
  'filtre.forme': 400,
  'session.absente': 401,
  'connexion.refusee': 401,
  'connexion.second-facteur': 401,
  'signature.refusee': 401,
  'acces.refuse': 403,
  'origine.refusee': 403,
  'mot-de-passe.donne': 403,
  'second-facteur.requis': 403,
  'confirmation.requise': 403,
  introuvable: 404,
  'approbation.demandeur': 403,
  'methode.refusee': 405,
  'requete.lente': 408,
  'approbation.decidee': 409,
  'approbation.expiree': 409,
  'approbation.piece': 409,
  'approbation.seule': 409,
  'conflit.doublon': 409,
  'conflit.lie': 409,
  'conflit.regle': 409,
  'conflit.baisse': 409,
  'conflit.percue': 409,
  'conflit.semblable': 409,
  'conflit.excedent': 409,
  'contribuable.systeme': 409,
  'operateur.contenu': 409,
  'caisse.session_absente': 409,
  'lien.perime': 410,
  'version.perimee': 412,
  'corps.trop-grand': 413,
  'fichier.trop-grand': 413,
  'adresse.trop-longue': 414,
  'media.inconnu': 415,
  'fichier.refuse': 415,
  'connexion.limitee': 429,
  'demandes.trop': 429,
  'entete.trop-grand': 431,
  'serveur.erreur': 500,
  'acte.sans-reponse': 500,
  'serveur.indisponible': 503,
  'demande.trop-longue': 503,
  'second-facteur.illisible': 503,
  'base.indisponible': 503,
  'base.occupee': 503,
  'base.pleine': 503,
  'disque.plein': 503,
} as const;
export type ProblemCode = keyof typeof STATUS;

const TITLES: Record<number, string> = {
  400: 'Requête non valable',
  401: 'Connexion nécessaire',
  403: 'Accès refusé',
  404: 'Introuvable',
  405: 'Méthode refusée',
  408: 'Requête trop lente',
  409: 'Conflit',
  410: 'Lien périmé',
  412: 'Version périmée',
  413: 'Corps trop grand',
  414: 'Adresse trop longue',
  415: 'Type de contenu inconnu',
  429: 'Trop de tentatives',
  431: 'En-têtes trop grands',
  500: 'Erreur du serveur',
  503: 'Service indisponible',
};

export interface FieldError {
  field: string;
  message: string;
}

/** Thrown by services; `message` is for the person at the screen. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  constructor(code: ProblemCode, message: string, errors?: FieldError[]) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.errors = errors;
  }
  get status(): number {
    return STATUS[this.code];
  }
}

/** For an act that stored something, and failed before its reply. */
export const unanswered = (): AppError =>
  new AppError(
    'acte.sans-reponse',
    'C’est sans doute fait, mais le serveur n’a pas pu répondre. Regardez avant de recommencer.',
  );

/** A record outside a person's scope does not exist for that person. */
export const notFound = (): AppError =>
  new AppError('introuvable', "Cet élément n'existe pas, ou n'est pas dans votre périmètre.");

export const refused = (): AppError =>
  new AppError('acces.refuse', "Vous n'avez pas le droit de faire cela.");

export const invalid = (field: string, message: string): AppError =>
  new AppError('requete.invalide', message, [{ field, message }]);

interface PostgresError {
  code: string;
  constraint?: string;
  detail?: string;
  table?: string;
  message: string;
}

const isPostgres = (error: unknown): error is PostgresError =>
  error instanceof Error && typeof (error as Partial<PostgresError>).code === 'string' && 'severity' in error;

/** Whether a foreign key refused: a removal of a record that others refer to, or a reference to a missing one. */
export const isForeignKeyRefusal = (error: unknown): boolean => isPostgres(error) && error.code === '23503';

/** Field and message for a violated unique key, by constraint. */
export type Duplicates = Readonly<Record<string, FieldError>>;

/**
 * Runs a write; a violated unique key becomes an error at its field.
 * @throws AppError 409 `conflit.doublon`
 */
export async function duplicateAs<Result>(
  duplicates: Duplicates,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const duplicate =
      isPostgres(error) && error.code === '23505' ? duplicates[error.constraint ?? ''] : undefined;
    throw duplicate ? new AppError('conflit.doublon', duplicate.message, [duplicate]) : error;
  }
}

const NAME_TAKEN =
  'Ce nom est déjà pris : ni les majuscules, ni les accents, ni le nombre d’espaces ne distinguent deux noms.';

/** A violated constraint is an answer, not a failure: it gets a message for the person. */
function fromPostgres(error: PostgresError): AppError | undefined {
  switch (error.code) {
    case '23505':
      // unique indexes on names compare them without case, accents and spaces (`texte_compare`)
      return error.constraint?.endsWith('_nom_unique')
        ? new AppError('conflit.doublon', NAME_TAKEN, [{ field: 'nom', message: NAME_TAKEN }])
        : new AppError('conflit.doublon', 'Un élément avec les mêmes valeurs existe déjà.');
    case '23503':
      return new AppError(
        'requete.invalide',
        "Un élément auquel il est fait référence n'existe pas ou n'est pas de la même collectivité.",
      );
    case '23514':
      if (error.constraint === 'contribuable_systeme')
        return new AppError('contribuable.systeme', error.message);
      return /^[A-ZÉ]/.test(error.message) && !error.message.startsWith('new row')
        ? new AppError('conflit.regle', error.message)
        : new AppError('requete.invalide', "Une valeur n'est pas permise.");
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
    case '22021':
    case '22P05':
      return new AppError('requete.invalide', "Une valeur n'est pas valable.");
    case '40001':
    case '40P01':
      return new AppError(
        'serveur.indisponible',
        "Quelqu'un d'autre modifiait les mêmes éléments au même instant : rien n'a été enregistré. Réessayez.",
      );
    case '57014':
      return new AppError(
        'demande.trop-longue',
        'La demande a pris trop de temps. Réduisez la période ou ajoutez un filtre.',
      );
    default:
      return undefined;
  }
}

/** The error for the client; undefined for an internal error. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof FilterError)
    return new AppError(error.code, error.message, [{ field: error.column, message: error.message }]);
  if (isPostgres(error)) return fromPostgres(error);
  return undefined;
}

export function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: `urn:octroi:${error.code}`,
    title: TITLES[error.status] ?? 'Erreur',
    status: error.status,
    code: error.code,
    message: error.message,
    requestId,
    ...(error.errors ? { errors: error.errors } : {}),
  };
}
