import { useState, type FormEvent } from 'react';
import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import type { Verification } from '@octroi/contract/impressions/pieces';
import { formatFrancs } from '@octroi/contract/money';
import { formatDay } from '@octroi/contract/period';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api, ApiError, reasonOf } from '#src/app/api.ts';
import { Brand } from '#src/app/Brand.tsx';
import classes from './VerificationScreen.module.css';

const NATURES = { recu: 'Reçu', avis: "Avis d'imposition" } as const;

/** Anybody checks a receipt or a notice by the code that it carries: its number, day and amount, and no name. */
export function VerificationScreen() {
  const { code } = useParams({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim()) void navigate({ to: '/verifier/$code', params: { code: typed.trim() } });
  };
  return (
    <main className={classes.page}>
      <title>Vérifier un document · Octroi</title>
      <div className={classes.brand}>
        <Brand />
      </div>
      <section className={classes.card}>
        <h1 className={classes.title}>Vérifier un document</h1>
        {code ? <Result code={code} /> : null}
        <form onSubmit={submit} className={classes.form}>
          <TextInput
            label="Code du document"
            description="Les vingt lettres et chiffres imprimés près du code QR."
            placeholder="7K2M9-…"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant={code ? 'default' : 'filled'}>
            Vérifier
          </Button>
        </form>
      </section>
    </main>
  );
}

function Result({ code }: { code: string }) {
  const found = useQuery({
    queryKey: ['verification', code],
    queryFn: ({ signal }) =>
      api.get<Verification>(`verification/${encodeURIComponent(code)}`, { signal, anonymous: true }),
    retry: false,
  });
  if (found.isPending)
    return <Skeleton height={120} radius="md" role="status" aria-label="Vérification en cours" />;
  if (found.isError) {
    const unknown = found.error instanceof ApiError && found.error.status === 404;
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconCircleX />}
        title={unknown ? 'Document inconnu' : 'La vérification n’a pas abouti'}
      >
        {reasonOf(found.error)}
      </Alert>
    );
  }
  const { nature, numero, jour, montant, annule } = found.data;
  const facts = [
    ['Nature', NATURES[nature]],
    ['Numéro', numero],
    ['Date', formatDay(jour)],
    ['Montant', formatFrancs(montant)],
  ];
  return (
    <Alert
      color={annule ? 'orange' : 'green'}
      role="status"
      icon={<IconCircleCheck />}
      title={annule ? 'Document authentique, paiement annulé depuis' : 'Document authentique'}
    >
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        Comparez avec le papier : le numéro, la date et le montant sont les mêmes.
      </p>
    </Alert>
  );
}
