-- What whoever asks for an approval lays with it: a photo or a PDF, once, while it waits.
alter table approbation add piece text check (piece ~ '^[0-9a-f]{32}\.(jpg|pdf)$');
comment on column approbation.piece is 'The file that was laid with it, in the folder of uploads';
grant update (piece) on approbation to octroi_app;
