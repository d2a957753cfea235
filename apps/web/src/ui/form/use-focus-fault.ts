import { type RefObject, useEffect } from 'react';

/**
 * Focuses the first faulty field of a form when its faults change, so that it is seen and announced.
 * @param part changes when other fields become visible
 */
export function useFocusFault(
  form: RefObject<HTMLFormElement | null>,
  faults: Readonly<Record<string, unknown>>,
  part?: unknown,
): void {
  useEffect(() => {
    if (Object.values(faults).some(Boolean))
      [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
        .find((field) => !field.closest('[role="tabpanel"][hidden]'))
        ?.focus();
  }, [form, faults, part]);
}
