import { useState, type FormEventHandler } from 'react';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { ApiError, type FieldError, reasonOf } from '#src/platform/api.ts';
import { toastSaveFailure } from '#src/ui/form/SaveFailure.tsx';

interface AccountFormOptions<Values> {
  initialValues: Values;
  /** Validation before the request. */
  faults?: (values: Values) => readonly FieldError[];
  send: (values: Values) => Promise<void>;
}

interface AccountForm<Values> {
  form: UseFormReturnType<Values>;
  submit: FormEventHandler<HTMLFormElement>;
  /** Why the last request failed, unless fields show the reason. */
  failure: ApiError | undefined;
}

/**
 * A form about an account: each error is shown at its field and the first such field takes the focus; any other error
 * is shown in a toast.
 */
export function useAccountForm<Values extends Record<string, string>>({
  initialValues,
  faults,
  send,
}: AccountFormOptions<Values>): AccountForm<Values> {
  const form = useForm<Values>({ initialValues });
  const [failure, setFailure] = useState<ApiError>();

  const show = (errors: readonly FieldError[]): void => {
    form.setErrors(Object.fromEntries(errors.map(({ field, message }) => [field, message])));
    const [first] = errors;
    if (first) form.getInputNode(first.field)?.focus();
  };

  const submit = form.onSubmit(async (values) => {
    setFailure(undefined);
    const errors = faults?.(values) ?? [];
    if (errors.length > 0) return show(errors);
    try {
      await send(values);
    } catch (error) {
      const apiError = error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error));
      toastSaveFailure(error);
      if (apiError.errors.length > 0) show(apiError.errors);
      else setFailure(apiError);
    }
  });
  return { form, submit, failure };
}
