import { PAGES } from '@octroi/contract/pages';
import { useState, type FormEvent } from 'react';
import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import type { Verification } from '@octroi/contract/impressions/pieces';
import { formatFrancs, PAYE_D_AVANCE } from '@octroi/contract/platform/values/money';
import { formatDay } from '@octroi/contract/platform/values/period';
import type { Tone } from '@octroi/contract/platform/chart/tones';
import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ApiError } from '#src/platform/api.ts';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { Brand } from '#src/ui/Brand.tsx';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import classes from './VerificationScreen.module.css';

const route = getRouteApi(PAGES.verifierCode);

const NATURES = { recu: 'Reçu', provisoire: 'Reçu provisoire', avis: "Avis d'imposition" } as const;

interface Verdict {
  tone: Tone;
  icon: Icon;
  title: (verification: Verification) => string;
  note: (depuis: string, verification: Verification) => string;
}
/** A document that is no longer valid must not be reported as genuine. */
const VERDICTS: Record<Verification['etat'], Verdict> = {
  valable: {
    tone: 'green',
    icon: IconCircleCheck,
    title: () => 'Document authentique',
    note: () => 'Comparez avec le papier : le numéro, la date et le montant sont les mêmes.',
  },
  annule: {
    tone: 'red',
    icon: IconCircleX,
    title: () => 'Paiement annulé',
    note: (depuis) =>
      `Ce reçu a été émis, mais son paiement a été annulé le ${depuis} : il ne prouve plus rien.`,
  },
  remplace: {
    tone: 'amber',
    icon: IconAlertTriangle,
    title: ({ nature }) => (nature === 'avis' ? 'Avis remplacé' : 'Reçu remplacé'),
    note: (depuis, { nature, remplacePar }) =>
      nature === 'avis'
        ? `Un autre avis le remplace depuis le ${depuis} : demandez-le à votre mairie. Celui-ci n’est plus valable.`
        : `Ce reçu est annulé depuis le ${depuis}${remplacePar ? `, et le reçu n° ${remplacePar} le remplace` : ''}. Celui-ci ne prouve plus rien.`,
  },
  provisoire: {
    tone: 'amber',
    icon: IconClock,
    title: () => 'Reçu provisoire',
    note: (_, { cheque }) =>
      cheque
        ? 'Il vaut sous réserve d’encaissement du chèque : sa banque ne l’a pas encore payé.'
        : 'Il vaut sous réserve de confirmation par l’opérateur.',
  },
  definitif: {
    tone: 'green',
    icon: IconCircleCheck,
    title: ({ cheque }) => (cheque ? 'Chèque encaissé' : 'Paiement confirmé'),
    note: (depuis, { cheque, remplacePar }) =>
      `${cheque ? 'La banque a payé le chèque' : 'L’opérateur a confirmé le paiement'} le ${depuis} : le reçu n° ${remplacePar ?? ''} remplace ce reçu provisoire.`,
  },
  rejete: {
    tone: 'red',
    icon: IconCircleX,
    title: ({ cheque, nature }) =>
      nature === 'recu' ? 'Chèque rejeté' : cheque ? 'Chèque non encaissé' : 'Paiement non confirmé',
    note: (depuis, { cheque, nature }) =>
      nature === 'recu'
        ? `Ce reçu a été émis, mais la banque a rejeté son chèque le ${depuis} : il ne prouve plus rien.`
        : `Le ${cheque ? 'chèque' : 'paiement'} a été rejeté ou repris le ${depuis} : ce reçu ne prouve plus rien.`,
  },
};

/** Public check of a receipt or notice by its code: shows its number, day, amount and what was paid, never a name. */
export function VerificationScreen() {
  const code = route.useParams({ shouldThrow: false })?.code;
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim()) void navigate({ to: PAGES.verifierCode, params: { code: typed.trim() } });
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
  const verification = useQuery(queryFor('GET /verification/{code}', { params: { code }, anonymous: true }));
  const failure = failureOf(verification);
  if (failure) {
    const unknown = failure.error instanceof ApiError && failure.error.status === 404;
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconCircleX />}
        title={unknown ? 'Document inconnu' : 'La vérification n’a pas abouti'}
      >
        <FailureNote failure={failure} />
      </Alert>
    );
  }
  const { data } = verification;
  if (!data) return <Skeleton height={120} radius="md" role="status" aria-label="Vérification en cours" />;
  const { nature, numero, jour, montant, etat, depuis, parts } = data;
  const facts = [
    ['Nature', NATURES[nature]],
    ['Numéro', numero],
    ['Date', formatDay(jour)],
    ['Montant', formatFrancs(montant)],
  ];
  const { tone, icon: Icon, title, note } = VERDICTS[etat];
  return (
    <>
      <div className={classes.verdict} data-tone={tone} role={etat === 'valable' ? 'status' : 'alert'}>
        <Icon size={22} aria-hidden />
        <div>
          <strong>{title(data)}</strong>
          <p className={classes.note}>{note(depuis ? formatDay(depuis) : '', data)}</p>
        </div>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 ? (
        <>
          <h2 className={classes.heading}>Ce qui a été payé</h2>
          <dl className={classes.facts}>
            {parts.map((part) => (
              <div key={`${part.annee} ${part.taxe}`}>
                <dt>{part.taxe ? `${part.taxe}, ${part.annee}` : PAYE_D_AVANCE}</dt>
                <dd>{formatFrancs(part.montant)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </>
  );
}
