import '@mantine/core/styles/Skeleton.layer.css';
import { Alert, Skeleton } from '@mantine/core';
import type { MaCaisse, SessionCaisseRow } from '@octroi/contract/caisse/caisse';
import { COMPTAGE_DEFINITIF } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { formatDay } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { IconCashRegister } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { queryFor, call } from '#src/platform/call.ts';
import { useMay } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { TILL_KEY, useTillKey } from './till-key.ts';
import { CountForm } from './sessions/CountForm.tsx';
import { DetentionFacts } from './DetentionFacts.tsx';
import { OpenForm } from './sessions/OpenForm.tsx';
import { OwnVersements } from './versements/OwnVersements.tsx';
import { OwnValeurs } from './valeurs/OwnValeurs.tsx';
import { VersementForm } from './versements/VersementForm.tsx';
import { refreshCaisse } from './refresh.ts';
import classes from './Caisse.module.css';

/** The person's own till: open, count, hand over. */
export function MaCaisseScreen() {
  const caisse = useQuery({ ...queryFor('GET /sessions_caisse/courante'), staleTime: 0 });
  const failure = failureOf(caisse);
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: SCREENS['ma-caisse'].nom }]}
        title={SCREENS['ma-caisse'].nom}
        actions={<ToGuichet />}
      />
      {failure ? (
        <ErrorState failure={failure} />
      ) : caisse.data ? (
        <Content {...caisse.data} />
      ) : (
        <Skeleton height={220} radius="md" role="status" aria-label="Chargement de la caisse" />
      )}
    </>
  );
}

/** The way back to the counter, by the key that leads here from there. */
function ToGuichet() {
  const takes = useMay('transactions', 'Créer');
  useTillKey(takes ? SCREENS.guichet.url : undefined);
  if (!takes) return null;
  return (
    <ButtonLink
      to={SCREENS.guichet.url}
      variant="default"
      leftSection={<IconCashRegister size={16} />}
      rightSection={<kbd className={classes.key}>{TILL_KEY}</kbd>}
    >
      {SCREENS.guichet.nom}
    </ButtonLink>
  );
}

function Content({ session, aCompter, regies, detentions, versements }: MaCaisse) {
  const keeps = useMay('ma-caisse', 'Créer');
  return (
    <div className={classes.columns}>
      <div>
        {session ? (
          <OpenTill session={session} aCompter={aCompter} keeps={keeps} />
        ) : (
          <Card title="Ouvrir ma caisse">
            {!keeps ? (
              <CardNote>Vos droits ne permettent pas de tenir une caisse.</CardNote>
            ) : regies.length === 0 ? (
              <CardNote>
                Aucune régie n’est ouverte dans votre collectivité : l’administrateur en crée une.
              </CardNote>
            ) : (
              <OpenForm regies={regies} />
            )}
          </Card>
        )}
      </div>
      <div>
        {detentions.map((detention) => (
          <Card key={detention.regie.id} title={detention.regie.nom}>
            <DetentionFacts detention={detention} />
            {keeps && !detention.session ? <VersementForm detention={detention} /> : null}
          </Card>
        ))}
        {detentions.length === 0 ? (
          <Card title="Ce que je détiens">
            <CardNote>Rien : ni fonds de caisse, ni espèces à verser.</CardNote>
          </Card>
        ) : null}
        <OwnVersements versements={versements} />
        <OwnValeurs />
      </div>
    </div>
  );
}

function OpenTill({
  session,
  aCompter,
  keeps,
}: {
  session: SessionCaisseRow;
  aCompter: boolean;
  keeps: boolean;
}) {
  const navigate = useNavigate();
  const params = { id: String(session.id) };
  return (
    <>
      {aCompter ? (
        <Alert color="yellow" title="À compter" mb="md">
          Cette caisse est celle du {formatDay(session.jour)} : elle ne reçoit plus rien. Comptez-la, puis
          ouvrez celle d’aujourd’hui.
        </Alert>
      ) : null}
      <Card
        title={`Caisse du ${formatDay(session.jour)}`}
        actions={<StatusBadge status={aCompter ? 'À compter' : 'Ouverte'} />}
      >
        <Facts
          facts={[
            ['Régie', session.regie.nom],
            ['Fonds de caisse', formatFrancs(session.fonds)],
            [
              'Détail',
              <Link key="detail" to={PAGES.sessionCaisse} params={params}>
                Voir la session
              </Link>,
            ],
          ]}
        />
      </Card>
      {keeps ? (
        <Card title="Compter et fermer">
          <CountForm
            name={`comptage ${session.id}`}
            confirm="Enregistrer le comptage"
            question={{
              title: 'Fermer la caisse avec ce comptage ?',
              message: COMPTAGE_DEFINITIF,
              confirm: 'Fermer la caisse',
            }}
            save={(billets) =>
              call('POST /sessions_caisse/{id}/cloture', {
                params: { id: session.id },
                body: { billets },
              })
            }
            onSaved={async ({ ecart }) => {
              const gap = ecart?.montant ?? 0;
              toastSuccess(
                'Caisse fermée',
                gap === 0 ? 'Le compte est juste.' : `Écart : ${formatFrancs(gap)}. Expliquez-le.`,
              );
              await refreshCaisse();
              await navigate({ to: PAGES.sessionCaisse, params });
            }}
          />
        </Card>
      ) : null}
    </>
  );
}
