import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { HeldFrame, useGoOn } from '../sign-in/HeldFrame.tsx';

/** Mandatory set-up of a second factor, for a group that requires it. */
export function SecondFactorScreen() {
  const goOn = useGoOn();
  return (
    <HeldFrame title="Vérification en deux étapes">
      <p>Votre groupe exige la vérification en deux étapes. Activez-la pour continuer.</p>
      <SecondFactorSetup onDone={goOn} />
    </HeldFrame>
  );
}
