-- The outline that a town has of a sub-entity: the map draws it in place of one around taxpayers.
create table contour (
  ramification_id integer primary key references ramification on delete cascade,
  forme jsonb not null check (forme ->> 'type' = 'MultiPolygon'),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column contour.forme is 'GeoJSON in WGS84: positions are a longitude and a latitude';
