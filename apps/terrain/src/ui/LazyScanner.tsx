/** The scanner, loaded when first opened: the first screen stays small. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { Scanner as LoadedScanner } from './Scanner.tsx';

const Loaded = lazy(async () => ({ default: (await import('./Scanner.tsx')).Scanner }));

export const Scanner = (props: ComponentProps<typeof LoadedScanner>) => (
  <Suspense fallback={<p className="note">Ouverture de la caméra…</p>}>
    <Loaded {...props} />
  </Suspense>
);
