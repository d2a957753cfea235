/** One photo, taken at once and reduced. */
import { type Taken, take } from '#src/platform/device/picture.ts';
import { Icon } from './Icon.tsx';
import { useAct } from './use-act.ts';

interface PhotoFieldProps {
  /** What it is of, where there is none yet. */
  sujet: string;
  value: Taken | null;
  onValue: (value: Taken) => void;
}

export function PhotoField({ sujet, value, onValue }: PhotoFieldProps) {
  const { busy, faute, run } = useAct();
  const taken = (file: File | undefined) =>
    run(async () => {
      if (file) onValue(await take(file));
    });
  return (
    <>
      <div className="photo">
        {value ? <img src={`data:image/jpeg;base64,${value.contenu}`} alt="Photo prise" /> : sujet}
      </div>
      <p className={faute ? 'note posee rouge' : ''} role="alert">
        {faute}
      </p>
      <div className="quai">
        <label className="b fichier">
          <Icon name="camera" />
          {busy ? 'Réduction…' : value ? 'Reprendre la photo' : 'Prendre une photo'}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={({ currentTarget }) => taken(currentTarget.files?.[0])}
          />
        </label>
      </div>
    </>
  );
}
