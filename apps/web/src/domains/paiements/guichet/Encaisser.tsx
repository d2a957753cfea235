import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Compte } from '@octroi/contract/contribuables/fiche/compte';
import { formatFrancs, formatNumber, PAYE_D_AVANCE } from '@octroi/contract/platform/values/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { queryFor } from '#src/platform/call.ts';
import { failureOf, typedRead } from '#src/platform/query.ts';
import { Amount } from '#src/ui/figure/Amount.tsx';
import { AmountInput } from '#src/ui/form/WholeInput.tsx';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import { NATURES, payeParAnnee, type Personne, rapides, sommesProbables } from './guichet.ts';
import type { Guichet } from './use-guichet.ts';
import classes from './Encaisser.module.css';
import shared from './Guichet.module.css';

interface EncaisserProps {
  guichet: Guichet;
  field: RefObject<HTMLInputElement | null>;
  onSave: () => void;
  onOther: () => void;
}

/**
 * The payment form: amount, method, change, and what it pays. Tab leads from the amount to the cash given, then to the
 * button: methods and suggested amounts have keys of their own.
 */
export function Encaisser({ guichet, field, onSave, onOther }: EncaisserProps) {
  const { personne, compte, lignes, moyens, unreadMoyens, moyen, total, errors, saving } = guichet;
  // letters cannot be part of an amount, so they are shortcuts here
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isAmountField(event.target)) return;
    const key = event.key.toLowerCase();
    const rapide = compte && rapides(compte).find(({ touche }) => touche === key);
    const nature = NATURES.find(({ touche }) => touche === key);
    if (!rapide && !nature && key !== '+') return;
    event.preventDefault();
    if (rapide) guichet.quick(rapide);
    if (nature) {
      guichet.nature(nature.nature);
      // the field that has the focus may belong to the former method
      field.current?.focus();
    }
    if (key === '+') onOther();
  };
  const nobody = personne === null && lignes.length === 0;
  return (
    <form
      className={shared.card}
      aria-label="Encaisser"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className={classes.pay}>
        <Others guichet={guichet} />
        <AmountInput
          ref={field}
          className={classes.amount}
          label="Montant"
          size="lg"
          data-amount
          rightSection="F CFA"
          rightSectionWidth={64}
          disabled={personne === null}
          value={guichet.saisie.montant}
          onChange={(montant) => guichet.set({ montant, annee: null })}
          error={errors['montant']}
        />
        {compte ? <Quick guichet={guichet} compte={compte} /> : null}
        <Means guichet={guichet} />
      </div>
      {personne && compte ? (
        // another person's preview is never shown, not even while theirs loads
        <WillPay key={personne.id} guichet={guichet} personne={personne} compte={compte} />
      ) : null}
      <div className={classes.go}>
        {errors['tout'] ? (
          <p role="alert" className={classes.alert}>
            {errors['tout']}
          </p>
        ) : null}
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={saving || (!nobody && !moyens && !unreadMoyens)}
          disabled={nobody || !moyen}
        >
          {total > 0 ? `Encaisser ${formatFrancs(total)}` : 'Encaisser'}
          <span className={classes.enter}>— Entrée</span>
        </Button>
        <div className={classes.hints}>
          <span>
            <kbd>Tab</kbd> champ suivant
          </span>
          <button type="button" onClick={onOther} disabled={personne === null}>
            <kbd>+</kbd> autre contribuable
          </button>
          <button type="button" onClick={guichet.clear}>
            <kbd>Échap</kbd> effacer
          </button>
        </div>
      </div>
    </form>
  );
}

const isAmountField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.dataset['amount'] !== undefined || target.tagName === 'BUTTON');

/** The other taxpayers of this payment, and the payer. */
function Others({ guichet: { lignes, saisie, set, drop, errors } }: { guichet: Guichet }) {
  if (lignes.length === 0) return null;
  return (
    <div className={classes.others}>
      <ul aria-label="Contribuables de cet encaissement">
        {lignes.map(({ personne, montant }) => (
          <li key={personne.id}>
            <span>{personne.nom}</span>
            <Amount value={montant} />
            <CloseButton size="sm" aria-label={`Retirer ${personne.nom}`} onClick={() => drop(personne.id)} />
          </li>
        ))}
      </ul>
      <div className={classes.two}>
        <TextInput
          label="Payeur"
          placeholder={lignes[0]?.personne.nom ?? ''}
          maxLength={120}
          value={saisie.payeur.nom}
          onChange={(event) => set({ payeur: { ...saisie.payeur, nom: event.currentTarget.value } })}
          error={errors['payeur.nom']}
        />
        <TextInput
          label="Téléphone du payeur"
          maxLength={40}
          value={saisie.payeur.telephone}
          onChange={(event) => set({ payeur: { ...saisie.payeur, telephone: event.currentTarget.value } })}
        />
      </div>
    </div>
  );
}

const Quick = ({ guichet, compte }: { guichet: Guichet; compte: Compte }) => (
  <div className={classes.quick}>
    {rapides(compte).map((rapide) => (
      <button
        key={rapide.touche}
        type="button"
        tabIndex={-1}
        disabled={rapide.montant <= 0}
        aria-pressed={guichet.saisie.montant === rapide.montant && guichet.saisie.annee === rapide.annee}
        onClick={() => guichet.quick(rapide)}
      >
        <span>{rapide.label}</span>
        <b>{formatNumber(rapide.montant)}</b>
        <kbd>{rapide.touche.toUpperCase()}</kbd>
      </button>
    ))}
  </div>
);

/** The method, and what it asks for: the cash given, or a proof. */
const Means = ({ guichet }: { guichet: Guichet }) => (
  <>
    <Methods guichet={guichet} />
    {!guichet.moyen ? null : guichet.moyen.nature === 'espèces' ? (
      <>
        <Cash guichet={guichet} />
        <Moyens guichet={guichet} />
      </>
    ) : (
      <>
        <Moyens guichet={guichet} />
        <Proof guichet={guichet} />
      </>
    )}
  </>
);

/** Payment kinds with their shortcut key. */
function Methods({ guichet: { moyens, unreadMoyens, moyen, nature, errors } }: { guichet: Guichet }) {
  const natures = NATURES.filter((each) => moyens?.some((candidate) => candidate.nature === each.nature));
  if (unreadMoyens)
    return (
      <p role="alert" className={classes.alert}>
        <FailureNote failure={unreadMoyens}>Les moyens de paiement n’ont pas pu être lus.</FailureNote>
      </p>
    );
  if (moyens && !moyen)
    return (
      <p role="alert" className={classes.alert}>
        Aucun moyen de paiement n’est en service : un administrateur en active un dans Configurations.
      </p>
    );
  return (
    <>
      <div className={classes.methods} role="group" aria-label="Moyen de paiement">
        {natures.map((each) => (
          <button
            key={each.nature}
            type="button"
            tabIndex={-1}
            aria-pressed={each.nature === moyen?.nature}
            onClick={() => nature(each.nature)}
          >
            {each.label} <kbd>{each.touche.toUpperCase()}</kbd>
          </button>
        ))}
      </div>
      {errors['moyenPaiement'] ? (
        <p role="alert" className={classes.alert}>
          {errors['moyenPaiement']}
        </p>
      ) : null}
    </>
  );
}

/** The method, if its kind has several. */
function Moyens({ guichet: { moyens, moyen, set } }: { guichet: Guichet }) {
  const sameNature = moyens?.filter((candidate) => candidate.nature === moyen?.nature) ?? [];
  if (sameNature.length < 2) return null;
  return (
    <NativeSelect
      label="Par"
      data={sameNature.map(({ id, nom }) => ({ value: String(id), label: nom }))}
      value={String(moyen?.id)}
      onChange={(event) => set({ moyen: Number(event.currentTarget.value) })}
    />
  );
}

/** Cash received and change; the change is no income. */
function Cash({ guichet: { saisie, set, total, errors } }: { guichet: Guichet }) {
  const rendu = saisie.recu === '' ? 0 : saisie.recu - total;
  return (
    <>
      <div className={classes.two}>
        <AmountInput
          label="Reçu en main"
          size="md"
          data-amount
          rightSection="F CFA"
          rightSectionWidth={56}
          value={saisie.recu}
          onChange={(recu) => set({ recu })}
          error={errors['recuEnMain']}
        />
        <div className={classes.back}>
          <span>À rendre</span>
          <output data-due={rendu > 0 || undefined}>
            {rendu >= 0 ? <Amount value={rendu} unit /> : `il manque ${formatNumber(-rendu)}`}
          </output>
        </div>
      </div>
      {total > 0 ? (
        <div className={classes.bills} role="group" aria-label="Sommes probables">
          {sommesProbables(total).map((somme) => (
            <button
              key={somme}
              type="button"
              tabIndex={-1}
              aria-pressed={saisie.recu === somme}
              onClick={() => set({ recu: somme })}
            >
              {formatNumber(somme)}
              {somme === total ? ' juste' : ''}
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}

const CHEQUE = [
  ['banque', 'Banque'],
  ['numero', 'Numéro du chèque'],
  ['tireur', 'Tireur'],
] as const;

/** The proof of a payment other than cash. */
function Proof({ guichet: { saisie, set, moyen, lignes, errors } }: { guichet: Guichet }): ReactNode {
  if (moyen?.nature === 'chèque')
    return (
      <div className={classes.three}>
        {CHEQUE.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            required
            maxLength={name === 'numero' ? 40 : 80}
            value={saisie.cheque[name]}
            onChange={(event) => set({ cheque: { ...saisie.cheque, [name]: event.currentTarget.value } })}
            error={errors[`cheque.${name}`]}
          />
        ))}
      </div>
    );
  if (lignes.length > 0) return null;
  return (
    <TextInput
      label="Référence de l’opérateur"
      description="Sans elle, un numéro est donné."
      maxLength={60}
      value={saisie.reference}
      onChange={(event) => set({ reference: event.currentTarget.value })}
      error={errors['noTransaction']}
    />
  );
}

interface WillPayProps {
  guichet: Guichet;
  personne: Personne;
  compte: Compte;
}

/** The server's preview: what is paid, by year and tax, and what is left. */
function WillPay({ guichet: { saisie }, personne, compte }: WillPayProps) {
  const [montant] = useDebouncedValue(saisie.montant, 150);
  const amount = typeof montant === 'number' && montant > 0 ? montant : 0;
  const read = useQuery({
    ...queryFor('GET /contribuables/{id}/repartition', {
      params: { id: personne.id },
      query: { montant: amount, ...(saisie.annee ? { annee: saisie.annee } : {}) },
    }),
    ...typedRead,
    enabled: amount > 0,
    placeholderData: keepPreviousData,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <p role="alert" className={classes.unread}>
        Ce qui sera payé n’a pas pu être calculé. {reasonOf(failure.error)}{' '}
        <Button variant="transparent" size="compact-xs" onClick={failure.retry}>
          Réessayer
        </Button>
      </p>
    );
  if (amount === 0 || !data) return null;
  const isStale = read.isPlaceholderData || saisie.montant !== amount;
  return (
    <section
      className={classes.split}
      aria-label="Ce qui sera payé"
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <h3>
        Ce qui sera payé <span>{saisie.annee ? `${saisie.annee} d’abord` : 'le plus ancien d’abord'}</span>
      </h3>
      <dl>
        {payeParAnnee(data.parts, compte).flatMap(({ annee, montant: ofYear, lignes }) => [
          <Row key={annee} label={String(annee)} value={ofYear} strong />,
          ...lignes.map(({ cle, texte, montant: part }) => (
            <Row key={`${annee} ${cle}`} label={texte} value={part} />
          )),
        ])}
        {data.avance > 0 ? <Row label={PAYE_D_AVANCE} value={data.avance} strong /> : null}
        <Row label="Restera à payer" value={data.restera} strong />
      </dl>
    </section>
  );
}

const Row = ({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) => (
  <div data-strong={strong || undefined}>
    <dt>{label}</dt>
    <dd>
      <Amount value={value} />
    </dd>
  </div>
);
