import { type ReactNode, useEffect, useRef } from 'react';
import { type Etape, ETAPES } from '@octroi/contract/mise-en-service/etapes';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { CommuneStep } from './CommuneStep.tsx';
import { EcheancesStep } from './EcheancesStep.tsx';
import { EncaisserStep } from './EncaisserStep.tsx';
import { FiscaliteSteps } from './FiscaliteSteps.tsx';
import { ImportStep } from './ImportStep.tsx';
import { PersonnesStep } from './PersonnesStep.tsx';
import { TerritoireStep } from './TerritoireStep.tsx';
import classes from './MiseEnService.module.css';

const STEPS = Object.keys(ETAPES) as Etape[];

interface StepCardProps {
  etape: Etape;
  /** Absent until the collectivité is created. */
  entite: Nested | undefined;
  annee: number | undefined;
}

/** One step of the assistant; its title is announced to screen readers. */
export function StepCard({ etape, entite, annee }: StepCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [etape]);
  const next = STEPS[STEPS.indexOf(etape) + 1];
  return (
    <section className={classes.card} aria-labelledby="etape">
      <h2 id="etape" ref={heading} tabIndex={-1}>
        {ETAPES[etape]}
      </h2>
      {entite === undefined || annee === undefined ? (
        <CommuneStep entite={undefined} />
      ) : (
        <>
          {contentOf(etape, entite, annee)}
          <div className={classes.acts}>
            <ButtonLink
              to={SCREENS['mise-en-service'].url}
              search={{ entite: entite.id, etape: next }}
              variant="default"
            >
              {next ? `Continuer : ${ETAPES[next]}` : 'Terminer'}
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}

function contentOf(etape: Etape, entite: Nested, annee: number): ReactNode {
  switch (etape) {
    case 'commune':
      return <CommuneStep entite={entite} />;
    case 'territoire':
      return <TerritoireStep entite={entite} />;
    case 'personnes':
      return <PersonnesStep entite={entite} />;
    case 'taxes':
    case 'tarifs':
      return <FiscaliteSteps etape={etape} entite={entite} annee={annee} />;
    case 'import':
      return <ImportStep entite={entite} />;
    case 'echeances':
      return <EcheancesStep entite={entite} annee={annee} />;
    case 'encaisser':
      return <EncaisserStep entite={entite} />;
  }
}
