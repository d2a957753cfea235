import { PAGES } from '@octroi/contract/pages';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import './money.css';
import { useState, type ReactNode } from 'react';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Right } from '@octroi/contract/register';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs } from '@octroi/contract/money';
import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import { useQuery } from '@tanstack/react-query';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { asks, call, type Given, type Reply } from '#src/platform/call.ts';
import { linkOptions } from '@tanstack/react-router';
import { queryClient } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { MissingRight, useMissing } from '#src/ui/MissingRight.tsx';
import { crumb, PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import classes from './Paiement.module.css';

/** What is wrong with each field that something is wrong with. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** A key that no other form has drawn; the browser's own `randomUUID` asks for HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

type Contribuable = Reply<'GET /contribuables/{id}'>;

interface MoneyFormProps<Values> {
  /** The taxpayer. */
  id: string;
  title: string;
  /** What the person must be granted. */
  rights: readonly Right[];
  initialValues: Values;
  /** Faults that are known before the server is asked. */
  check: (values: Values) => FieldErrors;
  /** What is sent, beside the taxpayer. */
  body: (values: Values) => Omit<Given<'POST /contribuables/transactions'>['body'], 'contribuable'>;
  onDone: (transaction: TransactionRow) => void;
  fields: (form: UseFormReturnType<Values>) => ReactNode;
}

/**
 * A form that moves money of one taxpayer. What it sends carries a key of its own: sent again after a cut, it books
 * nothing twice.
 */
export function MoneyForm<Values extends Record<string, unknown>>(props: MoneyFormProps<Values>) {
  const { id } = props;
  const { data, error, refetch } = useQuery(asks('GET /contribuables/{id}', { params: { id } }));
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
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
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
      {data && !missing ? <Form {...props} contribuable={data} /> : null}
      {!data && !error ? (
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
  initialValues,
  check,
  body,
  onDone,
  fields,
}: MoneyFormProps<Values> & { contribuable: Contribuable }) {
  const form = useForm<Values>({ initialValues, validate: (values) => ({ ...check(values) }) });
  const [key, setKey] = useState(newKey);
  const [sent, setSent] = useState('');
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);

  const save = async (values: Values): Promise<void> => {
    setFailure(undefined);
    const content = { contribuable: contribuable.id, ...body(values) };
    // what was corrected is another payment than the one that was refused
    const idempotencyKey = sent && sent !== JSON.stringify(content) ? newKey() : key;
    setKey(idempotencyKey);
    setSent(JSON.stringify(content));
    setSaving(true);
    try {
      const transaction = await call('POST /contribuables/transactions', {
        body: content,
        idempotencyKey,
      });
      toastSuccess(MESSAGES.ajoute);
      await queryClient.invalidateQueries();
      onDone(transaction);
    } catch (error) {
      toastFailure(error);
      setFailure(reasonOf(error));
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <Situation contribuable={contribuable} />
      {failure ? (
        <Alert color="red" title={MESSAGES.echec}>
          {failure}
        </Alert>
      ) : null}
      {fields(form)}
      <div className={classes.acts}>
        <Button type="submit" size="md" loading={saving}>
          Enregistrer
        </Button>
        <ButtonLink to={PAGES.fiche} params={{ id: String(contribuable.id) }} size="md" variant="default">
          Annuler
        </ButtonLink>
      </div>
    </form>
  );
}

/** What the person at the counter must know: what is owed this year, and all that was ever paid. */
function Situation({ contribuable: { id, situation } }: { contribuable: Contribuable }) {
  const paid = useQuery(asks('GET /transactions/totaux', { query: { 'filter[contrib.id]': id } }));
  const figures: [string, number | undefined][] = [
    ['Prévu cette année', situation.total],
    ['Reste cette année', situation.restant],
    ['Payé en tout', paid.data?.montant],
  ];
  return (
    <dl className={classes.situation}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? '…' : formatFrancs(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
