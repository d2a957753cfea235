-- A suspension keeps the document that decided it.
alter table suspension add column document text;
comment on column suspension.document is 'The file of the decision: a photo or a PDF, attached once';
grant update (document) on suspension to octroi_app;
