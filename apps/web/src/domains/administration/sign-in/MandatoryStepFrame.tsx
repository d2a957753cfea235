import type { ReactNode } from 'react';
import { SCREENS } from '@octroi/contract/register';
import { useRouter } from '@tanstack/react-router';
import { freshSession } from '#src/platform/session.ts';
import { signOut } from '#src/platform/sign-out.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { SignInFrame } from './SignInFrame.tsx';
import classes from '../second-factor/SecondFactor.module.css';
import links from './LoginScreen.module.css';

/** The page of a mandatory step before the application opens; it offers to sign out. */
export function MandatoryStepFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SignInFrame title={title}>
      {children}
      <p className={classes.leave}>
        <button type="button" className={links.link} onClick={() => void signOut()}>
          Se deconnecter
        </button>
      </p>
    </SignInFrame>
  );
}

/** Continues to the application, or to the next mandatory step. */
export function useContinue(): () => void {
  const router = useRouter();
  return () =>
    void freshSession().then(() => router.history.replace(SCREENS['tableau-de-bord'].url), toastFailure);
}
