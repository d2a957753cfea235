/** Asks for the date when the phone's clock is not trusted: receipt numbers depend on the year and cannot change. */
import { useState } from 'react';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { instantText } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { Frame } from './Connexion.tsx';

const textOf = (instant: number): string => instantText(new Date(instant).toISOString());

export function Dater() {
  const { terrain, etat } = useTerrain();
  const [jour, setJour] = useState('');
  const { busy, faute, run } = useAct();
  const { min, max } = terrain.clock.jours;
  return (
    <Frame titre="Quel jour sommes-nous ?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(() => terrain.confirmDate(jour));
        }}
      >
        <p className="note posee ambre" role="alert">
          Ce téléphone indique le {textOf(Date.now())}. Le dernier contact avec le bureau est du{' '}
          {textOf(etat.dernierContact ?? 0)}. Dites la date d’aujourd’hui : les reçus la porteront.
        </p>
        <Field
          label="Date d’aujourd’hui"
          type="date"
          min={min}
          max={max}
          value={jour}
          onValue={setJour}
          faute={faute}
        />
        <div className="quai">
          <button className="b p" type="submit" disabled={busy}>
            Confirmer la date
          </button>
          <button
            className="b"
            type="button"
            disabled={etat.enEnvoi}
            onClick={() => void terrain.synchronise()}
          >
            {etat.enEnvoi ? 'Question au bureau…' : 'Demander l’heure au bureau'}
          </button>
          {etat.horsLigne !== null && <p className="note">Le réseau manque : le bureau n’a pas répondu.</p>}
        </div>
      </form>
    </Frame>
  );
}
