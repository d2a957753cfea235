/** Gives a receipt to the payer: on a receipt printer, the phone's printing, or as a picture or PDF. */
import { useState } from 'react';
import { canPrint, print } from '#src/platform/device/printer.ts';
import { Icon } from '#src/ui/Icon.tsx';
import type { Paper } from '#src/ui/receipt/picture.ts';
import { useAct } from '#src/ui/use-act.ts';

/** Loaded on demand: most receipts are only shown. */
const share = async (paper: Paper, as: 'image' | 'pdf'): Promise<void> =>
  (await import('#src/ui/receipt/picture.ts')).shareReceipt(paper, as);
const printTicket = async (paper: Paper): Promise<void> =>
  print(await (await import('#src/ui/receipt/ticket.ts')).ticketOf(paper));

const NO_BLUETOOTH =
  'Ce navigateur n’imprime pas par Bluetooth : il faut Chrome sur Android. Une autre imprimante, ou un partage, va aussi.';

export function Remise({ paper }: { paper: Paper }) {
  const [action, setAction] = useState<'imprimer' | 'partager'>();
  const { busy, faute, run } = useAct();
  const message = faute ?? (action === 'imprimer' && !canPrint() ? NO_BLUETOOTH : undefined);
  return (
    <>
      <p className={message ? `note${faute ? ' rouge' : ''}` : ''} role="alert">
        {message}
      </p>
      {action === undefined && (
        <div className="paire">
          <button className="b" onClick={() => setAction('imprimer')}>
            <Icon name="print" />
            Imprimer
          </button>
          <button className="b" onClick={() => setAction('partager')}>
            <Icon name="share" />
            Partager
          </button>
        </div>
      )}
      {action === 'imprimer' && (
        <div className="paire">
          {canPrint() && (
            <button className="b" disabled={busy} onClick={() => run(() => printTicket(paper))}>
              {busy ? 'Impression…' : 'Par Bluetooth'}
            </button>
          )}
          <button className="b" onClick={() => window.print()}>
            Autre imprimante
          </button>
        </div>
      )}
      {action === 'partager' && (
        <div className="paire">
          <button className="b" disabled={busy} onClick={() => run(() => share(paper, 'image'))}>
            Image
          </button>
          <button className="b" disabled={busy} onClick={() => run(() => share(paper, 'pdf'))}>
            PDF
          </button>
        </div>
      )}
    </>
  );
}
