import { SCREENS } from '@octroi/contract/register';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import './wizard.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Alert, Button } from '@mantine/core';
import type { Nested } from '@octroi/contract/schemas';
import { useNavigate } from '@tanstack/react-router';
import { useSearchAs } from '#src/platform/address.ts';
import { useMay } from '#src/platform/session.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { lastList } from '#src/ui/list/index.ts';
import { FormSkeleton } from '#src/ui/SaveForm.tsx';
import { SaveFailure } from '#src/ui/SaveFailure.tsx';
import { useLeaveGuard } from '#src/ui/use-leave-guard.ts';
import { ApplicationsStep } from './ApplicationsStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { bodyOf, type Faults, type Infos, infosFaults, withEntite } from './infos.ts';
import { InfosStep } from './InfosStep.tsx';
import { type Etat, isComplete, resolve, withLieux } from './rates.ts';
import { RecapStep } from './RecapStep.tsx';
import type { Taxe } from './taxes.tsx';
import { readStep } from './step.ts';
import { useLieux } from './use-lieux.ts';
import { useSave } from './use-save.ts';
import { useRepricing } from './use-repricing.ts';
import { type Proposal, useSimulation } from './use-simulation.ts';
import classes from './Wizard.module.css';

const STEPS = ['Information Générale', 'Applications', 'Recap', 'Finalisation'] as const;
type Step = 1 | 2 | 3;

interface TaxeWizardProps {
  /** The tax that is changed; none for a new one. */
  record?: Taxe;
  infos: Infos;
  etat: Etat;
  readOnly: boolean;
  /** Reads the tax again, in place of what was entered. */
  onReload?: () => void;
}

/** The step stands in the address, so that Back leads to the one before; nothing beyond what was checked is shown. */
function useStep() {
  const { etape = 1 } = useSearchAs(readStep);
  const navigate = useNavigate();
  const [reached, setReached] = useState<Step>(1);
  const step = Math.min(etape, reached) as Step;
  const go = (next: Step): void => {
    setReached(next > reached ? next : reached);
    void navigate({ to: '.', search: { etape: next === 1 ? undefined : next } });
  };
  return { step, go };
}

/** What keeps the wizard at its second step. */
function lieuxFault(
  etat: Etat,
  lieux: readonly { id: number; nom: string; parent: number | null }[],
): string | undefined {
  if (etat.choisies.size === 0) return 'Veuillez choisir au moins une sous-entité';
  const resolved = resolve(etat, lieux);
  const missing = lieux.filter(({ id }) => {
    const one = resolved.get(id);
    return one?.choisie && !isComplete(one.bareme, etat);
  });
  if (missing.length === 0) return undefined;
  const named = missing.slice(0, 5).map(({ nom }) => nom);
  return `Veuillez compléter les tarifs de : ${named.join(', ')}${missing.length > named.length ? '…' : ''}`;
}

/** Creates or changes a tax in four steps (specification 1 sections 2 and 4). */
export function TaxeWizard({ record, infos: first, etat: firstEtat, readOnly, onReload }: TaxeWizardProps) {
  const [infos, setInfos] = useState(first);
  const [etat, setEtat] = useState(firstEtat);
  const [touched, setTouched] = useState(false);
  const [told, setTold] = useState({ infos: false, lieux: false });
  const [done, setDone] = useState(false);
  const { step, go } = useStep();
  const { saving, failure, forget, save, saveOver } = useSave(record);
  const lieux = useLieux(infos.entite?.id);
  // Changing the collectivité reloads its sub-entities, all chosen; those of a stored tax are as it says.
  const [prepared, setPrepared] = useState(record ? infos.entite?.id : undefined);
  if (lieux.data && prepared !== infos.entite?.id) {
    setPrepared(infos.entite?.id);
    setEtat(withLieux(etat, lieux.data));
  }
  const release = useLeaveGuard(touched && !done);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    // Whoever listens hears which step is there; the first one keeps the page's own focus.
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const onInfos = useCallback((change: (now: Infos) => Infos): void => {
    setTouched(true);
    setInfos(change);
  }, []);
  const onEtat = useCallback((change: (now: Etat) => Etat): void => {
    setTouched(true);
    setEtat(change);
  }, []);
  const onEntite = (entite: Nested | null): void => onInfos((now) => withEntite(now, entite));

  const places = lieux.data ?? [];
  const faults: Faults = {
    ...(step === 1
      ? Object.fromEntries(failure?.errors.map(({ field, message }) => [field, message]) ?? [])
      : {}),
    ...(told.infos ? infosFaults(infos, etat) : {}),
  };
  const fault = told.lieux ? lieuxFault(etat, places) : undefined;
  const body = bodyOf(infos, etat, places);
  const proposal: Proposal = record ? { ...body, id: record.id } : body;
  const follows = useMay('ramifications', 'Valider');
  const simulation = useSimulation(proposal, step === 3 && lieux.data !== undefined && !done);
  const { travaux, reprice } = useRepricing();

  const leadToFault = (): void =>
    // After the messages have been drawn.
    void setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const next = (): void => {
    if (step === 1) {
      setTold((now) => ({ ...now, infos: true }));
      forget();
      if (Object.keys(infosFaults(infos, etat)).length > 0) return leadToFault();
      return go(2);
    }
    setTold((now) => ({ ...now, lieux: true }));
    if (lieuxFault(etat, places)) return leadToFault();
    go(3);
  };
  const finish = async (work: typeof save): Promise<void> => {
    const changes = simulation.data?.changements ?? [];
    if (!(await work(body))) return;
    release();
    if (follows && record) await reprice(record, changes);
    setDone(true);
  };

  if (done)
    return (
      <Frame step={4}>
        <DoneStep nom={body.nom} created={!record} travaux={travaux} />
      </Frame>
    );
  return (
    <Frame step={step}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step < 3) next();
          else if (!readOnly) void finish(save);
        }}
      >
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {STEPS[step - 1]}
        </h2>
        {failure && step === 3 ? (
          <SaveFailure failure={failure} onReload={onReload} onSaveOver={() => void finish(saveOver)} />
        ) : null}
        {fault && step === 2 ? (
          <Alert color="red" mb="md">
            {fault}
          </Alert>
        ) : null}
        {step === 1 ? (
          <InfosStep
            infos={infos}
            etat={etat}
            faults={faults}
            fixedEntite={record !== undefined}
            readOnly={readOnly}
            onEntite={onEntite}
            onInfos={onInfos}
            onEtat={onEtat}
          />
        ) : null}
        {step > 1 && lieux.isPending ? <FormSkeleton /> : null}
        {step > 1 && lieux.isError ? (
          <ErrorState error={lieux.error} onRetry={() => void lieux.refetch()} />
        ) : null}
        {step === 2 && lieux.data ? (
          <ApplicationsStep
            lieux={lieux.data}
            etat={etat}
            readOnly={readOnly}
            told={told.lieux}
            onEtat={onEtat}
          />
        ) : null}
        {step === 3 && lieux.data ? (
          <RecapStep infos={infos} etat={etat} lieux={lieux.data} proposal={proposal} follows={follows} />
        ) : null}
        <div className={classes.acts}>
          {step === 1 ? (
            <ButtonLink {...lastList(SCREENS.taxes.url)} variant="default" size="md">
              {readOnly ? 'Retour' : 'Annuler'}
            </ButtonLink>
          ) : (
            <Button variant="default" size="md" onClick={() => go(step === 3 ? 2 : 1)}>
              {step === 3 ? 'Retourner aux applications' : 'Revenir aux infos'}
            </Button>
          )}
          {step < 3 ? (
            <Button type="submit" size="md" disabled={step === 2 && !lieux.data}>
              Suivant
            </Button>
          ) : readOnly ? null : (
            <Button type="submit" size="md" loading={saving} disabled={record && simulation.isPending}>
              Valider & créer
            </Button>
          )}
        </div>
      </form>
    </Frame>
  );
}

/** The steps, with the present one marked, above what it asks. */
function Frame({ step, children }: { step: number; children: React.ReactNode }) {
  return (
    <div className={classes.frame}>
      <ol className={classes.steps} aria-label="Étapes">
        {STEPS.map((name, index) => (
          <li
            key={name}
            aria-current={index + 1 === step ? 'step' : undefined}
            data-done={index + 1 < step || undefined}
          >
            <span className={classes.number}>{index + 1}</span>
            <span className={classes.name}>{name}</span>
          </li>
        ))}
      </ol>
      <div className={classes.card}>{children}</div>
    </div>
  );
}
