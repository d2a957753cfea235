import { PAGES } from '@octroi/contract/pages';
import { SCREENS, RESOURCES } from '@octroi/contract/register';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import '../saisie/saisie.css';
import { useState } from 'react';
import { asks, call } from '#src/platform/call.ts';
import { Select } from '@mantine/core';
import { filterParams } from '@octroi/contract/filter';
import { MESSAGES } from '@octroi/contract/messages';
import { formatNumber } from '@octroi/contract/money';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useChosenPlace } from '#src/platform/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/confirm.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { lastList, useBackToList } from '#src/ui/list/last-list.ts';
import type { SelectionBody } from '#src/ui/list/acts.ts';
import { useRefresh } from '#src/ui/list/use-list.ts';
import { CONFIGURATIONS, PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { SaveForm } from '#src/ui/SaveForm.tsx';
import { tellActe } from './use-acts.tsx';
import classes from '../saisie/Saisie.module.css';

const route = getRouteApi(`/shell${PAGES.changeSecteur}`);

const LIST = SCREENS.enrollements.url;
/** Sectors that the lookup loads (specification 2 section 9); typing narrows those drawn. */
const LOADED = 3000;
const DRAWN = 100;
const NO_FAULT = {};
const NO_SECTEUR = { secteur: 'Veuillez choisir un secteur' };

/** The taxpayers that the address names: a JSON list of ids, or a selection that the server keeps. */
function targetsOf(
  ids: string,
  { selection, nombre }: { selection?: string; nombre?: number },
): { body: SelectionBody; count: number } | undefined {
  if (selection) return { body: { selection }, count: nombre ?? 0 };
  try {
    const parsed: unknown = JSON.parse(ids);
    const list = Array.isArray(parsed) ? parsed : [];
    const known = list.filter((id): id is number => Number.isSafeInteger(id) && Number(id) > 0);
    return known.length > 0 && known.length === list.length
      ? { body: { ids: known }, count: known.length }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Puts the chosen taxpayers into another sector (specification 2 section 2.7). */
export function ChangeSecteurScreen() {
  const { ids } = route.useParams();
  const search = route.useSearch();
  const targets = targetsOf(ids, search);
  return (
    <div className={classes.narrow}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, { label: RESOURCES.enrollements.one, to: LIST }]}
        title="Changer de secteur"
      />
      {targets ? (
        <SecteurForm {...targets} />
      ) : (
        <EmptyState
          title="Aucun contribuable à déplacer"
          text="L’adresse ne nomme pas de contribuables : choisissez-les dans la liste des enrôlements."
          action={<ButtonLink {...lastList(LIST)}>Aller aux enrôlements</ButtonLink>}
        />
      )}
    </div>
  );
}

/** The collectivité of the first taxpayer: a sector is chosen among those of it. */
function useEntite(body: SelectionBody) {
  const { collectivites } = useSession();
  const { chosenPlace } = useChosenPlace();
  const chosen = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  const first = 'ids' in body ? body.ids[0] : undefined;
  const { data, error } = useQuery({
    ...asks('GET /contribuables/{id}', { params: { id: first ?? 0 } }),
    enabled: first !== undefined,
  });
  const only = collectivites.length === 1 ? collectivites[0]?.id : undefined;
  return { entite: first === undefined ? (chosen ?? only) : data?.ramification.entite.id, error };
}

/** The sectors that may be chosen: of one collectivité, or of all that one works for. */
const useSecteurs = (entite: number | undefined, enabled: boolean) =>
  useQuery({
    ...asks('GET /ramifications', {
      query: {
        orderBy: 'ram.nom',
        itemperpage: LOADED,
        // A sector is a sub-entity that has none beneath it, whatever its type is called.
        ...filterParams([
          { column: 'ram.enabled', operator: 'eq', x: '1' },
          { column: 'ram.cptr', operator: 'eq', x: '0' },
          ...(entite ? [{ column: 'ent.id', operator: 'eq', x: String(entite) } as const] : []),
        ]),
      },
    }),
    staleTime: 60_000,
    enabled,
    select: ({ data }) => data,
  });

function SecteurForm({ body, count }: { body: SelectionBody; count: number }) {
  const { entite, error } = useEntite(body);
  const [secteur, setSecteur] = useState<string | null>(null);
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const back = useBackToList(LIST);
  const refresh = useRefresh('contribuables');
  const secteurs = useSecteurs(entite, entite !== undefined || !('ids' in body));
  const errors: { secteur?: string } = told && !secteur ? NO_SECTEUR : NO_FAULT;
  const paths = new Map(secteurs.data?.map(({ id, chemin }) => [String(id), chemin ?? '']));
  const move = async (): Promise<void> => {
    setTold(true);
    if (!secteur) return;
    const yes = await askConfirm({
      title: `${formatNumber(count)} contribuable(s)`,
      message: MESSAGES.changerSecteur,
      confirm: 'Enregistrer',
    });
    if (!yes) return;
    setBusy(true);
    try {
      const reply = await call('POST /contribuables/change-secteur', {
        body: {
          ...body,
          ramification: Number(secteur),
        },
      });
      await refresh();
      back();
      tellActe('Changer de secteur', reply);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  if (error) return <ErrorState error={error} />;
  return (
    <SaveForm list={LIST} errors={errors} saving={busy} onSave={() => void move()}>
      <p className={classes.lead}>{formatNumber(count)} contribuable(s) à déplacer.</p>
      <Select
        label="Secteur"
        withAsterisk
        searchable
        openOnFocus={false}
        placeholder={secteurs.isFetching ? 'Chargement…' : 'Choisir…'}
        limit={DRAWN}
        size="md"
        renderOption={({ option }) => (
          <span>
            {option.label}
            {/* many sectors are called the same beneath parents of one name */}
            <small className={classes.path}>{paths.get(option.value)}</small>
          </span>
        )}
        data={(secteurs.data ?? []).map(({ id, nom, parent }) => ({
          value: String(id),
          label: parent ? `${nom} - ${parent.nom}` : nom,
        }))}
        value={secteur}
        onChange={setSecteur}
        error={secteurs.isError ? 'La liste n’a pas pu être chargée' : errors.secteur}
        nothingFoundMessage="Rien trouvé"
      />
    </SaveForm>
  );
}
