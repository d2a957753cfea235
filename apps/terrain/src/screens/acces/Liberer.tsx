/** Releases a phone: hands over what waits, deletes everything, and asks for a new code. */
import { useState } from 'react';
import { CodeNeeded, PhotosWait } from '#src/model/acces/liberation.ts';
import { goInstead } from '#src/platform/address.ts';
import { CodeField } from '#src/ui/CodeField.tsx';
import { useAct } from '#src/ui/use-act.ts';

interface LibererProps {
  /** What the button says before it asks for confirmation. */
  raison: string;
  /** Whether what waits is handed over first; else it keeps the phone from being released. */
  remet?: boolean;
  disabled?: boolean;
  /**
   * @param sansPhotos whether photos that were not sent are given up
   * @param code the office's new code, once the server has asked for it
   */
  release: (sansPhotos: boolean, code?: string) => Promise<void>;
}

export function Liberer({ raison, remet = false, disabled, release }: LibererProps) {
  const [sure, setSure] = useState(false);
  const [sansPhotos, setSansPhotos] = useState(false);
  const [code, setCode] = useState<string>();
  const { busy, faute, run } = useAct();
  if (!sure)
    return (
      <div className="quai">
        <button className="b" type="button" disabled={disabled} onClick={() => setSure(true)}>
          {raison}
        </button>
      </div>
    );
  const free = () =>
    run(async () => {
      await release(sansPhotos, code).catch((error: unknown) => {
        if (error instanceof PhotosWait) setSansPhotos(true);
        if (error instanceof CodeNeeded) setCode((typed) => typed ?? '');
        throw error;
      });
      // the next agent starts at the first screen
      goInstead('/');
    });
  return (
    <section>
      <h2 className="tete">Libérer ce téléphone</h2>
      <p className="note ambre">
        {remet && 'Ce qui attend est d’abord remis au bureau. '}
        Tout ce que ce téléphone garde sera effacé, et il faudra un nouveau code du bureau pour l’inscrire.
      </p>
      {code !== undefined && <CodeField code={code} onCode={setCode} />}
      <p className={faute ? 'note rouge' : ''} role="alert">
        {faute}
      </p>
      <div className="quai">
        <button className="b rouge" type="button" disabled={busy} onClick={free}>
          {busy ? 'Libération…' : sansPhotos ? 'Abandonner les photos et libérer' : 'Libérer ce téléphone'}
        </button>
      </div>
    </section>
  );
}
