import { ANNULATION_VALIDATION } from '@octroi/contract/contribuables/actes/transitions';
import { MESSAGES } from '@octroi/contract/messages';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess, toastUndo } from '#src/platform/toasts.ts';
import { useRefresh } from '#src/ui/list/use-list.ts';

interface Validated {
  id: number;
  fullName: string;
}

/** Validates one enrolment, and offers to undo it for ten seconds. */
export function useValidation() {
  const refresh = useRefresh('contribuables');

  const undo = async ({ id, fullName }: Validated): Promise<boolean> => {
    try {
      await call('POST /contribuables/{id}/validation/annulation', { params: { id } });
      toastSuccess('La validation est annulée', fullName);
      return true;
    } catch (error) {
      toastFailure(error);
      return false;
    } finally {
      await refresh();
    }
  };

  /** @throws ApiError */
  const validate = async (validated: Validated, onUndone?: () => void): Promise<void> => {
    await call('POST /contribuables/{id}/validation', { params: { id: validated.id } });
    toastUndo(MESSAGES.modifie, validated.fullName, {
      seconds: ANNULATION_VALIDATION.offerte,
      run: async () => {
        if (await undo(validated)) onUndone?.();
      },
    });
  };
  return validate;
}
