import { useEffect, useState, type ComponentType } from 'react';
import { hostToaster } from '#src/platform/toasts.ts';

/** Placeholder of the toaster, loaded with the frame or the first toast, so that the sign-in page stays small. */
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
