/** One photo, reduced as soon as taken. */
import { type TakenPhoto, take } from '#src/platform/device/picture.ts';
import { Icon } from './Icon.tsx';
import { useAct } from './use-act.ts';

interface PhotoFieldProps {
  /** The subject, named while there is no photo. */
  sujet: string;
  value: TakenPhoto | null;
  onValue: (value: TakenPhoto) => void;
}

export function PhotoField({ sujet, value, onValue }: PhotoFieldProps) {
  const { busy, faute, run } = useAct();
  const onFile = (file: File | undefined) =>
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
            onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
          />
        </label>
      </div>
    </>
  );
}
