import { useEffect, useState, type ComponentType } from 'react';
import { hostToaster } from '#src/platform/toasts.ts';

/** Holds the place of the toaster, which is fetched with the frame or the first toast: sign-in does without. */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () =>
      hostToaster(async () => {
        const toaster = await import('./Toaster.tsx');
        setToaster(() => toaster.Toaster);
        return toaster.show;
      }),
    [],
  );
  return Toaster ? <Toaster /> : null;
}
