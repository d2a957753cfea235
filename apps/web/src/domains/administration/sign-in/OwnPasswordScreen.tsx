import { HeldFrame, useGoOn } from './HeldFrame.tsx';
import { ProfilePassword } from '../profile/ProfilePassword.tsx';

/** Where somebody whose password was given by somebody else chooses an own one, before anything else is served. */
export function OwnPasswordScreen() {
  const goOn = useGoOn();
  return (
    <HeldFrame title="Choisissez votre mot de passe">
      <p>
        Le vôtre vous a été donné par quelqu’un d’autre. Choisissez-en un que vous serez seul à connaître pour
        continuer.
      </p>
      <ProfilePassword onDone={goOn} />
    </HeldFrame>
  );
}
