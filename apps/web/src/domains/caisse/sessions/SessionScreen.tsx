import '@mantine/core/styles/Skeleton.layer.css';
import { useState, type ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import type { SessionCaisse } from '@octroi/contract/caisse/caisse';
import { COMPTAGE_DEFINITIF, REPORT, reportDe } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queryFor, call, callFile } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { CountTable } from './ask-count.tsx';
import { askExplanation } from '../ask-ecart.tsx';
import { CountForm } from './CountForm.tsx';
import { PaperButton } from '../PaperButton.tsx';
import { refreshCaisse } from '../refresh.ts';
import classes from '../Caisse.module.css';

const route = getRouteApi(`/shell${PAGES.sessionCaisse}`);

/** One till session: its count, its écart and its controls; a second person may close or control it. */
export function SessionScreen() {
  const { id } = route.useParams();
  const session = useQuery({ ...queryFor('GET /sessions_caisse/{id}', { params: { id } }), staleTime: 0 });
  const failure = failureOf(session);
  const title = session.data ? `Caisse du ${formatDay(session.data.jour)}` : 'Session de caisse';
  const lists = useMay('sessions-caisse', 'Lister');
  return (
    <>
      <PageHeader
        breadcrumb={[
          TABLEAU_DE_BORD,
          section('Caisse'),
          crumb(lists ? 'sessions-caisse' : 'ma-caisse'),
          { label: title },
        ]}
        title={title}
        subtitle={session.data?.titulaire.nom}
      />
      {failure ? (
        <ErrorState failure={failure} />
      ) : session.data ? (
        <Content session={session.data} />
      ) : (
        <Skeleton height={220} radius="md" role="status" aria-label="Chargement de la session" />
      )}
    </>
  );
}

function useFacts(session: SessionCaisse): [string, ReactNode][] {
  const { timeZone } = useSession();
  const instantText = (instant: string | null): string | null => {
    if (instant === null) return null;
    const { jour, heure } = formatInstant(instant, timeZone);
    return `${jour} à ${heure}`;
  };
  const francs = (montant: number | null): string | null => (montant === null ? null : formatFrancs(montant));
  const { ecart, ouverture, fermeePar, recu, annule, vendu, attendu } = session;
  const counted =
    recu === null || annule === null || vendu === null || attendu === null
      ? null
      : { fonds: session.fonds, recu, annule, vendu, attendu };
  return [
    ['État', <StatusBadge key="etat" status={session.fermeeLe ? 'Fermée' : 'Ouverte'} />],
    ['Titulaire', session.titulaire.nom],
    ['Régie', `${session.regie.nom}, ${session.entite.nom}`],
    ['Ouverte le', instantText(session.ouverteLe)],
    ['Comptée sur le téléphone le', session.compteeLe && instantText(session.compteeLe)],
    ['Fermée le', instantText(session.fermeeLe)],
    ['Fermée par', fermeePar && fermeePar.id !== session.titulaire.id ? fermeePar.nom : null],
    ['Fonds de caisse', formatFrancs(session.fonds)],
    ['Compté à l’ouverture', ouverture && formatFrancs(ouverture.compte)],
    [
      'Écart de la nuit',
      ouverture?.ecart && `${formatFrancs(ouverture.ecart.montant)}, ${ouverture.ecart.statut}`,
    ],
    ['Espèces reçues', francs(session.recu)],
    ['Espèces annulées', francs(session.annule)],
    ['Recettes au comptant', session.vendu ? formatFrancs(session.vendu) : null],
    [REPORT, counted && formatFrancs(reportDe(counted))],
    ['Attendu en caisse', francs(session.attendu)],
    ['Compté', francs(session.compte)],
    ['Écart', ecart && `${formatFrancs(ecart.montant)}, ${ecart.statut}`],
    [
      'Procès-verbal',
      session.procesVerbal && (
        <span key="pv" className={classes.pv}>
          {session.procesVerbal}
        </span>
      ),
    ],
  ];
}

function Content({ session }: { session: SessionCaisse }) {
  const { user } = useSession();
  const oversees = useMay('sessions-caisse', 'Valider');
  const mayIssue = useMay('sessions-caisse', 'Émettre');
  const isHolder = session.titulaire.id === user.id;
  const { ecart, billets } = session;
  const night = session.ouverture?.ecart;
  return (
    <div className={classes.columns}>
      <div>
        <Card
          title="La session"
          actions={
            <div className={classes.acts}>
              {isHolder && ecart && ecart.statut !== 'réglé' ? (
                <Button size="compact-md" variant="default" onClick={() => askExplanation(ecart.id)}>
                  Expliquer l’écart
                </Button>
              ) : null}
              {isHolder && night && night.statut !== 'réglé' ? (
                <Button size="compact-md" variant="default" onClick={() => askExplanation(night.id)}>
                  Expliquer l’écart de la nuit
                </Button>
              ) : null}
              {session.fermeeLe !== null && (isHolder || mayIssue) ? (
                <PaperButton
                  label="Procès-verbal de clôture"
                  make={() => callFile('POST /sessions_caisse/{id}/papier', { params: { id: session.id } })}
                />
              ) : null}
            </div>
          }
        >
          <Facts facts={useFacts(session)} />
        </Card>
        <Controls session={session} />
      </div>
      <div>
        {billets ? (
          <Card title="Comptage">
            <CountTable billets={billets} />
          </Card>
        ) : null}
        {oversees && !isHolder && session.fermeeLe === null ? <Oversight id={session.id} /> : null}
      </div>
    </div>
  );
}

function Controls({ session: { id, titulaire, fermeeLe, controles } }: { session: SessionCaisse }) {
  const { timeZone, user } = useSession();
  const mayIssue = useMay('sessions-caisse', 'Émettre') || titulaire.id === user.id;
  if (controles.length === 0) return null;
  return (
    <Card title="Contrôles inopinés">
      <Facts
        facts={controles.map((controle) => {
          const { jour, heure } = formatInstant(controle.createdAt, timeZone);
          return [
            `${jour} ${heure}`,
            <span key={controle.id} className={classes.pv}>
              {controle.controleur.nom} : compté {formatFrancs(controle.compte)}
              {controle.attendu === null ? '' : `, attendu ${formatFrancs(controle.attendu)}`}
              {`\n${controle.procesVerbal}\n`}
              {mayIssue && (fermeeLe !== null || controle.controleur.id === user.id) ? (
                <PaperButton
                  label="Procès-verbal de contrôle"
                  make={() =>
                    callFile('POST /sessions_caisse/{id}/controles/{controle}/papier', {
                      params: { id, controle: controle.id },
                    })
                  }
                />
              ) : null}
            </span>,
          ] as const;
        })}
      />
    </Card>
  );
}

const CONTROLE = {
  title: 'Enregistrer ce contrôle ?',
  message: 'Un contrôle enregistré ne se corrige pas. La caisse reste ouverte.',
  confirm: 'Enregistrer',
};
const FERMETURE = {
  title: 'Fermer la caisse avec ce comptage ?',
  message: COMPTAGE_DEFINITIF,
  confirm: 'Fermer la caisse',
};

/** The acts of a second person on an open till. */
function Oversight({ id }: { id: number }) {
  const [act, setAct] = useState<'contrôle' | 'clôture'>();
  const params = { id };
  return (
    <Card title="Contrôler ou fermer à la place du titulaire">
      {act === undefined ? (
        <div className={classes.form}>
          <p className={classes.hint}>
            La caisse se compte devant son titulaire ou des témoins ; ce qui devrait s’y trouver est dit
            après.
          </p>
          <div className={classes.acts}>
            <Button variant="default" onClick={() => setAct('contrôle')}>
              Contrôler
            </Button>
            <Button variant="default" onClick={() => setAct('clôture')}>
              Fermer avec un procès-verbal
            </Button>
          </div>
        </div>
      ) : (
        <CountForm
          name={`${act} ${id}`}
          confirm={act === 'contrôle' ? 'Enregistrer le contrôle' : 'Fermer la caisse'}
          question={act === 'contrôle' ? CONTROLE : FERMETURE}
          procesVerbal
          save={async (billets, procesVerbal, keyFor) => {
            const body = { billets, procesVerbal };
            if (act === 'contrôle') {
              const { compte, attendu } = await call('POST /sessions_caisse/{id}/controles', {
                params,
                body,
                idempotencyKey: keyFor(body),
              });
              const gap = compte - (attendu ?? compte);
              toastSuccess(
                'Contrôle enregistré',
                gap === 0 ? 'Le compte est juste.' : `Différence : ${formatFrancs(gap)}.`,
              );
            } else {
              await call('POST /sessions_caisse/{id}/cloture', { params, body });
              toastSuccess('Caisse fermée');
            }
          }}
          onSaved={async () => {
            setAct(undefined);
            await refreshCaisse();
          }}
        />
      )}
    </Card>
  );
}
