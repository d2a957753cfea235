import { PAGES } from '@octroi/contract/pages';
import { SCREENS, RESOURCES } from '@octroi/contract/register';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import '../saisie/saisie.css';
import { useMemo, useState } from 'react';
import type { SimulationSecteur } from '@octroi/contract/contribuables/actes/actes';
import type { Deplacement } from '@octroi/contract/contribuables/deplacement';
import { ApiError } from '#src/platform/api.ts';
import { call, queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { mayActInBulk } from '@octroi/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { lastList, useBackToList } from '#src/ui/list/last-list.ts';
import type { SelectionBody } from '#src/ui/list/acts/acts.ts';
import { useRefresh } from '#src/ui/list/use-list.ts';
import { type Missing, MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import type { Describe } from '#src/ui/form/resource-options.ts';
import { FormSkeleton, SaveForm } from '#src/ui/form/SaveForm.tsx';
import { deplacementOf, type MotifText, motifText, NO_MOTIF } from './motif.ts';
import { MotifDeplacement } from './MotifDeplacement.tsx';
import { toastActe } from './use-acts.tsx';
import classes from '../saisie/Saisie.module.css';

const route = getRouteApi(`/shell${PAGES.changeSecteur}`);

const LIST = SCREENS.enrollements.url;
/** Sectors rendered; typing searches all of them. */
const DRAWN = 100;
const NO_FAULT = {};
const NO_SECTEUR = { secteur: 'Veuillez choisir un secteur' };

/** The taxpayers named by the address: a JSON list of ids, or a stored selection. */
function targetsOf(
  ids: string,
  { selection, nombre }: { selection?: string; nombre?: number },
): { body: SelectionBody; count: number } | undefined {
  if (selection) return { body: { selection }, count: nombre ?? 0 };
  try {
    const parsed: unknown = JSON.parse(ids);
    const list = Array.isArray(parsed) ? parsed : [];
    const validIds = list.filter((id): id is number => Number.isSafeInteger(id) && Number(id) > 0);
    return validIds.length > 0 && validIds.length === list.length
      ? { body: { ids: validIds }, count: validIds.length }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Moves the chosen taxpayers to another sector (specification 2 section 2.7). */
export function ChangeSecteurScreen() {
  const { ids } = route.useParams();
  const search = route.useSearch();
  const targets = targetsOf(ids, search);
  const { user } = useSession();
  const right = useMissing([['enrollements', 'Modifier']]);
  const missing: Missing | undefined =
    right ?? (mayActInBulk(user) ? undefined : { kind: 'bulk', screen: 'enrollements' });
  return (
    <div className={classes.narrow}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, { label: RESOURCES.enrollements.one, to: LIST }]}
        title="Changer de secteur"
      />
      {missing ? (
        <MissingRight
          missing={missing}
          action={<ButtonLink {...lastList(LIST)}>Revenir aux enrôlements</ButtonLink>}
        />
      ) : targets ? (
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

const simulate = (
  body: SelectionBody & { ramification?: number; deplacement?: Deplacement },
): Promise<SimulationSecteur> => call('POST /contribuables/change-secteur/simulation', { body });

/** `Secteur B - Zone 1`, the specification's format; the path distinguishes equal names. */
const asSecteur: Describe = ({ id, nom, parent, chemin }) => {
  const parentName = (parent as { nom: string } | null | undefined)?.nom;
  return {
    label: [typeof nom === 'string' ? nom : `identifiant ${id}`, parentName].filter(Boolean).join(' - '),
    ...(typeof chemin === 'string' ? { detail: chemin } : {}),
  };
};

/** The form, once the single collectivité of the taxpayers is known: it limits the sectors. */
function SecteurForm({ body, count }: { body: SelectionBody; count: number }) {
  const read = useQuery(queryFor('POST /contribuables/change-secteur/simulation', { body }));
  const [data, failure] = [read.data, failureOf(read)];
  if (!data || failure) return failure ? <ErrorState failure={failure} /> : <FormSkeleton />;
  const [entite, ...others] = data.entites;
  if (!entite || others.length > 0)
    return (
      <EmptyState
        title="Des contribuables de plusieurs collectivités"
        text={`Un secteur est d’une seule collectivité, et ces contribuables sont de plusieurs : ${data.entites
          .map(({ nom }) => nom)
          .join(', ')}. Choisissez ceux d’une seule.`}
        action={<ButtonLink {...lastList(LIST)}>Revenir aux enrôlements</ButtonLink>}
      />
    );
  return <ChoixSecteur body={body} count={count} entite={entite.id} />;
}

/** The effect of the move on the amount due, for confirmation. */
function montantsText({ montants }: SimulationSecteur): string {
  if (!montants)
    return 'Ce qui est dû suivra le tarif du nouveau secteur : trop de contribuables pour le dire d’avance.';
  const { avant, apres } = montants;
  return avant === apres
    ? `Ce qui est dû ne change pas : ${formatFrancs(avant)}.`
    : `Ce qui est dû passera de ${formatFrancs(avant)} à ${formatFrancs(apres)}.`;
}

interface Secteur {
  id: string;
  label: string | undefined;
}

/** The chosen values, and the missing ones after an attempt to save. */
function useChoice() {
  const [secteur, setSecteur] = useState<Secteur | null>(null);
  const [motif, setMotif] = useState(NO_MOTIF);
  const [showErrors, setShowErrors] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>(NO_FAULT);
  const reason = useMemo(() => deplacementOf(motif), [motif]);
  const errors = useMemo<Record<string, string>>(
    () =>
      showErrors
        ? { ...(secteur ? NO_FAULT : NO_SECTEUR), ...('faults' in reason ? reason.faults : refused) }
        : NO_FAULT,
    [showErrors, secteur, reason, refused],
  );
  return {
    secteur,
    setSecteur,
    motif,
    setMotif: (changed: MotifText): void => {
      setMotif(changed);
      setRefused(NO_FAULT);
    },
    errors,
    /** The chosen values, if none is missing. */
    tried(): { secteur: Secteur; deplacement: Deplacement } | undefined {
      setShowErrors(true);
      setRefused(NO_FAULT);
      return secteur && 'deplacement' in reason ? { secteur, deplacement: reason.deplacement } : undefined;
    },
    /** Shows a refusal of the server at its field. */
    refuse(failure: unknown): void {
      const faults = failure instanceof ApiError ? failure.errors : [];
      if (faults.length === 0) toastFailure(failure);
      else setRefused(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
    },
  };
}

function ChoixSecteur({ body, count, entite }: { body: SelectionBody; count: number; entite: number }) {
  const choice = useChoice();
  const { secteur, errors } = choice;
  const [busy, setBusy] = useState(false);
  const back = useBackToList(LIST);
  const refresh = useRefresh('contribuables');
  // a sector is a sub-entity without children, whatever its type is called
  const filters = useMemo(
    () => [
      { column: 'cptr', operator: 'eq', x: '0' } as const,
      { column: 'ent.id', operator: 'eq', x: String(entite) } as const,
    ],
    [entite],
  );
  const move = async (): Promise<void> => {
    const chosen = choice.tried();
    if (!chosen) return;
    setBusy(true);
    try {
      const { deplacement } = chosen;
      const ramification = Number(chosen.secteur.id);
      const { label = 'ce secteur' } = chosen.secteur;
      const simulation = await simulate({ ...body, ramification, deplacement });
      const yes = await askConfirm({
        title: `${formatNumber(count)} contribuable(s) vers ${label}`,
        message: (
          <>
            <p>{MESSAGES.changerSecteur}</p>
            <p>
              Vers {simulation.chemin ?? label}. {motifText(deplacement)}.
            </p>
            <p>{montantsText(simulation)}</p>
          </>
        ),
        confirm: 'Enregistrer',
      });
      if (!yes) return;
      const reply = await call('POST /contribuables/change-secteur', {
        body: { ...body, ramification, deplacement },
      });
      await refresh();
      back();
      toastActe('Changer de secteur', reply);
    } catch (failure) {
      choice.refuse(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SaveForm list={LIST} errors={errors} saving={busy} onSave={() => void move()}>
      <p className={classes.lead}>{formatNumber(count)} contribuable(s) à déplacer.</p>
      <ReferenceSelect
        label="Secteur"
        required
        size="md"
        path="ramifications"
        filters={filters}
        enabledOnly
        limit={DRAWN}
        describe={asSecteur}
        placeholder="Nom du secteur, ou d’un lieu au-dessus"
        value={secteur?.id ?? null}
        valueLabel={secteur?.label}
        onChange={(id, label) => choice.setSecteur(id ? { id, label } : null)}
        error={errors['secteur'] ?? errors['ramification']}
      />
      <MotifDeplacement value={choice.motif} onChange={choice.setMotif} errors={errors} />
    </SaveForm>
  );
}
