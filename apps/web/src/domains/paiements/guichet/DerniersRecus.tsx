import { ActionIcon } from '@mantine/core';
import type { Encaissement } from '@octroi/contract/paiements/encaissements';
import { formatInstant } from '@octroi/contract/period';
import { IconArrowBackUp, IconArrowsExchange, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asks, call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { Amount } from '#src/ui/Amount.tsx';
import { askReason } from '#src/ui/ask-reason.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { askReimputation } from './Reimputation.tsx';
import { usePrintRecus } from './use-print.ts';
import classes from './Guichet.module.css';

async function cancel({ id, payeur }: Encaissement): Promise<void> {
  const motif = await askReason({
    title: 'Annuler l’encaissement',
    message: `L’argent est rendu à ${payeur.nom}. Le reçu reste, marqué « Annulé ».`,
    confirm: 'Annuler l’encaissement',
  });
  if (motif === undefined) return;
  try {
    await call('POST /encaissements/{id}/annulation', { params: { id }, body: { motif } });
    toastSuccess('L’encaissement est annulé.');
  } catch (error) {
    toastFailure(error);
  }
  await queryClient.invalidateQueries();
}

/** What one took today, the last first: printed again, taken back, booked for the right taxpayer. */
export function DerniersRecus() {
  const { data, error, refetch } = useQuery(asks('GET /encaissements'));
  const rows = data?.data ?? [];
  return (
    <section className={classes.card} aria-label="Derniers reçus">
      <h2 className={classes.head}>
        Derniers reçus <kbd>F8</kbd>
      </h2>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && rows.length === 0 ? <p className={classes.note}>Rien encore aujourd’hui.</p> : null}
      <ul className={classes.receipts} id="derniers-recus">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row }: { row: Encaissement }) {
  const { timeZone } = useSession();
  const mayCancel = useMay('guichet', 'Annuler');
  const print = usePrintRecus();
  const { heure } = formatInstant(row.createdAt, timeZone);
  const last = row.lignes.filter(({ remplacePar }) => remplacePar === null);
  const stands = last.filter(({ annulee }) => !annulee);
  const numeros = last.flatMap(({ numeroRecu }) => numeroRecu ?? []);
  return (
    <li data-void={row.etat === 'Annulé' || undefined}>
      <div className={classes.receipt}>
        <b>{row.payeur.nom}</b>
        <Amount value={row.montant} />
      </div>
      <p>
        {[
          heure.slice(0, 5),
          last[0]?.moyenPaiement.nom ?? row.moyenPaiement.nom,
          last.length > 1 ? `${last.length} contribuables` : numeros[0],
        ]
          .filter(Boolean)
          .join(' · ')}
        {row.lignes.length > last.length ? ' · remplace' : ''}
        {row.etat === 'Confirmé' ? null : <StatusBadge status={row.etat} />}
        <span className={classes.acts}>
          {print && numeros.length > 0 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Réimprimer ${row.payeur.nom}`}
              onClick={() => void print(row)}
            >
              <IconPrinter size={16} />
            </ActionIcon>
          ) : null}
          {mayCancel && stands.length > 0 ? (
            <>
              {stands.length === 1 ? (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Réimputer ${row.payeur.nom}`}
                  onClick={() => askReimputation(row.id, stands[0]!)}
                >
                  <IconArrowsExchange size={16} />
                </ActionIcon>
              ) : null}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Annuler ${row.payeur.nom}`}
                onClick={() => void cancel(row)}
              >
                <IconArrowBackUp size={16} />
              </ActionIcon>
            </>
          ) : null}
        </span>
      </p>
    </li>
  );
}
