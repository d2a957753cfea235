/** Enrolments through the API, in Niamey (collectivité 1), with new taxes. */
import type { Contribuable, ContribuableFiche, Problem } from '@octroi/contract';
import { expect } from 'vitest';
import type { Caller, testApp } from './app.ts';
import { PASSWORD, YEAR } from './app.ts';
import { tokens } from './people.ts';
import { named, rate, taxDesk } from './taxes.ts';

export async function enrolmentDesk(
  octroi: Pick<Awaited<ReturnType<typeof testApp>>, 'signIn' | 'query' | 'nobody' | 'callerWith'>,
) {
  const desk = await taxDesk(octroi);
  const { query } = octroi;
  const agent = await tokens(octroi.nobody, octroi.callerWith).enter('agent.terrain', PASSWORD);
  const { haut, autre } = desk;
  /** An equipment type that costs 5 000 in the first arrondissement and 8 000 in the second. */
  const kiosque = await desk.newEquipement();
  await desk.created({
    typeEquipement: kiosque,
    applications: [rate(haut, YEAR, 5000), rate(autre, YEAR, 8000)],
  });
  /** An equipment type with a rate per précision. */
  const enseigne = await desk.newEquipement();
  await desk.created({
    typeEquipement: enseigne,
    applications: [named(haut, YEAR, { Petite: 1000, Grande: 3000 }), named(autre, YEAR, { Petite: 1500 })],
  });
  /** An activity without a tax. */
  const [activite] = await query<{ id: number }>(
    'insert into nature_activite (entite_id, categorie_id, nom) select entite_id, min(id), $1 from categorie_activite where entite_id = 1 group by 1 returning id',
    [desk.next()],
  );
  const nature = activite?.id as number;

  const post = (body: object, headers: Record<string, string> = {}, caller: Caller = agent) =>
    caller.send<Contribuable & Problem>('POST', '/v2/contribuables', body, headers);
  const fiche = (more: object = {}) => ({ nom: desk.next(), ramification: haut.id, ...more });
  return {
    ...desk,
    agent,
    kiosque,
    enseigne,
    nature,
    fiche,
    post,
    enrolled: async (more: object = {}, caller: Caller = agent): Promise<Contribuable> => {
      const { status, body } = await post(fiche(more), {}, caller);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    read: async (id: number): Promise<ContribuableFiche> =>
      (await desk.by('niamey').get<ContribuableFiche>(`/v2/contribuables/${id}`)).body,
    edit: (id: number, body: object, headers: Record<string, string> = {}, caller = desk.by('niamey')) =>
      caller.send<Contribuable & Problem>('PATCH', `/v2/contribuables/${id}`, body, headers),
    /** Dues of a taxpayer, by line. */
    dues: (id: number) =>
      query<{ ligne: number; annee: number; montant: number; paye: number; precision: string | null }>(
        `select enrollement_id::int as ligne, annee::int, montant::int, paye::int, precision from echeance
         where contribuable_id = $1 order by annee, enrollement_id, periode`,
        [id],
      ),
    /** A confirmed payment, split over the oldest dues. */
    pay: async (id: number, montant: number): Promise<void> => {
      await query(
        `with paiement as (
           insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, statut, moyen_paiement_id)
           select entite_id, id, ramification_id, gen_random_uuid()::text, $2::bigint, 'Confirmé', 1 from contribuable where id = $1
           returning *),
         du as (
           select e.id, e.annee, e.montant - e.paye as reste,
             sum(e.montant - e.paye) over (order by e.annee, e.periode, e.id) - (e.montant - e.paye) as avant
           from echeance e where e.contribuable_id = $1 and e.montant > e.paye),
         part as (
           select annee, id as echeance, least(reste, $2::bigint - avant)::bigint as montant from du where avant < $2::bigint
           union all
           select extract(year from now())::int, null,
             $2::bigint - (select coalesce(sum(least(reste, $2::bigint - avant)), 0)::bigint from du where avant < $2::bigint))
         insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant)
         select p.entite_id, p.id, p.contribuable_id, part.annee, part.echeance, part.montant
         from paiement p, part where part.montant > 0`,
        [id, montant],
      );
    },
  };
}
