import { useState } from 'react';
import { Button } from '@mantine/core';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { entites } from '@octroi/contract/territoire/resources';
import { useQuery } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ReadOnlyNote } from '#src/ui/page/MissingRight.tsx';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import type { RoutedResource } from '#src/ui/resource/declaration.ts';
import { valuesOfRecord } from '#src/ui/resource/form-values.ts';
import { RecordFacts } from '#src/ui/resource/RecordFacts.tsx';
import { ResourceForm } from '#src/ui/resource/ResourceForm.tsx';
import { useResourceRights } from '#src/ui/resource/use-rights.ts';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';

const FIELDS = ['caisseDepuis', 'smsRecus', 'delaiContact'];
const declaration: RoutedResource = {
  resource: entites,
  route: SCREENS.collectivites.url,
  columns: [],
  form: { edit: FIELDS },
};

/** The day from which cash requires an open till, and the settings of devices: fields of the collectivité. */
export function ReglagesCaisse({ entite }: { entite: Nested }) {
  const refreshAll = useRefreshAll();
  const [editing, setEditing] = useState(false);
  const missing = useResourceRights(entites).missing('Modifier');
  const read = useQuery({ ...callsOf(entites.path).record(entite.id), staleTime: 0 });
  const [data, failure] = [read.data, failureOf(read)];
  return (
    <section className={classes.part} aria-labelledby="reglages">
      <h3 id="reglages">Caisses et téléphones</h3>
      <p className={classes.hint}>
        À partir de ce jour, les espèces ne s’encaissent que dans une caisse ouverte, comptée le soir. Sans
        jour, tenir une caisse est possible, pas obligatoire.
      </p>
      <ErrorState failure={failure} />
      {!data && !failure ? <FormSkeleton /> : null}
      {data && editing ? (
        <ResourceForm
          declaration={declaration}
          mode="edit"
          record={data}
          initial={valuesOfRecord(entites, data)}
          labels={data}
          missing={missing}
          onCreated={() => {
            setEditing(false);
            void refreshAll();
          }}
          onCancel={() => setEditing(false)}
        />
      ) : null}
      {data && !editing ? (
        <>
          <RecordFacts resource={entites} row={data} only={FIELDS} />
          <ReadOnlyNote missing={missing} />
          {missing ? null : (
            <div className={classes.acts}>
              <Button variant="default" onClick={() => setEditing(true)}>
                Changer ces réglages
              </Button>
            </div>
          )}
        </>
      ) : null}
    </section>
  );
}
