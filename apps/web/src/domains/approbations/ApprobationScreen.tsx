import type { ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import type { Approbation } from '@octroi/contract/approbations/approbations';
import { NATURES_APPROBATION, STATUTS_APPROBATION_WORDS } from '@octroi/contract/approbations/natures';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { queryFor, call } from '#src/platform/call.ts';
import { failureOf, queryClient } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastError, toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { Card } from '#src/ui/page/Card.tsx';
import { Changes } from '#src/ui/compare/Changes.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { type Crumb, crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { Laisses, Vises } from './Vises.tsx';
import { Piece } from './Piece.tsx';
import classes from './Approbation.module.css';

const route = getRouteApi(`/shell${PAGES.approbation}`);

const TRAIL: readonly Crumb[] = [TABLEAU_DE_BORD, section('Collectivité'), crumb('approbations')];

/** One request for approval: its changes, its author and reason, and the decision. */
export function ApprobationScreen() {
  const { id } = route.useParams();
  const read = useQuery(queryFor('GET /approbations/{id}', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  if (data && !failure) return <Demande approbation={data} />;
  return (
    <>
      <PageHeader breadcrumb={[...TRAIL, { label: 'Demande' }]} title="Demande d’approbation" />
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <div role="status" aria-label="Chargement de la demande" className={classes.loading}>
          <Skeleton height={180} radius={10} />
          <Skeleton height={160} radius={10} />
        </div>
      )}
    </>
  );
}

function Demande({ approbation }: { approbation: Approbation }) {
  return (
    <>
      <PageHeader
        breadcrumb={[...TRAIL, { label: `Demande nº ${approbation.id}` }]}
        title={approbation.objet}
        actions={approbation.aDecider ? <Decision approbation={approbation} /> : undefined}
      />
      <Card title="Demande">
        <Facts facts={useFacts(approbation)} />
      </Card>
      <Piece approbation={approbation} />
      <Vises approbation={approbation} />
      <Card title="Ce qui change">
        <Changes
          avant={withContext(approbation.avant, approbation.contexte?.avant)}
          apres={withContext(approbation.apres, approbation.contexte?.apres)}
          label="Ce qui change"
        />
      </Card>
      <Laisses laisses={approbation.laisses} />
    </>
  );
}

/** Display order: the database does not keep the order of JSON keys. */
const ORDER = [
  'contribuable',
  'moyenPaiement',
  'montant',
  'paye',
  'avance',
  'restant',
  'nouveauPaye',
  'nouvelleAvance',
  'nouveauRestant',
];

/** Merges the compared values and the context values into one document. */
function withContext(compared: unknown, shown: unknown): unknown {
  if (compared === null && shown === undefined) return null;
  const fields = { ...((shown ?? {}) as object), ...((compared ?? {}) as object) };
  const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => rank(a) - rank(b)));
}

function Decision({ approbation: { id, objet, demandeur } }: { approbation: Approbation }) {
  const report = async (work: () => Promise<Approbation>): Promise<void> => {
    try {
      const { statut, reponse } = await work();
      if (statut === 'échouée') toastError('La demande n’a pas pu être exécutée', reponse ?? undefined);
      else toastSuccess(statut === 'approuvée' ? 'Demande approuvée : c’est fait' : 'Demande refusée');
    } finally {
      void queryClient.invalidateQueries();
    }
  };
  const approve = async (): Promise<void> => {
    const yes = await askConfirm({
      title: 'Approuver',
      message: `${objet}. Demandé par ${demandeur.fullName} ; ce sera fait aussitôt, et votre nom reste au journal.`,
      confirm: 'Approuver',
    });
    if (yes)
      await report(() => call('POST /approbations/{id}/approuver', { params: { id } })).catch(toastFailure);
  };
  const refuse = (): Promise<void> =>
    performWithReason({
      title: 'Refuser',
      message: `${objet}. ${demandeur.fullName} lira pourquoi.`,
      confirm: 'Refuser',
      name: `refus de la demande ${id}`,
      act: (motif) =>
        report(() => call('POST /approbations/{id}/refuser', { params: { id }, body: { motif } })),
    });
  return (
    <>
      <Button onClick={() => void approve()}>Approuver</Button>
      <Button variant="default" onClick={() => void refuse()}>
        Refuser
      </Button>
    </>
  );
}

function useFacts(row: Approbation): [string, ReactNode][] {
  const { timeZone } = useSession();
  const instantText = (instant: string): string => {
    const { jour, heure } = formatInstant(instant, timeZone);
    return `${jour} à ${heure}`;
  };
  const { contribuable, montant } = row;
  return [
    ['Statut', <StatusBadge key="statut" status={STATUTS_APPROBATION_WORDS[row.statut]} />],
    ['Nature', NATURES_APPROBATION[row.nature].nom],
    ['Montant', montant === null ? null : formatFrancs(montant)],
    [
      'Contribuable',
      contribuable && (
        <Link key="contribuable" to={PAGES.fiche} params={{ id: String(contribuable.id) }}>
          {contribuable.fullName} ({contribuable.numKlis})
        </Link>
      ),
    ],
    [
      'Transaction',
      row.ressource === 'transactions' && row.enregistrement !== null ? (
        <Link key="transaction" to={PAGES.transaction} params={{ id: String(row.enregistrement) }}>
          Voir la transaction
        </Link>
      ) : null,
    ],
    ['Motif', row.motif],
    [
      'Demandée par',
      `${row.demandeur.fullName} (${row.demandeur.username}), le ${instantText(row.createdAt)}`,
    ],
    ['Collectivité', row.entite.nom],
    ['Expire', row.statut === 'attente' || row.statut === 'expirée' ? instantText(row.expireLe) : null],
    [
      'Décidée par',
      row.decideur &&
        `${row.decideur.fullName} (${row.decideur.username}), le ${instantText(row.decideLe ?? row.createdAt)}`,
    ],
    ['Réponse', row.reponse],
  ];
}
