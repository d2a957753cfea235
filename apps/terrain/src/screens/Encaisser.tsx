/** Takes a payment: amount, method, receipt. */
import { formatFrancs, formatNumber, sumBy } from '@octroi/contract/platform/values/money';
import { attenteText, sumAttentes } from '@octroi/contract/paiements/attente';
import { MAX_PAIEMENT, PAIEMENT_MESSAGES } from '@octroi/contract/paiements/rules';
import type { Day } from '@octroi/contract/platform/values/period';
import { MAX_REFERENCE, MAX_TELEPHONE } from '@octroi/contract/terrain/rules';
import { useState } from 'react';
import { tillFault } from '#src/model/caisse.ts';
import type { Etat } from '#src/model/etat.ts';
import { exigible, type Personne, referenceOf, resteAEncaisser, totalDu } from '#src/model/personnes.ts';
import { goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Select } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Pad } from '#src/ui/Pad.tsx';
import { Opening, Page } from '#src/ui/Page.tsx';
import { Mot } from '#src/ui/words.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';
import { Unknown } from './Fiche.tsx';

type Moyen = NonNullable<Etat['referentiel']>['moyens'][number];

/** Methods that an agent may take: cash and mobile money. */
const allowedMoyens = (etat: Etat): Moyen[] =>
  (etat.referentiel?.moyens ?? []).filter(([, , nature]) => nature === 'espèces' || nature === 'mobile');

/** Cash taken today, in francs. */
function cashOfToday({ recus, today, referentiel }: Etat): number {
  const cash = new Set(referentiel?.moyens.flatMap(([id, , nature]) => (nature === 'espèces' ? [id] : [])));
  return sumBy(
    recus.filter(({ jour, moyen, annule }) => jour === today && !annule && cash.has(moyen)),
    ({ montant }) => montant,
  );
}

function amountFault(etat: Etat, moyen: Moyen | undefined, montant: number): string | undefined {
  if (!moyen) return 'Aucun moyen de paiement n’est ouvert à cet appareil : voyez le bureau.';
  if (montant > MAX_PAIEMENT) return PAIEMENT_MESSAGES.demesure;
  const max = etat.referentiel?.plafondPaiement;
  if (max && montant > max) return PAIEMENT_MESSAGES.plafond(max);
  if (moyen[2] !== 'espèces') return undefined;
  if (etat.plafond !== null && cashOfToday(etat) + montant > etat.plafond)
    return `Le plafond d’espèces du jour, ${formatFrancs(etat.plafond)}, serait dépassé : versez au bureau, ou prenez un paiement mobile.`;
  return tillFault(etat);
}

export function Encaisser({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const personne = etat.personnes.find(cle);
  return personne ? <PaymentForm personne={personne} etat={etat} /> : <Unknown />;
}

/** A payment being typed; what is null was not touched. */
interface PaymentDraft {
  /** Last act of the phone when the form was opened, and its day. */
  apres: number;
  jour: Day;
  montant: number | null;
  moyen: number | null;
  reference: string;
  telephone: string | null;
}

const lastSequence = ({ entries }: Etat): number => entries.at(-1)?.sequence ?? 0;

/** A receipt was given to this person since, or the dues are those of another day: the amount is proposed anew. */
const isStale =
  (personne: Personne, { recus, today, personnes }: Etat) =>
  ({ apres, jour }: PaymentDraft): boolean =>
    jour !== today ||
    recus.some(
      ({ sequence, contribuable }) =>
        sequence > apres && personnes.byReference(contribuable)?.cle === personne.cle,
    );

function PaymentForm({ personne, etat }: { personne: Personne; etat: Etat }) {
  const empty = (): PaymentDraft => ({
    apres: lastSequence(etat),
    jour: etat.today,
    montant: null,
    moyen: null,
    reference: '',
    telephone: null,
  });
  const form = useDraft(`paiement/${personne.brouillon}`, empty, isStale(personne, etat));
  if (!form) return <Opening titre={personne.nom} retour />;
  return <PaymentFields personne={personne} etat={etat} form={form} />;
}

/** What is overdue, else all that is due, without what waits for confirmation. */
const proposedOf = (personne: Personne, today: Day): number =>
  Math.min(exigible(personne.dus, today) || totalDu(personne), resteAEncaisser(personne));

interface PaymentFieldsProps {
  personne: Personne;
  etat: Etat;
  form: Drafting<PaymentDraft>;
}

function PaymentFields({ personne, etat, form }: PaymentFieldsProps) {
  const { terrain } = useTerrain();
  const { draft, change } = form;
  const totalDue = totalDu(personne);
  const rest = resteAEncaisser(personne);
  const [proposed] = useState(() => proposedOf(personne, etat.today));
  const montant = draft.montant ?? proposed;
  const setMontant = (typed: number) => change({ montant: typed });
  const moyens = allowedMoyens(etat);
  const usual = moyens.find(([, , nature]) => nature === 'espèces') ?? moyens[0];
  const moyen = draft.moyen === null ? usual : moyens.find(([id]) => id === draft.moyen);
  const details = { reference: draft.reference, telephone: draft.telephone ?? personne.telephone ?? '' };
  const [excessAmount, setExcessAmount] = useState<number>();
  const { busy, faute, run } = useAct();
  // if the office billed this taxpayer, a larger amount is probably a typing error
  const excess = personne.id !== null && !personne.estime && montant > rest;
  const fault = amountFault(etat, moyen, montant);
  const mobile = moyen?.[2] === 'mobile';

  const take = () =>
    run(async () => {
      if (!moyen) return;
      const fields = { montant, moyenPaiement: moyen[0], ...(mobile && mobileFieldsOf(details)) };
      const corps = { contribuable: referenceOf(personne), ...fields };
      const { sequence } = await form.save((name) =>
        terrain.act({ type: 'paiement', corps }, { draft: name }),
      );
      // Back from the receipt leads to the taxpayer, not to the same payment again
      goInstead(`/recu/${sequence}`);
    });

  return (
    <Page
      titre={personne.nom}
      sous={`Encaisser, ${totalDue > 0 ? `${personne.estime ? 'devrait' : 'doit'} ${formatFrancs(totalDue)}` : 'ne doit rien'}`}
      retour
      form={form}
      quai={
        excessAmount === montant && excess ? (
          <Excess
            personne={personne}
            montant={montant}
            busy={busy}
            take={take}
            correct={() => setExcessAmount(undefined)}
          />
        ) : (
          <button
            className="b p"
            disabled={busy || montant === 0 || fault !== undefined}
            onClick={excess ? () => setExcessAmount(montant) : take}
          >
            <Mot nom="encaisser" suite={montant === 0 ? '' : ` ${formatFrancs(montant)}`} />
          </button>
        )
      }
    >
      <p className="montant" aria-live="polite">
        <b>
          {formatNumber(montant)} <small>F CFA</small>
        </b>
        <span className={(faute ?? fault) ? 'rouge' : ''}>
          {faute ?? fault ?? restText(personne, montant)}
        </span>
      </p>
      {personne.attentes.length > 0 && <p className="note ambre">{attenteText(personne.attentes)}</p>}
      {fault !== undefined && tillFault(etat) === fault && (
        <div className="choix">
          <a className="b" href="#/caisse">
            Ma caisse
          </a>
        </div>
      )}
      <Quick personne={personne} etat={etat} montant={montant} setMontant={setMontant} />
      <Methods moyens={moyens} chosen={moyen?.[0]} choose={(id) => change({ moyen: id })} />
      {mobile && <ByMobile mobile={details} change={change} />}
      <Pad value={montant} onValue={setMontant} />
    </Page>
  );
}

interface ExcessProps {
  personne: Personne;
  montant: number;
  busy: boolean;
  take: () => void;
  correct: () => void;
}

/**
 * Confirms an amount above the total due. The button is elsewhere than the first one, so that a double tap does not
 * confirm.
 */
const Excess = ({ personne, montant, busy, take, correct }: ExcessProps) => (
  <>
    <p className="note ambre" role="alert">
      {PAIEMENT_MESSAGES.excedent(montant, totalDu(personne), sumAttentes(personne.attentes))}
    </p>
    <button className="b" disabled={busy} onClick={take}>
      Encaisser quand même
    </button>
    <button className="b p" onClick={correct}>
      Corriger le montant
    </button>
  </>
);

interface MethodsProps {
  moyens: readonly Moyen[];
  chosen: number | undefined;
  choose: (moyen: number) => void;
}

const KINDS = { espèces: 'Espèces', mobile: 'Mobile' } as const;

/** Cash or mobile with one tap; the operator if there are several. */
function Methods({ moyens, chosen, choose }: MethodsProps) {
  const kind = moyens.find(([id]) => id === chosen)?.[2];
  const kinds = (['espèces', 'mobile'] as const).filter((each) =>
    moyens.some(([, , nature]) => nature === each),
  );
  const sameKind = moyens.filter(([, , nature]) => nature === kind);
  return (
    <>
      <div className="choix mots" role="group" aria-label="Moyen de paiement">
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            className="o mot"
            aria-pressed={each === kind ? 'true' : 'false'}
            onClick={() => choose(moyens.find(([, , nature]) => nature === each)?.[0] ?? 0)}
          >
            <Icon name={each === kind ? 'check' : each === 'espèces' ? 'cash' : 'mobile'} />
            {KINDS[each]}
          </button>
        ))}
      </div>
      {sameKind.length > 1 && (
        <Select label="Par quel moyen" value={String(chosen)} onValue={(id) => choose(Number(id))}>
          {sameKind.map(([id, nom]) => (
            <option key={id} value={id}>
              {nom}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}

/** Details of a mobile payment. */
interface Details {
  reference: string;
  telephone: string;
}

const mobileFieldsOf = ({ reference, telephone }: Details) => ({
  ...(reference.trim() && { noTransaction: reference.trim() }),
  ...(telephone.trim() && { telephonePayeur: telephone.trim() }),
});

const ByMobile = ({ mobile, change }: { mobile: Details; change: (part: Partial<Details>) => void }) => (
  <>
    <Field
      label="Téléphone qui paie"
      type="tel"
      inputMode="tel"
      maxLength={MAX_TELEPHONE}
      value={mobile.telephone}
      onValue={(telephone) => change({ telephone })}
    />
    <Field
      label="Référence de l’opérateur"
      aide="Celle du message que le payeur a reçu. Le bureau confirme."
      maxLength={MAX_REFERENCE}
      value={mobile.reference}
      onValue={(reference) => change({ reference })}
    />
  </>
);

function restText(personne: Personne, montant: number): string {
  const [totalDue, rest] = [totalDu(personne), resteAEncaisser(personne)];
  if (montant === 0) return 'Entrez le montant';
  if (montant > rest) return `${formatFrancs(montant - rest)} seront payés d’avance`;
  return montant === totalDue ? 'Restera 0, soldé' : `Restera ${formatFrancs(totalDue - montant)}`;
}

interface QuickProps {
  personne: Personne;
  etat: Etat;
  montant: number;
  setMontant: (montant: number) => void;
}

/** The most frequent amounts. */
function Quick({ personne, etat, montant, setMontant }: QuickProps) {
  const year = Number(etat.today.slice(0, 4));
  const sum = (keep: (annee: number) => boolean) =>
    sumBy(
      personne.dus.filter(([, annee]) => keep(annee)),
      ([, , , , reste]) => reste,
    );
  const offers = [
    ['Arriérés', sum((annee) => annee < year)],
    ['Échu', exigible(personne.dus, etat.today)],
    ['Tout solder', totalDu(personne)],
  ] as const;
  const amounts = new Set<number>([0]);
  const shown = offers.filter(([, amount]) => !amounts.has(amount) && amounts.add(amount));
  if (shown.length === 0) return null;
  return (
    <div className="choix" role="group" aria-label="Montants proposés">
      {shown.map(([mot, amount]) => (
        <button
          key={mot}
          type="button"
          className="o"
          aria-pressed={amount === montant ? 'true' : 'false'}
          onClick={() => setMontant(amount)}
        >
          {mot}
          <b>{formatNumber(amount)}</b>
        </button>
      ))}
    </div>
  );
}
