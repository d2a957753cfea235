/** The code of six digits: asked after a pause, and chosen under « Envoi ». */
import { useState } from 'react';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { Frame } from './Connexion.tsx';

interface PinFieldProps {
  label: string;
  aide?: string;
  value: string;
  onValue: (value: string) => void;
  faute: string | undefined;
}

const PinField = (props: PinFieldProps) => (
  <Field type="password" inputMode="numeric" autoComplete="off" maxLength={6} {...props} />
);

/** Asks for the code of a paused app. */
export function EntrerCode() {
  const { terrain, etat } = useTerrain();
  const [pin, setPin] = useState('');
  const { busy, faute, run } = useAct();
  const enter = () =>
    run(async () => {
      setPin('');
      await terrain.enterPin(pin);
    });
  return (
    <Frame titre="Octroi Terrain" {...(etat.pseudo && { sous: etat.pseudo })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <PinField label="Code à six chiffres" value={pin} onValue={setPin} faute={faute} />
        <div className="quai">
          <button className="b p" type="submit" disabled={busy || pin.length < 6}>
            {busy ? 'Ouverture…' : 'Ouvrir'}
          </button>
          <button className="b" type="button" disabled={busy} onClick={() => void terrain.lock()}>
            Donner le mot de passe
          </button>
        </div>
      </form>
    </Frame>
  );
}

/** Chooses, changes or removes the code. */
export function ChoisirCode() {
  const { terrain, etat } = useTerrain();
  const [choosing, setChoosing] = useState(false);
  const [pin, setPin] = useState('');
  const { busy, faute, run } = useAct();
  const choose = (chosen: string | null) =>
    run(async () => {
      await terrain.choosePin(chosen);
      setPin('');
      setChoosing(false);
    });
  if (!choosing)
    return (
      <div className="quai">
        <button className="b" onClick={() => setChoosing(true)}>
          {etat.aUnCode ? 'Changer le code à six chiffres' : 'Choisir un code à six chiffres'}
        </button>
        {etat.aUnCode && (
          <button className="b" disabled={busy} onClick={() => choose(null)}>
            Retirer le code
          </button>
        )}
      </div>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        choose(pin);
      }}
    >
      <PinField
        label="Nouveau code à six chiffres"
        aide="Il est demandé après deux minutes d’absence. L’application fermée, ou après douze heures, c’est le mot de passe."
        value={pin}
        onValue={setPin}
        faute={faute}
      />
      <div className="quai">
        <button className="b p" type="submit" disabled={busy || pin.length < 6}>
          Garder ce code
        </button>
        <button className="b" type="button" onClick={() => setChoosing(false)}>
          Laisser
        </button>
      </div>
    </form>
  );
}
