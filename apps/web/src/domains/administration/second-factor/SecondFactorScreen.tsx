import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { HeldFrame, useGoOn } from '../sign-in/HeldFrame.tsx';

/** Where a member of a group that asks for a second factor sets one up, before anything else is served. */
export function SecondFactorScreen() {
  const goOn = useGoOn();
  return (
    <HeldFrame title="Vérification en deux étapes">
      <p>Votre groupe exige la vérification en deux étapes. Activez-la pour continuer.</p>
      <SecondFactorSetup onDone={goOn} />
    </HeldFrame>
  );
}
