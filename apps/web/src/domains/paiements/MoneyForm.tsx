import { PAGES } from '@octroi/contract/pages';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import './money.css';
import { useState, type ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Right } from '@octroi/contract/register';
import { MESSAGES } from '@octroi/contract/messages';
import type { Compte } from '@octroi/contract/contribuables/fiche/compte';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { useQuery } from '@tanstack/react-query';
import { ApiError, EnAttente } from '#src/platform/api.ts';
import { queryFor, call, type RequestOf, type Reply } from '#src/platform/call.ts';
import { linkOptions } from '@tanstack/react-router';
import { failureOf, queryClient } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { AttenteNote } from '#src/ui/figure/AttenteNote.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { useKeptTyping } from '#src/ui/form/use-kept-typing.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { newKey } from '#src/ui/use-call-key.ts';
import { Figures } from './Solde.tsx';
import classes from './Paiement.module.css';

/** Error message by field. */
type FieldErrors = Readonly<Record<string, string | undefined>>;

type Contribuable = Reply<'GET /contribuables/{id}'>;

interface MoneyFormProps<Values> {
  /** Id of the taxpayer. */
  id: string;
  title: string;
  /** Required rights. */
  rights: readonly Right[];
  initialValues: Values;
  /** Validation before the request. */
  check: (values: Values, compte: Compte) => FieldErrors;
  /** The body, without the taxpayer. */
  body: (values: Values) => Omit<RequestOf<'POST /contribuables/transactions'>['body'], 'contribuable'>;
  onDone: (transaction: TransactionRow) => void;
  /** Called if the payment waits for approval and is not booked yet. */
  onWaiting?: () => void;
  /** The amounts of the account shown first. */
  figures: (compte: Compte) => readonly (readonly [label: string, francs: number])[];
  fields: (form: UseFormReturnType<Values>, compte: Compte) => ReactNode;
}

/**
 * Books a payment or a refund, after a confirmation if it exceeds the amount due. @returns undefined if the person
 * cancels
 */
async function book(
  body: RequestOf<'POST /contribuables/transactions'>['body'],
  idempotencyKey: string,
): Promise<TransactionRow | undefined> {
  const send = (query: { excedent?: 'refuser' }): Promise<TransactionRow> =>
    call('POST /contribuables/transactions', { query, body, idempotencyKey });
  try {
    return await send({ excedent: 'refuser' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflit.excedent') throw error;
    const yes = await askConfirm({
      title: 'Enregistrer quand même ?',
      message: error.message,
      confirm: 'Enregistrer quand même',
      danger: true,
    });
    return yes ? send({}) : undefined;
  }
}

/**
 * A form that moves money of one taxpayer. Each form has a key: a request repeated after a lost connection books once.
 */
export function MoneyForm<Values extends Record<string, unknown>>(props: MoneyFormProps<Values>) {
  const { id } = props;
  const record = useQuery(queryFor('GET /contribuables/{id}', { params: { id } }));
  const account = useQuery(queryFor('GET /contribuables/{id}/compte', { params: { id } }));
  const [data, failure] = [record.data, failureOf(record, account)];
  const missing = useMissing(props.rights);
  return (
    <div className={classes.frame}>
      <PageHeader
        breadcrumb={[
          TABLEAU_DE_BORD,
          crumb('contribuables'),
          ...(data
            ? [
                {
                  label: data.numKlis,
                  ...linkOptions({ to: PAGES.fiche, params: { id: String(data.id) } }),
                },
              ]
            : []),
          { label: props.title },
        ]}
        title={data ? `${props.title} - ${data.fullName}` : props.title}
      />
      <ErrorState failure={failure} />
      {data && missing ? (
        <MissingRight
          missing={missing}
          action={
            <ButtonLink to={PAGES.fiche} params={{ id: String(data.id) }} variant="default">
              Voir la fiche
            </ButtonLink>
          }
        />
      ) : null}
      {data && account.data && !missing ? (
        <Form {...props} contribuable={data} compte={account.data} />
      ) : null}
      {(!data || !account.data) && !failure ? (
        <div className={classes.form} role="status" aria-label="Chargement du contribuable">
          <Skeleton height={48} radius={8} />
          <Skeleton height={40} radius={8} />
          <Skeleton height={40} radius={8} />
        </div>
      ) : null}
    </div>
  );
}

function Form<Values extends Record<string, unknown>>({
  contribuable,
  compte,
  initialValues,
  check,
  body,
  onDone,
  onWaiting,
  figures,
  fields,
}: MoneyFormProps<Values> & { contribuable: Contribuable; compte: Compte }) {
  const form = useForm<Values>({ initialValues, validate: (values) => ({ ...check(values, compte) }) });
  const [key, setKey] = useState(newKey);
  const [sent, setSent] = useState('');
  const [saving, setSaving] = useState(false);
  // with the key: a payment whose answer was lost is not booked again
  const throwAway = useKeptTyping(form.isDirty(), {
    values: { values: form.values, key, sent },
    restore: (kept) => {
      form.setValues(kept.values);
      setKey(kept.key);
      setSent(kept.sent);
    },
  });

  const save = async (values: Values): Promise<void> => {
    const content = { contribuable: contribuable.id, ...body(values) };
    // a corrected payment is a new one: it needs a new key
    const idempotencyKey = sent && sent !== JSON.stringify(content) ? newKey() : key;
    setKey(idempotencyKey);
    setSent(JSON.stringify(content));
    setSaving(true);
    try {
      const transaction = await book(content, idempotencyKey);
      if (!transaction) return;
      throwAway();
      toastSuccess(MESSAGES.ajoute);
      await queryClient.invalidateQueries();
      onDone(transaction);
    } catch (error) {
      toastFailure(error);
      if (error instanceof EnAttente) {
        throwAway();
        return onWaiting?.();
      }
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <Figures figures={figures(compte)} />
      <AttenteNote attentes={compte.attentes} />
      {fields(form, compte)}
      <div className={classes.acts}>
        <Button type="submit" size="md" loading={saving}>
          Enregistrer
        </Button>
        <ButtonLink
          to={PAGES.fiche}
          params={{ id: String(contribuable.id) }}
          size="md"
          variant="default"
          onClick={throwAway}
        >
          Annuler
        </ButtonLink>
      </div>
    </form>
  );
}
