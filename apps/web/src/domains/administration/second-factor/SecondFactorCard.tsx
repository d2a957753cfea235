import { useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, call, callKey } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { PresentPassword } from './PresentPassword.tsx';
import { SecondFactorCodes } from './SecondFactorCodes.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import classes from './SecondFactor.module.css';

type Doing = 'activer' | 'retirer' | 'codes' | undefined;

/** The person's second factor: set up, remove, renew recovery codes. */
export function SecondFactorCard() {
  const [doing, setDoing] = useState<Doing>();
  const card = useRef<HTMLDivElement>(null);
  const before = useRef(doing);
  useEffect(() => {
    if (before.current === doing) return;
    before.current = doing;
    // the button that had the focus was removed with the previous content
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [doing]);
  return (
    <div ref={card} tabIndex={-1} className={classes.card}>
      <Content doing={doing} setDoing={setDoing} />
    </div>
  );
}

function Content({ doing, setDoing }: { doing: Doing; setDoing: (next: Doing) => void }) {
  const queries = useQueryClient();
  const state = useQuery(queryFor('GET /profil/second-facteur'));
  const finish = (message: string): void => {
    setDoing(undefined);
    toastSuccess(message);
    void queries.invalidateQueries({ queryKey: callKey('GET /profil/second-facteur') });
  };
  const failure = failureOf(state);
  if (failure) return <ErrorState failure={failure} />;
  if (!state.data) return <p className={classes.text}>Chargement…</p>;
  const { actif, exige, codesRestants } = state.data;

  if (doing === 'activer')
    return (
      <SecondFactorSetup
        onDone={() => finish('La vérification en deux étapes est activée !')}
        onCancel={() => setDoing(undefined)}
      />
    );
  if (doing === 'retirer')
    return (
      <Withdrawal
        onDone={() => finish('La vérification en deux étapes est désactivée !')}
        onCancel={() => setDoing(undefined)}
      />
    );
  if (doing === 'codes')
    return (
      <NewCodes
        onDone={() => finish('Les codes de secours sont renouvelés !')}
        onCancel={() => setDoing(undefined)}
      />
    );
  return (
    <div className={classes.setup}>
      <div className={classes.state}>
        <StatusBadge status={actif} />
        {actif ? (
          <span>
            {codesRestants} code{codesRestants > 1 ? 's' : ''} de secours restant
            {codesRestants > 1 ? 's' : ''}
          </span>
        ) : null}
      </div>
      <p className={classes.text}>
        {actif
          ? 'La connexion demande votre mot de passe, puis le code affiché par votre téléphone.'
          : 'Après le mot de passe, la connexion demandera un code affiché par votre téléphone : un mot de passe volé ne suffira plus.'}
        {actif && exige ? ' Votre groupe l’exige : elle ne peut pas être désactivée.' : ''}
      </p>
      <div className={classes.acts}>
        {actif ? (
          <>
            <Button variant="default" onClick={() => setDoing('codes')}>
              Nouveaux codes de secours
            </Button>
            {exige ? null : (
              <Button variant="default" onClick={() => setDoing('retirer')}>
                Désactiver
              </Button>
            )}
          </>
        ) : (
          <Button onClick={() => setDoing('activer')}>Activer</Button>
        )}
      </div>
    </div>
  );
}

interface ActProps {
  onDone: () => void;
  onCancel: () => void;
}

function Withdrawal({ onDone, onCancel }: ActProps) {
  return (
    <PresentPassword
      text="Votre mot de passe suffira de nouveau pour se connecter."
      act="Désactiver"
      send={async (actuel) => {
        await call('POST /profil/second-facteur/retrait', { body: { actuel } });
        onDone();
      }}
      onCancel={onCancel}
    />
  );
}

function NewCodes({ onDone, onCancel }: ActProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <SecondFactorCodes codes={codes} onDone={onDone} />;
  return (
    <PresentPassword
      text="Les codes de secours qui restent ne serviront plus."
      act="Obtenir de nouveaux codes"
      send={async (actuel) =>
        setCodes((await call('POST /profil/second-facteur/codes', { body: { actuel } })).codes)
      }
      onCancel={onCancel}
    />
  );
}
