import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { messageSmsColumns, messageSmsList } from '@octroi/contract/terrain/sms-columns';
import type { MessageSmsRow } from '@octroi/contract/terrain/sms';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { withLinks } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { ADMINISTRATION, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import classes from './Terrain.module.css';
import { useEntite } from './refresh.ts';

const COLUMNS = withLinks<MessageSmsRow, (typeof messageSmsColumns)[number]['id']>(messageSmsColumns, {
  contribuable: ({ contribuable }) =>
    linkOptions({ to: PAGES.fiche, params: { id: String(contribuable.id) } }),
  recu: ({ transaction }) => linkOptions({ to: PAGES.transaction, params: { id: String(transaction.id) } }),
});
const DEFAULTS: ListDefaults = { orderBy: 'sms.createdAt', sortOrder: 'desc', itemperpage: 50 };
const { nom } = SCREENS.sms;

/** SMS to taxpayers about payments taken by agents, and the SMS not sent. */
export const SmsListScreen = () => (
  <ListScreen
    path="messages_sms"
    title={nom}
    breadcrumb={[TABLEAU_DE_BORD, ADMINISTRATION, { label: nom }]}
    columns={COLUMNS}
    filters={messageSmsList.fields}
    defaults={DEFAULTS}
    query={useEntite()}
    exporter="sms"
    notice={<Passerelle />}
    emptyText="Un SMS s’écrit quand le paiement d’un appareil arrive, là où la fiche de la collectivité le demande."
  />
);

/** The SMS gateway, whether it ever sent a message, and the collectivités that use it. */
function Passerelle() {
  const read = useQuery({ ...queryFor('GET /messages_sms/passerelle'), staleTime: 0 });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure) return <UnreadNote failure={failure}>La passerelle SMS n’a pas pu être lue.</UnreadNote>;
  if (!data) return null;
  const { nom: passerelle, reelle, essayee, collectivites } = data;
  const state = !reelle
    ? 'rien n’est envoyé, les messages sont gardés ici'
    : essayee
      ? 'des messages sont partis'
      : 'jamais essayé en réel';
  return (
    <p className={classes.waiting}>
      <strong>Passerelle : {passerelle}</strong>, {state}.{' '}
      {collectivites.length === 0
        ? 'Aucune collectivité ne prévient par SMS : cela se choisit sur sa fiche.'
        : `Préviennent par SMS : ${collectivites.map((entite) => entite.nom).join(', ')}.`}
    </p>
  );
}
