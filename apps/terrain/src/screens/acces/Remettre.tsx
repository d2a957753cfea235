/** Hands over the waiting commands of a phone without its agent; nothing of them is shown. */
import { useTerrain } from '#src/ui/context.ts';
import { count } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';

export function Remettre() {
  const { terrain, etat } = useTerrain();
  const { busy, faute, run } = useAct();
  const { copies, autres, faites } = etat.remise;
  if (copies === 0 && faites === 0 && !faute) return null;
  return (
    <section>
      <h2 className="tete">
        {copies > 0
          ? count(copies, 'acte attend sur ce téléphone', 'actes attendent sur ce téléphone')
          : 'Rien n’attend plus d’être remis'}
      </h2>
      <p className="note" role="status">
        {faites > 0
          ? `${count(faites, 'acte remis au bureau', 'actes remis au bureau')}.`
          : 'Sans mot de passe, ils peuvent être remis au bureau. Rien n’en est montré ici.'}
      </p>
      {autres > 0 && (
        <p className="note ambre">
          {count(autres, 'autre acte ne part', 'autres actes ne partent')} qu’avec le mot de passe de l’agent.
        </p>
      )}
      <p className={faute ? 'note rouge' : ''} role="alert">
        {faute}
      </p>
      {copies > 0 && (
        <div className="quai">
          <button className="b" type="button" disabled={busy} onClick={() => run(() => terrain.handOver())}>
            {busy ? 'Remise…' : 'Remettre ce qui attend'}
          </button>
        </div>
      )}
    </section>
  );
}
