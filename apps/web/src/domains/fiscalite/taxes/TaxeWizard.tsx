import { SCREENS } from '@octroi/contract/register';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import './wizard.css';
import { useEffect, useRef, useState } from 'react';
import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSearchAs } from '#src/platform/address.ts';
import type { ApiError } from '#src/platform/api.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { lastList } from '#src/ui/list/index.ts';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { SaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { ApplicationsStep } from '../tarifs/ApplicationsStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import type { Faults, Infos } from './infos.ts';
import { InfosStep } from './InfosStep.tsx';
import type { Etat } from '../tarifs/rates.ts';
import { RecapStep } from './RecapStep.tsx';
import type { Taxe } from './taxes.tsx';
import { readStep } from './step.ts';
import { type Draft, useDraft, useFaults } from './use-draft.ts';
import { useFinish } from './use-finish.ts';
import { Steps } from '#src/ui/form/Steps.tsx';
import classes from './Wizard.module.css';

const STEPS = ['Information Générale', 'Applications', 'Recap', 'Finalisation'] as const;
type Step = 1 | 2 | 3;

interface TaxeWizardProps {
  /** The tax to edit; absent for a new one. */
  record?: Taxe;
  infos: Infos;
  etat: Etat;
  readOnly: boolean;
  /** Reloads the tax and discards the entered values. */
  onReload?: () => void;
}

/**
 * The step is in the address, so that Back returns to the previous one; a step opens only after the previous steps are
 * valid.
 */
function useStep() {
  const { etape = 1 } = useSearchAs(readStep);
  const navigate = useNavigate();
  const [reached, setReached] = useState<Step>(1);
  const step = Math.min(etape, reached) as Step;
  const go = (next: Step): Promise<void> => {
    setReached(next > reached ? next : reached);
    return navigate({ to: '.', search: { etape: next === 1 ? undefined : next } });
  };
  return { step, go };
}

/**
 * The step's title; it takes the focus so that screen readers announce it, except for the first step. Enter on the title
 * of the places leads to the recap: all places are chosen, and the button is below them.
 */
function StepTitle({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className={classes.title}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && step === 2) heading.current?.closest('form')?.requestSubmit();
      }}
    >
      {STEPS[step - 1]}
    </h2>
  );
}

/** Creates or edits a tax in four steps (specification 1 sections 2 and 4). */
export function TaxeWizard({ record, infos, etat, readOnly, onReload }: TaxeWizardProps) {
  const { step, go } = useStep();
  const draft = useDraft(infos, etat, record !== undefined);
  const faults = useFaults(draft);
  const finish = useFinish(record, draft, step === 3, () => void go(1));
  const { failure } = finish;
  const form = useRef<HTMLFormElement>(null);
  const [leaving, setLeaving] = useState(false);
  const next = async (from: 1 | 2): Promise<void> => {
    setLeaving(true);
    if (from === 1) finish.forget();
    const goesOn = faults.check(from);
    if (goesOn) await go(from === 1 ? 2 : 3);
    setLeaving(false);
    // after the error messages are rendered
    if (!goesOn) setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  if (finish.done)
    return (
      <Frame step={4}>
        <DoneStep nom={finish.proposal.nom} changed={record?.id} earlier={finish.earlier} />
      </Frame>
    );
  return (
    <Frame step={step}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step !== 3) void next(step);
          else if (!readOnly) finish.save();
        }}
      >
        <StepTitle step={step} />
        {failure && step === 3 ? (
          <SaveFailure failure={failure} onReload={onReload} onSaveOver={finish.saveOver} />
        ) : null}
        {faults.lieux && step === 2 ? (
          <Alert color="red" mb="md">
            {faults.lieux}
          </Alert>
        ) : null}
        {step === 1 ? (
          <InfosStep
            draft={draft}
            faults={{ ...faultsIn(failure), ...faults.infos }}
            ownId={record?.id}
            fixedEntite={record !== undefined}
            readOnly={readOnly}
          />
        ) : (
          <LieuxStep
            step={step}
            draft={draft}
            showErrors={faults.toldLieux}
            finish={finish}
            readOnly={readOnly}
          />
        )}
        <StepActs {...{ step, go, leaving, draft, finish, readOnly }} />
      </form>
    </Frame>
  );
}

/** The server's errors by field. */
const faultsIn = (failure: ApiError | undefined): Faults =>
  Object.fromEntries(failure?.errors.map(({ field, message }) => [field, message]) ?? []);

interface PartProps {
  step: Step;
  draft: Draft;
  finish: ReturnType<typeof useFinish>;
  readOnly: boolean;
}

/** The steps that need the sub-entities of the collectivité. */
function LieuxStep({ step, draft, showErrors, finish, readOnly }: PartProps & { showErrors: boolean }) {
  const { infos, etat, lieux, onEtat } = draft;
  const unite = draft.unite?.unite ?? null;
  if (lieux.isPending) return <FormSkeleton />;
  if (!lieux.data) return <ErrorState failure={failureOf(lieux)} />;
  return step === 2 ? (
    <ApplicationsStep
      lieux={lieux.data}
      etat={etat}
      unite={unite}
      occurrences={draft.occurrences}
      readOnly={readOnly}
      showErrors={showErrors}
      onEtat={onEtat}
    />
  ) : (
    <RecapStep
      infos={infos}
      etat={etat}
      unite={unite}
      lieux={lieux.data}
      proposal={finish.proposal}
      follows={finish.follows}
    />
  );
}

interface StepActsProps extends PartProps {
  go: (next: Step) => Promise<void>;
  /** True while the step is validated, possibly by the server: further presses are ignored. */
  leaving: boolean;
}

/** The buttons Back and Next. */
function StepActs({ step, go, leaving, draft, finish, readOnly }: StepActsProps) {
  return (
    <div className={classes.acts}>
      {step === 1 ? (
        <ButtonLink {...lastList(SCREENS.taxes.url)} variant="default" size="md">
          {readOnly ? 'Retour' : 'Annuler'}
        </ButtonLink>
      ) : (
        <Button variant="default" size="md" onClick={() => void go(step === 3 ? 2 : 1)}>
          {step === 3 ? 'Retourner aux applications' : 'Revenir aux infos'}
        </Button>
      )}
      {step < 3 ? (
        <Button type="submit" size="md" loading={leaving} disabled={step === 2 && !draft.lieux.data}>
          Suivant
        </Button>
      ) : readOnly ? null : (
        <Button type="submit" size="md" loading={finish.saving} disabled={!finish.ready}>
          Valider & créer
        </Button>
      )}
    </div>
  );
}

/** The list of steps with the current one marked, above its content. */
function Frame({ step, children }: { step: number; children: React.ReactNode }) {
  return (
    <div className={classes.frame}>
      <Steps
        label="Étapes"
        stages={STEPS.map((name, index) => ({ name, done: index + 1 < step, isCurrent: index + 1 === step }))}
      />
      <div className={classes.card}>{children}</div>
    </div>
  );
}
