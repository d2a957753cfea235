import { type ReactNode, useState } from 'react';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { Encaissement, LigneEncaissement } from '@octroi/contract/paiements/encaissements';
import { formatFrancs, sumBy } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowsExchange,
  IconChevronDown,
  IconChevronRight,
  IconFileText,
  IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor, call } from '#src/platform/call.ts';
import { failureOf, queryClient } from '#src/platform/query.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { Amount } from '#src/ui/figure/Amount.tsx';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { ImpressionChoice } from './ImpressionChoice.tsx';
import { PapierChoice } from './PapierChoice.tsx';
import { askReimputation } from './Reimputation.tsx';
import { lignesDe, recusDe, usePrinting } from './use-print.ts';
import classes from './DerniersRecus.module.css';
import shared from './Guichet.module.css';

/** Cancels the rest of an encaissement, or one of its payments. */
async function cancel(encaissement: Encaissement, ligne?: LigneEncaissement): Promise<void> {
  const { id, payeur, moyenPaiement } = encaissement;
  const undone = ligne ? [ligne] : lignesDe(encaissement).filter(({ annulee }) => !annulee);
  const montant = sumBy(undone, (each) => each.montant);
  const [first] = undone;
  const recu = undone.length > 1 ? `${undone.length} reçus` : `reçu ${first?.numeroRecu ?? 'à venir'}`;
  const back =
    moyenPaiement.nature === 'espèces'
      ? `L’argent est rendu à ${payeur.nom}. `
      : 'Aucune espèce n’est rendue. ';
  const subject = ligne ? `le paiement de ${ligne.contribuable.fullName}` : 'l’encaissement';
  await performWithReason({
    title: `Annuler ${subject}`,
    message: `${formatFrancs(montant)}, ${recu}. ${back}Le reçu reste, marqué « Annulé ».`,
    confirm: ligne ? 'Annuler le paiement' : 'Annuler l’encaissement',
    name: `annulation de l’encaissement ${id} ${ligne?.id ?? ''}`,
    act: async (motif) => {
      const body = { motif, ...(ligne ? { lignes: [ligne.id] } : {}) };
      try {
        await call('POST /encaissements/{id}/annulation', { params: { id }, body });
        toastSuccess(ligne ? 'Le paiement est annulé.' : 'L’encaissement est annulé.');
      } finally {
        void queryClient.invalidateQueries();
      }
    },
  });
}

/** The person's encaissements of today, latest first: reprint, cancel, correct. */
export function DerniersRecus() {
  const read = useQuery(queryFor('GET /encaissements'));
  const [data, failure] = [read.data, failureOf(read)];
  const rows = data?.data ?? [];
  const printing = usePrinting();
  return (
    <section className={shared.card} aria-label="Derniers reçus">
      <h2 className={classes.head}>
        Derniers reçus <kbd>F8</kbd>
      </h2>
      <ErrorState failure={failure} />
      {data && rows.length === 0 ? <p className={shared.note}>Rien encore aujourd’hui.</p> : null}
      <ul className={classes.receipts} id="derniers-recus">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      <div className={classes.footer}>
        <PapierChoice />
        {printing ? <ImpressionChoice /> : null}
        {rows.length > 0 ? <AllOfToday /> : null}
      </div>
    </section>
  );
}

/** All encaissements of today, of the screens beside the counter too. */
function AllOfToday() {
  const { today, user } = useSession();
  if (!useMay('transactions', 'Lister')) return null;
  return (
    <Link
      to={SCREENS.transactions.url}
      search={{
        from: today,
        to: today,
        betail: 'tous',
        f: [
          { column: 'user.id', operator: 'eq', x: String(user.id) },
          { column: 'trans.montant', operator: 'gt', x: '0' },
        ],
      }}
    >
      Tous mes reçus du jour
    </Link>
  );
}

interface ActProps {
  label: string;
  icon: Icon;
  onClick: () => void;
}

const Act = ({ label, icon: Icon, onClick }: ActProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <Icon size={16} />
  </ActionIcon>
);

function Row({ row }: { row: Encaissement }) {
  const { timeZone } = useSession();
  const mayCancel = useMay('guichet', 'Annuler');
  const printing = usePrinting();
  const [open, setOpen] = useState(false);
  const { heure } = formatInstant(row.createdAt, timeZone);
  const last = lignesDe(row);
  const remaining = last.filter(({ annulee }) => !annulee);
  const several = last.length > 1;
  const [first] = last;
  // a single payment is named by the taxpayer whom it pays now, also after a réimputation
  const nom = several || !first ? row.payeur.nom : first.contribuable.fullName;
  return (
    <li data-void={row.etat === 'Annulé' || undefined}>
      <div className={classes.receipt}>
        <b>{nom}</b>
        <Amount value={row.montant} />
      </div>
      <div className={classes.facts}>
        {[
          heure.slice(0, 5),
          first?.moyenPaiement.nom ?? row.moyenPaiement.nom,
          row.lignes.length > last.length ? 'remplace' : undefined,
        ]
          .filter(Boolean)
          .join(' · ')}
        {several || !first?.numeroRecu ? null : <span className={classes.numero}>{first.numeroRecu}</span>}
        {row.etat === 'Confirmé' ? null : <StatusBadge status={row.etat} />}
        {several ? (
          <UnstyledButton className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
            {last.length} contribuables{' '}
            {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          </UnstyledButton>
        ) : null}
        <span className={classes.acts}>
          {printing && recusDe(row).length > 0 ? (
            <Act label={`Réimprimer ${nom}`} icon={IconPrinter} onClick={() => void printing.recus(row)} />
          ) : null}
          {printing && several ? (
            <Act
              label={`Récapitulatif ${nom}`}
              icon={IconFileText}
              onClick={() => void printing.recapitulatif(row)}
            />
          ) : null}
          {mayCancel && !several && remaining[0] ? <Move row={row} ligne={remaining[0]} /> : null}
          {mayCancel && remaining.length > 0 ? (
            <Act label={`Annuler ${nom}`} icon={IconArrowBackUp} onClick={() => void cancel(row)} />
          ) : null}
        </span>
      </div>
      {several && open ? (
        <ul className={classes.parts} aria-label={`Contribuables de ${nom}`}>
          {last.map((ligne) => (
            <Part key={ligne.id} ligne={ligne}>
              {mayCancel && !ligne.annulee ? (
                <>
                  <Move row={row} ligne={ligne} />
                  <Act
                    label={`Annuler ${ligne.contribuable.fullName}`}
                    icon={IconArrowBackUp}
                    onClick={() => void cancel(row, ligne)}
                  />
                </>
              ) : null}
            </Part>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const Move = ({ row, ligne }: { row: Encaissement; ligne: LigneEncaissement }) => (
  <Act
    label={`Réimputer ${ligne.contribuable.fullName}`}
    icon={IconArrowsExchange}
    onClick={() => askReimputation(ligne, row.id)}
  />
);

const Part = ({ ligne, children }: { ligne: LigneEncaissement; children: ReactNode }) => (
  <li data-void={ligne.annulee || undefined}>
    <span>
      {ligne.contribuable.fullName}
      <small>{ligne.numeroRecu ?? 'reçu provisoire'}</small>
    </span>
    <Amount value={ligne.montant} />
    <span className={classes.acts}>{children}</span>
  </li>
);
