import { SCREENS } from '@octroi/contract/register';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '#src/platform/query.ts';
import { sessionQuery } from '#src/platform/session.ts';
import { signOut } from '#src/platform/sign-out.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import classes from './SecondFactor.module.css';
import links from './LoginScreen.module.css';

/** Where a member of a group that asks for a second factor sets one up, before anything else is served. */
export function SecondFactorScreen() {
  const router = useRouter();
  const enter = (): void =>
    void queryClient
      .fetchQuery({ ...sessionQuery, staleTime: 0 })
      .then(() => router.history.replace(SCREENS['tableau-de-bord'].url), toastFailure);
  return (
    <SignInFrame title="Vérification en deux étapes">
      <p>Votre groupe exige la vérification en deux étapes. Activez-la pour continuer.</p>
      <SecondFactorSetup onDone={enter} />
      <p className={classes.leave}>
        <button type="button" className={links.link} onClick={() => void signOut()}>
          Se deconnecter
        </button>
      </p>
    </SignInFrame>
  );
}
