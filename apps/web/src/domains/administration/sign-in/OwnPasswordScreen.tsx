import { MandatoryStepFrame, useContinue } from './MandatoryStepFrame.tsx';
import { ProfilePassword } from '../profile/ProfilePassword.tsx';

/** Mandatory replacement of a password that somebody else set. */
export function OwnPasswordScreen() {
  const continueOn = useContinue();
  return (
    <MandatoryStepFrame title="Choisissez votre mot de passe">
      <p>
        Le vôtre vous a été donné par quelqu’un d’autre. Choisissez-en un que vous serez seul à connaître pour
        continuer.
      </p>
      <ProfilePassword onDone={continueOn} />
    </MandatoryStepFrame>
  );
}
