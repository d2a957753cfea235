-- Notices in force, by year and by the present place of their taxpayers.

-- Each notice in force, and whether it was handed over or refused: the first delivery that stands counts.
create or replace view avis_en_vigueur as
  select p.entite_id, p.contribuable_id, p.annee, 1 as emis,
    (r.remis_a is not null and r.remis_a <> 'refusé')::integer as remis, (r.remis_a is not distinct from 'refusé')::integer as refuses
  from piece p
  left join remise_avis r on r.code = p.code and r.annulee_le is null and r.remis_a <> 'absent'
  where p.nature = 'avis' and not exists (select from piece s where s.remplace = p.code);

drop type if exists mouvement_avis cascade;
create type mouvement_avis as (
  entite_id integer, annee smallint, ramification_id integer, emis bigint, remis bigint, refuses bigint
);

call declarer_total('avis', $$
  select a.entite_id, a.annee, c.ramification_id, a.emis, a.remis, a.refuses
  from avis_en_vigueur a join contribuable c on c.entite_id = a.entite_id and c.id = a.contribuable_id
$$, 'porter_avis', 'mouvement_avis');

-- Adds what changed for one notice at the place of its taxpayer. The lock prevents a move, a delivery or a replacement
-- between reading and writing.
create or replace function porter_un_avis(e integer, c bigint, a smallint, emis integer, remis integer, refuses integer)
  returns void language plpgsql as $$
declare
  lieu integer;
begin
  select ramification_id into strict lieu from contribuable where entite_id = e and id = c for no key update;
  perform porter_avis(array[row(e, a, lieu, emis, remis, refuses)::mouvement_avis]);
end
$$;
revoke execute on function porter_un_avis from public;
