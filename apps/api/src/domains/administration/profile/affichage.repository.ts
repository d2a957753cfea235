/** Display settings of a person: hidden columns, pinned screens and format of receipts. */
import { sql } from 'kysely';
import type { Affichage } from '@octroi/contract';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

const USUAL: Affichage = {
  densite: 'confortable',
  accueil: 'tableau-de-bord',
  accueilChoisi: false,
  formatRecu: 'A4',
  masquees: {},
  epingles: [],
};

export async function readAffichage(queries: Queries, utilisateurId: number): Promise<Affichage> {
  const rows = await queries
    .selectFrom('affichage')
    .select([
      'densite',
      'accueil',
      'accueil_choisi as accueilChoisi',
      'format_recu as formatRecu',
      'masquees',
      'epingles',
    ])
    .where('utilisateur_id', '=', utilisateurId)
    .executeTakeFirst();
  return rows ? (rows as Affichage) : USUAL;
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/**
 * One list at a time, so that two devices changing two lists do not overwrite each other; a list with all columns shown
 * is not stored.
 */
export async function saveAffichage(
  trx: OpenTransaction,
  utilisateurId: number,
  { densite, accueil, formatRecu, epingles }: Nullable<Omit<Affichage, 'accueilChoisi' | 'masquees'>>,
  masquees: Readonly<Record<string, readonly string[]>>,
): Promise<Affichage> {
  const unmasked = Object.keys(masquees).filter((ecran) => masquees[ecran]?.length === 0);
  const { rows } = await sql<Affichage>`
    insert into affichage as a (utilisateur_id, densite, accueil, accueil_choisi, format_recu, masquees, epingles)
    values (${utilisateurId}, coalesce(${densite}, ${USUAL.densite}), coalesce(${accueil}, ${USUAL.accueil}),
      ${accueil !== null}, coalesce(${formatRecu}, ${USUAL.formatRecu}), ${JSON.stringify(masquees)}::jsonb - ${unmasked}::text[],
      coalesce(${epingles}::text[], '{}'))
    on conflict (utilisateur_id) do update
      set densite = coalesce(${densite}, a.densite), accueil = coalesce(${accueil}, a.accueil),
          accueil_choisi = a.accueil_choisi or excluded.accueil_choisi,
          format_recu = coalesce(${formatRecu}, a.format_recu),
          epingles = coalesce(${epingles}::text[], a.epingles),
          masquees = (a.masquees || ${JSON.stringify(masquees)}::jsonb) - ${unmasked}::text[]
    returning densite, accueil, accueil_choisi as "accueilChoisi", format_recu as "formatRecu", masquees, epingles`.execute(
    trx,
  );
  return rows[0] ?? USUAL;
}
