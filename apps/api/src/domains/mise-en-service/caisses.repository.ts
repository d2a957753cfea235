/** How the tills of a collectivité are configured. */
import { type ObstacleReception, TYPE_UTILISATEUR } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { receiverObstacle } from '#src/domains/caisse/index.ts';

/** A person named in a régie, and why that person cannot receive. */
interface Receveur {
  id: number;
  nom: string;
  obstacle: ObstacleReception | null;
}

export interface Caisses {
  /** Day from which cash requires an open till. */
  caisseDepuis: string | null;
  /** Active régies. */
  regies: {
    id: number;
    nom: string;
    regisseur: Receveur;
    comptable: Receveur | null;
    /** Whose mandate has not ended. */
    suppleants: Receveur[];
  }[];
  /** Active accounts that may take a payment and keep a till. */
  caissiers: number;
  /** Active approval thresholds. */
  seuils: number;
}

/** The collectivité exists and is in the caller's scope. */
export async function readCaisses(queries: Queries, entiteId: number): Promise<Caisses> {
  const receveur = (
    column: string,
  ) => sql`json_build_object('id', u.id, 'nom', btrim(u.prenom || ' ' || u.nom),
    'obstacle', ${receiverObstacle(sql.ref<number>(column), sql<number>`${entiteId}::int`)})`;
  const { rows } = await sql<Caisses>`
    select e.caisse_depuis::text as "caisseDepuis",
      (select coalesce(json_agg(json_build_object('id', r.id, 'nom', r.nom,
          'regisseur', (select ${receveur('r.regisseur_id')} from utilisateur u where u.id = r.regisseur_id),
          'comptable', (select ${receveur('r.comptable_id')} from utilisateur u where u.id = r.comptable_id),
          'suppleants', (select coalesce(json_agg(${receveur('m.suppleant_id')} order by u.nom, u.id), '[]')
            from mandat m join utilisateur u on u.id = m.suppleant_id
            where m.regie_id = r.id and coalesce(m.fin, 'infinity') >= aujourdhui())) order by r.nom), '[]')
        from regie r where r.entite_id = e.id and r.enabled) as regies,
      (select count(*) from utilisateur u where u.enabled and (
          exists (select from utilisateur_entite x where x.utilisateur_id = u.id and x.entite_id = e.id)
          or exists (select from utilisateur_ramification x join ramification r on r.id = x.ramification_id
            where x.utilisateur_id = u.id and r.entite_id = e.id))
        and (u.type_id = ${TYPE_UTILISATEUR.agent} or (
          select count(*) from permission p join navigation n on n.id = p.navigation_id
          join groupe g on g.id = p.groupe_id and g.enabled
          where g.id = u.groupe_id and p.nom = 'Créer' and n.cle in ('transactions', 'ma-caisse')) = 2)) as caissiers,
      (select count(*) from seuil_approbation where entite_id = e.id and enabled) as seuils
    from entite e where e.id = ${entiteId}`.execute(queries);
  return rows[0]!;
}
