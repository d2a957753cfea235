-- What the cash of a session was taken for: written as it is closed, and never again (ADR 0036).
create table session_caisse_ligne (
  entite_id integer not null,
  session_caisse_id bigint not null,
  rang integer not null,
  origine text not null check (origine in ('taxe', 'valeurs', 'avance')),
  taxe_id integer,
  jour date not null,
  montant bigint not null check (montant <> 0),
  primary key (entite_id, session_caisse_id, rang),
  foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id),
  constraint session_caisse_ligne_origine check ((taxe_id is not null) = (origine = 'taxe'))
);
create index session_caisse_ligne_taxe on session_caisse_ligne (entite_id, taxe_id);
comment on table session_caisse_ligne is 'Together the lines of a session are what was received less what was cancelled, and what was sold';
comment on column session_caisse_ligne.jour is 'When it was paid';
comment on column session_caisse_ligne.montant is 'Francs; below 0 for what was cancelled';
revoke insert, update, delete on session_caisse_ligne from octroi_app;

-- Those that are closed already: as it stands today.
insert into session_caisse_ligne (entite_id, session_caisse_id, rang, origine, taxe_id, jour, montant)
select entite_id, session_caisse_id, row_number() over (partition by entite_id, session_caisse_id order by jour, taxe_id, origine),
  origine, taxe_id, jour, montant
from (
  select prise.entite_id, session_caisse_id, origine, taxe_id, prise.jour, sum(montant)::bigint as montant
  from (
    select t.entite_id, t.session_caisse_id, case when x.taxe_id is null then 'avance' else 'taxe' end as origine, x.taxe_id, t.jour,
      i.montant
    from transaction t
    join imputation i on i.entite_id = t.entite_id and i.transaction_id = t.id
    left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
    where t.session_caisse_id is not null
    union all
    select entite_id, session_caisse_id, case when taxe_id is null then 'valeurs' else 'taxe' end, taxe_id, jour, montant
    from vente_valeur where session_caisse_id is not null and annulee_le is null) prise
  join session_caisse s on s.entite_id = prise.entite_id and s.id = session_caisse_id and s.fermee_le is not null
  group by 1, 2, 3, 4, 5 having sum(montant) <> 0) ligne;
