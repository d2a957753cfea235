import { SCREENS } from '@octroi/contract/register';
import { useState } from 'react';
import { taxes } from '@octroi/contract/fiscalite/taxes/taxes';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call, callKey } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { failureOf } from '#src/platform/query.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { lastList } from '#src/ui/list/last-list.ts';
import { MissingRight, ReadOnlyNote } from '#src/ui/page/MissingRight.tsx';
import { CONFIGURATIONS, crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { useResourceRights } from '#src/ui/resource/use-rights.ts';
import { infosOf, emptyInfos } from './infos.ts';
import { ImputationsBudgetaires } from './ImputationsBudgetaires.tsx';
import { emptyEtat, fromApplications } from '../tarifs/rates.ts';
import type { Taxe } from './taxes.tsx';
import { TaxeWizard } from './TaxeWizard.tsx';
import { useLieux } from '../tarifs/use-lieux.ts';

const route = getRouteApi(`/shell${SCREENS.taxes.url}/$id`);

const Head = ({ title }: { title: string }) => (
  <PageHeader breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, crumb('taxes')]} title={title} />
);

/** A new tax, for the selected collectivité by default. */
export function TaxeCreateScreen() {
  const { chosenPlace } = useChosenPlace();
  const missing = useResourceRights(taxes).missing('Créer');
  const entite = chosenPlace?.kind === 'entite' ? chosenPlace : chosenPlace?.entite;
  return (
    <div>
      <Head title="Création - Taxe" />
      {missing ? (
        <MissingRight
          missing={missing}
          action={
            <ButtonLink {...lastList(SCREENS.taxes.url)} variant="default">
              Retour
            </ButtonLink>
          }
        />
      ) : (
        <TaxeWizard
          infos={emptyInfos(entite ? { id: entite.id, nom: entite.nom } : null)}
          etat={emptyEtat}
          readOnly={false}
        />
      )}
    </div>
  );
}

/** The rates: the reply for one tax has the full objects. */
const applicationsOf = ({ applications }: Taxe) =>
  applications.filter((application) => typeof application === 'object');

export function TaxeEditScreen() {
  const { id } = route.useParams();
  const missing = useResourceRights(taxes).missing('Modifier');
  // incremented to reload the tax and discard the entered values
  const [reading, setReading] = useState(0);
  const record = useQuery({
    queryKey: [...callKey('GET /entite_taxes/{id}', { params: { id } }), reading],
    queryFn: ({ signal }) => call('GET /entite_taxes/{id}', { params: { id }, signal }),
    // the form edits this version: a refetch must not replace it while the person types
    staleTime: Infinity,
    gcTime: 0,
  });
  const lieux = useLieux(record.data?.entite.id);
  const failure = failureOf(record, lieux);
  return (
    <div>
      <Head title={`${missing ? 'Consultation' : 'Modification'} - ${record.data?.nom ?? 'Taxe'}`} />
      <ReadOnlyNote missing={missing} />
      {record.data && lieux.data && !failure ? (
        <>
          <TaxeWizard
            key={`${record.data.id} ${reading}`}
            record={record.data}
            infos={infosOf(record.data)}
            etat={fromApplications(applicationsOf(record.data), lieux.data)}
            readOnly={missing !== undefined}
            onReload={() => setReading(reading + 1)}
          />
          <ImputationsBudgetaires taxe={record.data} readOnly={missing !== undefined} />
        </>
      ) : failure ? (
        <ErrorState failure={failure} />
      ) : (
        <FormSkeleton />
      )}
    </div>
  );
}
