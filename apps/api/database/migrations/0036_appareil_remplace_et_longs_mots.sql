-- An empty phone is enrolled as a new device, which replaces the one that its code was given for.
alter table appareil_terrain
  add column remplace_par_id integer,
  add constraint appareil_terrain_successeur unique (entite_id, remplace_par_id),
  add foreign key (entite_id, remplace_par_id) references appareil_terrain (entite_id, id);
comment on column appareil_terrain.remplace_par_id is 'The device that its empty phone became: this one only hands over what it still holds (ADR 0093)';
