/** Counts the agent's till, blind. */
import {
  type Billets,
  CAISSE_MESSAGES,
  COMPTAGE_DEFINITIF,
  COUPURES,
  MAX_BILLETS,
  sommeBillets,
} from '@octroi/contract/caisse/rules';
import { formatFrancs, formatNumber, parseWhole } from '@octroi/contract/platform/values/money';
import type { Till } from '#src/model/caisse.ts';
import { back, go, goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Opening, Page } from '#src/ui/Page.tsx';
import { count } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';

/**
 * @param confirming whether the count is repeated for confirmation, at its own address so that a double tap cannot
 * confirm it
 */
export function Compter({ confirming }: { confirming: boolean }) {
  const { etat } = useTerrain();
  const { till } = etat;
  return till ? <Counting till={till} confirming={confirming} /> : <Closed />;
}

/** What is typed, by denomination. */
type CountDraft = Record<string, string>;

function Counting({ till, confirming }: { till: Till; confirming: boolean }) {
  // what was typed for the till of another day is not this one's
  const form = useDraft<CountDraft>(`comptage/${till.jour}`, () => ({}));
  if (!form) return <Opening titre="Compter" retour />;
  return <CountFields till={till} confirming={confirming} form={form} />;
}

interface CountFieldsProps {
  till: Till;
  confirming: boolean;
  form: Drafting<CountDraft>;
}

function CountFields({ till, confirming, form }: CountFieldsProps) {
  const { terrain } = useTerrain();
  const { draft: typed, change } = form;
  const { busy, faute, run, setFaute } = useAct();
  const billets = Object.fromEntries(
    COUPURES.map((each) => [each, typed[each] ? parseWhole(typed[each]) : 0]),
  ) as Billets;
  const wrong = COUPURES.some((each) => (billets[`${each}`] ?? Infinity) > MAX_BILLETS);
  const isEmpty = !Object.values(typed).some((text) => text.trim());
  const askConfirmation = () => {
    if (isEmpty) return setFaute(CAISSE_MESSAGES.rienCompte);
    if (wrong) return setFaute('Écrivez combien il y en a, en chiffres.');
    setFaute(undefined);
    go('/caisse/compter/fermer');
  };
  const close = () =>
    run(async () => {
      const counted = Object.fromEntries(Object.entries(billets).filter(([, number]) => number > 0));
      await form.save((name) =>
        terrain.act({ type: 'comptage', corps: { billets: counted } }, { draft: name }),
      );
      goInstead('/caisse');
    });
  if (confirming && !isEmpty && !wrong)
    return <Repeated billets={billets} busy={busy} faute={faute} onClose={close} />;
  return (
    <Page
      titre="Compter"
      sous={count(till.recus, 'reçu en espèces', 'reçus en espèces')}
      retour
      form={form}
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" onClick={askConfirmation}>
            Fermer avec {wrong ? '…' : formatFrancs(sommeBillets(billets))}
          </button>
        </>
      }
    >
      <p className="note">
        Comptez tout ce que vous avez en main. Une fois fermée, la caisse ne reçoit plus rien.
      </p>
      {COUPURES.map((each) => (
        <label className="quantite" key={each}>
          {formatNumber(each)} F
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed[each] ?? ''}
            onChange={({ currentTarget }) => change({ [each]: currentTarget.value })}
          />
        </label>
      ))}
    </Page>
  );
}

interface RepeatedProps {
  billets: Billets;
  busy: boolean;
  faute: string | undefined;
  onClose: () => void;
}

/** The confirmation of a count, by denomination and in total. */
const Repeated = ({ billets, busy, faute, onClose }: RepeatedProps) => (
  <Page
    titre="Fermer la caisse ?"
    retour
    quai={
      <>
        <p className={faute ? 'note rouge' : ''} role="alert">
          {faute}
        </p>
        <div className="paire">
          <button className="b" disabled={busy} onClick={back}>
            Recompter
          </button>
          <button className="b p" disabled={busy} onClick={onClose}>
            Fermer la caisse
          </button>
        </div>
      </>
    }
  >
    <p className="note">{COMPTAGE_DEFINITIF}</p>
    {COUPURES.filter((each) => billets[`${each}`]).map((each) => (
      <div className="ligne" key={each}>
        <span>
          <b>
            {formatNumber(billets[`${each}`] ?? 0)} × {formatNumber(each)} F
          </b>
        </span>
        <span className="n">{formatNumber((billets[`${each}`] ?? 0) * each)}</span>
      </div>
    ))}
    <div className="ligne">
      <span>
        <b>Compté en tout</b>
      </span>
      <span className="n">{formatFrancs(sommeBillets(billets))}</span>
    </div>
  </Page>
);

const Closed = () => (
  <Page
    titre="Compter"
    retour={() => goInstead('/caisse')}
    quai={
      <a className="b p" href="#/caisse/verser">
        Verser
      </a>
    }
  >
    <p className="vide">
      <b>Votre caisse est fermée.</b>
      Remettez l’argent et déclarez votre versement.
    </p>
  </Page>
);
