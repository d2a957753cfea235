import { useEffect, useState, type ComponentType } from 'react';
import { loadToaster, whenToasterIsWanted } from './toasts.ts';

/** Holds the place of the toaster, which is fetched with the frame or the first toast: sign-in does without. */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () =>
      whenToasterIsWanted(
        () =>
          void loadToaster().then(
            (module) => setToaster(() => module.Toaster),
            () => undefined,
          ),
      ),
    [],
  );
  return Toaster ? <Toaster /> : null;
}
