import { SCREENS } from '@octroi/contract/register';
import { useState } from 'react';
import { Alert, Button, FileButton, NativeSelect } from '@mantine/core';
import type { Import } from '@octroi/contract/contribuables/import/import';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { crumb, type Crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { TemplateLink } from '#src/ui/file/TemplateLink.tsx';
import { CorrespondanceCard } from './CorrespondanceCard.tsx';
import { ImportsRecents } from './ImportsRecents.tsx';
import { importQuery, useDecide } from './queries.ts';
import classes from './Import.module.css';
import { useAct } from '#src/ui/use-act.ts';

const route = getRouteApi(`/shell${SCREENS.import.url}`);

const LIST: Crumb = crumb('contribuables');
const TITLE = 'Importer des contribuables';

/** Taxpayers from a file: choose, map columns, try, import. The address keeps the current file. */
export function ImportScreen() {
  const { import: id } = route.useSearch();
  const navigate = route.useNavigate();
  const missing = useMissing([['contribuables', 'Créer']]);
  const read = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined });
  const [data, failure] = [read.data, failureOf(read)];
  const open = (next: string | undefined): void => void navigate({ search: { import: next } });
  return (
    <>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, LIST, { label: SCREENS.import.nom }]} title={TITLE} />
      {missing ? (
        <MissingRight missing={missing} />
      ) : id === undefined ? (
        <>
          <FileCard onUploaded={({ id: uploaded }) => open(uploaded)} />
          <ImportsRecents onOpen={open} />
        </>
      ) : failure ? (
        <ErrorState failure={failure} />
      ) : data ? (
        <>
          <Card
            title={data.nom}
            actions={
              <Button variant="default" size="compact-sm" onClick={() => open(undefined)}>
                Autre fichier
              </Button>
            }
          >
            <p className={classes.text}>
              {formatNumber(data.lignes)} lignes, {data.colonnes.length} colonnes · {data.entite.nom}
            </p>
            {data.feuilles.length > 1 ? <FeuilleSelect file={data} /> : null}
            {data.remarques.map((remarque) => (
              <p key={remarque} className={classes.text}>
                {remarque}
              </p>
            ))}
          </Card>
          <CorrespondanceCard key={`${data.id} ${data.feuille}`} file={data} />
        </>
      ) : null}
    </>
  );
}

/** The sheet of a workbook; another one replaces the rows. */
function FeuilleSelect({ file }: { file: Import }) {
  const { busy, decide } = useDecide(file);
  return (
    <NativeSelect
      className={classes.sheet}
      label="Feuille lue"
      value={file.feuille ?? ''}
      disabled={busy}
      onChange={({ currentTarget }) => void decide({ feuille: currentTarget.value })}
      data={[...new Set([...(file.feuille === null ? [] : [file.feuille]), ...file.feuilles])]}
    />
  );
}

/** Uploads the file; an error stays visible until another file is chosen. */
function FileCard({ onUploaded }: { onUploaded: (file: Import) => void }) {
  const { chosenPlace } = useChosenPlace();
  const { collectivites } = useSession();
  const { entite: addressEntite } = route.useSearch();
  const working =
    collectivites.find(({ id }) => id === addressEntite) ??
    (chosenPlace?.kind === 'entite' ? chosenPlace : chosenPlace?.entite);
  const [entite, setEntite] = useState<string | null>(working ? String(working.id) : null);
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const send = async (file: File | null): Promise<void> => {
    if (!file || !entite) return;
    setFault(undefined);
    const form = new FormData();
    form.set('entite', entite);
    form.set('fichier', file);
    await perform(async () => {
      onUploaded(await call('POST /contribuables/imports', { form }));
    });
  };
  return (
    <Card title="Fichier">
      <div className={classes.file}>
        <ReferenceSelect
          label="Collectivité"
          required
          path="entites"
          enabledOnly
          value={entite}
          valueLabel={working?.nom}
          onChange={setEntite}
        />
        <p className={classes.hint}>
          CSV (point-virgule, virgule ou tabulation ; UTF-8, Windows-1252 ou « Texte Unicode ») ou XLSX, 200
          000 lignes au plus. La première ligne nomme les colonnes ; chaque ligne est un contribuable. Rien
          n’est écrit avant que vous ne le demandiez, et un fichier envoyé deux fois n’ajoute personne deux
          fois.
        </p>
        <div className={classes.take}>
          <FileButton
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            onChange={(file) => void send(file)}
            key={String(busy)}
          >
            {(props) => (
              <Button
                {...props}
                loading={busy}
                disabled={!entite}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                Choisir le fichier
              </Button>
            )}
          </FileButton>
          <TemplateLink />
        </div>
        {fault ? (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        ) : null}
      </div>
    </Card>
  );
}
