import { ApiError } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { PresentPassword } from './PresentPassword.tsx';

/** Asks for the password before a sensitive act; false if the person cancels. */
export function askPassword(): Promise<boolean> {
  return new Promise((resolve) =>
    openDialog(
      'Votre mot de passe',
      (close) => {
        const end = (confirmed: boolean): void => {
          resolve(confirmed);
          close();
        };
        return (
          <PresentPassword
            text="Cet acte engage votre compte. Le mot de passe ne sera plus demandé pendant dix minutes."
            act="Continuer"
            send={async (actuel) => {
              try {
                await call('POST /session/confirmation', { body: { actuel } });
                end(true);
              } catch (error) {
                // the session is over: the sign-in page takes over
                if (error instanceof ApiError && error.status === 401) end(false);
                throw error;
              }
            }}
            onCancel={() => end(false)}
          />
        );
      },
      { onClose: () => resolve(false) },
    ),
  );
}
