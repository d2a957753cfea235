/** Starts and ends the practice mode; the screens then show another application. */
import { createContext, useContext } from 'react';

interface Practice {
  begin: () => Promise<void>;
  end: () => Promise<void>;
}

export const PracticeContext = createContext<Practice | null>(null);

export function usePractice(): Practice {
  const practice = useContext(PracticeContext);
  if (!practice) throw new Error('a screen stands outside the application');
  return practice;
}
