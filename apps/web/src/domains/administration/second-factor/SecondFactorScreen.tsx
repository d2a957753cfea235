import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { MandatoryStepFrame, useContinue } from '../sign-in/MandatoryStepFrame.tsx';

/** Mandatory set-up of a second factor, for a group that requires it. */
export function SecondFactorScreen() {
  const continueOn = useContinue();
  return (
    <MandatoryStepFrame title="Vérification en deux étapes">
      <p>Votre groupe exige la vérification en deux étapes. Activez-la pour continuer.</p>
      <SecondFactorSetup onDone={continueOn} />
    </MandatoryStepFrame>
  );
}
