import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { mayActInBulk } from '@octroi/contract/rights';
import './money.css';
import type { ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { acteLabel } from '@octroi/contract/administration/journal/journal-words';
import { MESSAGES } from '@octroi/contract/messages';
import { avecPeriode } from '@octroi/contract/fiscalite/echeances/periodes';
import { PAYE_D_AVANCE } from '@octroi/contract/platform/values/money';
import { EXTOURNE_WORDS } from '@octroi/contract/paiements/rules';
import type { Transaction } from '@octroi/contract/paiements/transactions';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { queryFor, call, linkTo } from '#src/platform/call.ts';
import { failureOf, queryClient } from '#src/platform/query.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { Amount } from '#src/ui/figure/Amount.tsx';
import { askReason } from '#src/ui/dialog/ask-reason.tsx';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { FigureCell, FigureTable, figureHead } from '#src/ui/figure/FigureTable.tsx';
import { useBackToList } from '#src/ui/list/index.ts';
import { crumb, type Crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { RecordActs } from '#src/ui/page/RecordActs.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { aClasserSearch } from './a-classer.ts';
import { askReimputation } from './guichet/Reimputation.tsx';
import { askRejet } from './ask-rejet.tsx';
import classes from './Paiement.module.css';

const route = getRouteApi(`/shell${PAGES.transaction}`);

const TRAIL: readonly Crumb[] = [TABLEAU_DE_BORD, crumb('transactions')];

/** One payment: what it pays, its changes and their authors (specification 2 section 2.13). */
export function TransactionScreen() {
  const { id } = route.useParams();
  const read = useQuery(queryFor('GET /transactions/{id}', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  if (data && !failure) return <Page transaction={data} />;
  return (
    <>
      <PageHeader breadcrumb={[...TRAIL, { label: 'Transaction' }]} title="Transaction" />
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <div role="status" aria-label="Chargement de la transaction" className={classes.columns}>
          <Skeleton height={320} radius={10} />
          <Skeleton height={180} radius={10} />
        </div>
      )}
    </>
  );
}

/** Explains that a confirmed payment is reversed, not deleted. */
const EXTOURNE_RESTE =
  'Il reste dans la liste, marqué « Extourné » : une extourne reprend ce qu’il avait payé.';

const kindOf = ({ montant, extourneDe, origine }: Transaction): string => {
  if (extourneDe) return 'Extourne';
  if (origine === 'reprise') return 'Paiement repris';
  return montant < 0 ? 'Remboursement' : 'Paiement';
};

function Page({ transaction }: { transaction: Transaction }) {
  const {
    noTransaction,
    statut,
    extourne,
    extourneePar,
    montant,
    contrib,
    aClasser,
    imputations,
    historique,
  } = transaction;
  return (
    <>
      <PageHeader
        breadcrumb={[...TRAIL, { label: noTransaction }]}
        title={`${kindOf(transaction)} ${noTransaction}`}
        subtitle={
          <>
            {aClasser ? (
              <Link to={SCREENS.transactions.url} search={aClasserSearch(transaction.ramification.entite.id)}>
                {contrib.fullName}
              </Link>
            ) : (
              <Link to={PAGES.fiche} params={{ id: String(contrib.id) }}>
                {contrib.fullName} · {contrib.numKlis}
              </Link>
            )}
            <StatusBadge status={extourne ? EXTOURNE_WORDS[extourne] : statut} />
            {extourneePar ? (
              <Link to={PAGES.transaction} params={{ id: String(extourneePar.id) }}>
                par {extourneePar.noTransaction}
              </Link>
            ) : null}
          </>
        }
        actions={
          <>
            <Acts transaction={transaction} />
            <RecordActs path="transactions" record={transaction} />
          </>
        }
      />
      <div className={classes.columns}>
        <Card title="Informations">
          <Facts facts={useFacts(transaction)} />
        </Card>
        <div>
          <Card title={montant < 0 ? 'Ce qui est repris' : 'Ce qui est payé'}>
            {imputations.length > 0 ? (
              <Parts imputations={imputations} />
            ) : (
              <CardNote>Rien tant que la transaction n’est pas confirmée.</CardNote>
            )}
          </Card>
          <Card title="Historique">
            {historique.length > 0 ? (
              <History historique={historique} />
            ) : (
              <CardNote>Aucun acte dans le journal.</CardNote>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

function Acts({ transaction }: { transaction: Transaction }) {
  const { id, version, statut, extourneDe, extourneePar, montant, nature, aClasser } = transaction;
  const { user } = useSession();
  const mayConfirm = useMay('transactions', 'Valider');
  const mayRemove = useMay('transactions', 'Supprimer');
  const mayReject = useMay('transactions', 'Rejeter');
  const back = useBackToList(SCREENS.transactions.url);
  const inBulk = mayActInBulk(user);
  const confirmed = statut === 'Confirmé';

  const settle = async (next: 'Confirmé' | 'Failed'): Promise<void> => {
    const yes = await askConfirm({
      title: next === 'Confirmé' ? 'Confirmer la transaction' : 'Marquer en échec',
      message:
        next === 'Confirmé'
          ? 'L’argent est arrivé : la transaction sera imputée et aura son reçu. Son montant ne changera plus.'
          : 'L’argent n’est pas arrivé : la transaction ne comptera jamais.',
      confirm: next === 'Confirmé' ? 'Confirmer' : 'Marquer en échec',
      danger: next === 'Failed',
    });
    if (!yes) return;
    try {
      await call('PATCH /transactions/{id}', { params: { id }, body: { statut: next }, version });
      toastSuccess(MESSAGES.modifie);
    } catch (error) {
      toastFailure(error);
    }
    await queryClient.invalidateQueries();
  };
  const remove = async (): Promise<void> => {
    const motif = await askReason({
      title: 'Suppression',
      message: confirmed
        ? `${MESSAGES.supprimerUn} Elle est confirmée : elle reste, et son extourne l’annule.`
        : MESSAGES.supprimerUn,
      confirm: 'Supprimer',
      name: `suppression de la transaction ${id}`,
      act: async (reason) => {
        await call('DELETE /transactions/{id}', { params: { id }, query: { motif: reason } });
        if (confirmed) toastSuccess(MESSAGES.extourne, EXTOURNE_RESTE);
        else toastSuccess(MESSAGES.supprime);
        void queryClient.invalidateQueries();
      },
    });
    if (motif !== undefined && !confirmed) back();
  };
  // a confirmed payment can be reversed once; a reversal cannot
  const unreversed = confirmed && !extourneDe && !extourneePar;
  const standing = unreversed && inBulk;
  return (
    <>
      {mayConfirm && statut === 'En attente de confirmation' ? (
        <>
          <Button onClick={() => void settle('Confirmé')}>Confirmer</Button>
          <Button variant="default" onClick={() => void settle('Failed')}>
            Marquer en échec
          </Button>
        </>
      ) : null}
      {mayReject && unreversed && nature === 'chèque' && montant > 0 ? (
        <Button variant="default" onClick={() => askRejet(transaction)}>
          Chèque rejeté
        </Button>
      ) : null}
      {mayRemove && (standing || (unreversed && aClasser)) && montant > 0 ? (
        <Button
          variant={aClasser ? 'filled' : 'default'}
          onClick={() => askReimputation({ ...transaction, contribuable: transaction.contrib })}
        >
          Réimputer
        </Button>
      ) : null}
      {mayRemove && (standing || !confirmed) ? (
        <Button variant="default" onClick={() => void remove()}>
          Supprimer
        </Button>
      ) : null}
    </>
  );
}

function useFacts(row: Transaction): [string, ReactNode][] {
  const { timeZone } = useSession();
  const instantText = (instant: string): string => {
    const { jour, heure } = formatInstant(instant, timeZone);
    return `${jour} à ${heure}`;
  };
  const { ramification, extourneDe, extourneePar } = row;
  const isRepris = row.origine === 'reprise' && !extourneDe;
  const link = (other: NonNullable<Transaction['extourneDe']>): ReactNode => (
    <Link to={PAGES.transaction} params={{ id: String(other.id) }}>
      {other.noTransaction} du {instantText(other.dateTransaction)}
    </Link>
  );
  return [
    ['Montant', <Amount key="montant" value={row.montant} unit />],
    ['Commission', row.frais > 0 ? <Amount key="frais" value={row.frais} unit /> : null],
    ['Net', row.frais > 0 ? <Amount key="net" value={row.net} unit /> : null],
    [
      'Reçu',
      row.numeroRecu &&
        (row.extourne
          ? `${row.numeroRecu}, ${row.extourne === 'rejetée' ? 'chèque rejeté' : 'annulé'}`
          : row.numeroRecu),
    ],
    ['Reçu remis avant Octroi', isRepris ? row.numeroImprime : null],
    // only its day is known
    ['Date', isRepris ? formatInstant(row.dateTransaction, timeZone).jour : instantText(row.dateTransaction)],
    [
      isRepris ? 'Reprise le' : 'Demandée',
      row.dateRequete === row.dateTransaction ? null : instantText(row.dateRequete),
    ],
    ['Moyen de paiement', row.moyenPaiement.nom],
    ['Année demandée', row.annee],
    ['Motif', row.motif],
    ['Téléphone', row.contrib.telephone],
    ['Localisation', [ramification.entite.nom, ...ramification.chemin].join(' › ')],
    ['Agent', row.bureauAccepteur && `${row.bureauAccepteur.fullName} (${row.bureauAccepteur.username})`],
    ['Chèque', row.cheque && `nº ${row.cheque.numero}, ${row.cheque.banque}, tiré par ${row.cheque.tireur}`],
    [
      'Avis de la banque',
      row.avisRejet && (
        <a
          key="avis"
          href={linkTo('GET /transactions/{id}/rejet', { params: { id: row.id } })}
          target="_blank"
          rel="noreferrer"
        >
          Voir l’avis de rejet
        </a>
      ),
    ],
    ['Remplace', row.remplace && link(row.remplace)],
    ['Remplacée par', row.remplacePar && link(row.remplacePar)],
    ['Extourne de', extourneDe && link(extourneDe)],
    ['Extournée par', extourneePar && link(extourneePar)],
  ];
}

const Parts = ({ imputations }: Pick<Transaction, 'imputations'>) => (
  <FigureTable label="Imputations" heads={['Année', 'Taxe', figureHead('Montant')]}>
    {imputations.map(({ id, annee, taxe, periode, periodes, montant }) => (
      <tr key={id}>
        <td>{annee}</td>
        <td>{taxe && periode && periodes ? avecPeriode(taxe.nom, { periode, periodes }) : PAYE_D_AVANCE}</td>
        <FigureCell value={montant} />
      </tr>
    ))}
  </FigureTable>
);

function History({ historique }: Pick<Transaction, 'historique'>) {
  const { timeZone } = useSession();
  return (
    <ol className={classes.history}>
      {historique.map(({ id, createdAt, acte, statut, motif, utilisateur }) => {
        const { jour, heure } = formatInstant(createdAt, timeZone);
        return (
          <li key={id}>
            {[acteLabel(acte), statut, motif].filter(Boolean).join(' · ')}
            <small>
              {jour} à {heure}, par {utilisateur?.fullName ?? 'l’opérateur'}
            </small>
          </li>
        );
      })}
    </ol>
  );
}
