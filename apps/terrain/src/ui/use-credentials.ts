/** What a person types to sign in; the code field appears once the server asks for a second factor. */
import { useState } from 'react';
import { SECOND_FACTOR } from '#src/model/acces/deverrouillage.ts';
import { CallError } from '#src/platform/exchange/call.ts';
import type { Credentials } from '#src/platform/exchange/session.ts';

interface Typed {
  credentials: Credentials;
  change: (part: Partial<Credentials>) => void;
  asksCode: boolean;
  /** Passes a sign-in through, and notes whether it asks for a code. */
  watch: (signIn: Promise<void>) => Promise<void>;
}

export function useCredentials(identifiant: string): Typed {
  const [credentials, setCredentials] = useState<Credentials>({ identifiant, password: '' });
  const [asksCode, setAsksCode] = useState(false);
  return {
    credentials,
    change: (part) => setCredentials((before) => ({ ...before, ...part })),
    asksCode,
    watch: (signIn) =>
      signIn.catch((error: unknown) => {
        if (error instanceof CallError && error.code === SECOND_FACTOR) setAsksCode(true);
        throw error;
      }),
  };
}
