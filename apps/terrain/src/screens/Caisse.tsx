/** The agent's till: opened with a float, counted blind. The expected amount never appears. */
import {
  type Billets,
  CAISSE_MESSAGES,
  COMPTAGE_DEFINITIF,
  COUPURES,
  DESTINATION_WORDS,
  MAX_BILLETS,
  sommeBillets,
} from '@octroi/contract/caisse/rules';
import { numerosText } from '@octroi/contract/caisse/valeurs/valeur-rules';
import {
  formatFrancs,
  formatNumber,
  FRANCS_ENTIERS,
  parseWhole,
} from '@octroi/contract/platform/values/money';
import { useState } from 'react';
import type { Etat } from '#src/model/etat.ts';
import { instantOf } from '#src/model/instants.ts';
import { back, go, goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Options, Select } from '#src/ui/Field.tsx';
import { Page } from '#src/ui/Page.tsx';
import { count, instantText } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';

export function Caisse() {
  const { etat } = useTerrain();
  const { till, today } = etat;
  if (!till) return <Opening etat={etat} />;
  const late = till.jour !== today;
  return (
    <Page
      titre="Ma caisse"
      sous={late ? `Ouverte le ${till.jour.split('-').reverse().join('/')}` : 'Ouverte'}
      retour={() => goInstead('/aujourdhui')}
      quai={
        <>
          <div className="paire">
            {etat.tranches.length > 0 && (
              <a className="b" href="#/caisse/vendre">
                Vendre des tickets
              </a>
            )}
            <a className="b" href="#/caisse/verser">
              Verser
            </a>
          </div>
          <a className="b p" href="#/caisse/compter">
            Compter et fermer
          </a>
        </>
      }
    >
      {late && <p className="note ambre">Comptez cette caisse avant d’en ouvrir une autre.</p>}
      <div className="ligne">
        <span>
          <b>Paiements en espèces</b>
        </span>
        <span className="n">{formatNumber(till.recus)}</span>
      </div>
      <div className="ligne">
        <span>
          <b>Fonds de caisse</b>
        </span>
        <span className="n">{formatNumber(till.fonds)}</span>
      </div>
      <HandedOver etat={etat} />
    </Page>
  );
}

/** Versements from this phone, and tickets sold. */
function HandedOver({ etat }: { etat: Etat }) {
  const handed = etat.entries
    .flatMap((entry) => (entry.type === 'versement' || entry.type === 'vente' ? [entry] : []))
    .reverse();
  if (handed.length === 0) return null;
  return (
    <section>
      <h2 className="tete">Versements et tickets</h2>
      {handed.map((entry) => (
        <div className="ligne" key={entry.sequence}>
          <span>
            <b>
              {entry.type === 'vente'
                ? `Tickets ${numerosText([[entry.corps.de, entry.corps.a]])}`
                : DESTINATION_WORDS[entry.corps.destination]}
            </b>
            <small>{instantText(instantOf(entry))}</small>
            {entry.etat === 'attente' && <span className="jeton calme">en attente</span>}
            {entry.etat === 'refuse' && <span className="jeton">refusé</span>}
          </span>
          {entry.type === 'versement' && <span className="n">{formatNumber(entry.corps.montant)}</span>}
        </div>
      ))}
    </section>
  );
}

function Opening({ etat }: { etat: Etat }) {
  const { terrain } = useTerrain();
  const regies = etat.referentiel?.regies ?? [];
  const [fonds, setFonds] = useState('0');
  const [regie, setRegie] = useState(String(regies[0]?.[0] ?? ''));
  const { busy, faute, run, setFaute } = useAct();
  const open = () => {
    const amount = parseWhole(fonds);
    if (amount === undefined) return setFaute(FRANCS_ENTIERS);
    run(async () => {
      await terrain.act({
        type: 'session',
        corps: { acte: 'ouverture', fonds: amount, ...(regie && { regie: Number(regie) }) },
      });
    });
  };
  return (
    <Page
      titre="Ma caisse"
      sous="Elle n’est pas ouverte"
      retour
      quai={
        <>
          <a className="b" href="#/caisse/verser">
            Verser
          </a>
          <button className="b p" disabled={busy} onClick={open}>
            Ouvrir ma caisse
          </button>
        </>
      }
    >
      <Field
        label="Fonds de caisse (F CFA)"
        aide="La monnaie que vous avez en main avant le premier reçu."
        inputMode="numeric"
        value={fonds}
        onValue={setFonds}
        faute={faute}
      />
      {regies.length > 1 && (
        <Select label="Régie" value={regie} onValue={setRegie}>
          <Options entries={regies} />
        </Select>
      )}
      <HandedOver etat={etat} />
    </Page>
  );
}

const DRAFT = 'brouillon/comptage';

/**
 * @param confirming whether the count is repeated for confirmation, at its own address so that a double tap cannot
 * confirm it
 */
export function Compter({ confirming }: { confirming: boolean }) {
  const { terrain, etat } = useTerrain();
  const [typed, setTyped] = useState<Record<string, string>>({});
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
      await terrain.act({ type: 'comptage', corps: { billets: counted } }, { draft: DRAFT });
      goInstead('/caisse');
    });
  if (!etat.till) return <Closed />;
  if (confirming && !isEmpty && !wrong)
    return <Repeated billets={billets} busy={busy} faute={faute} onClose={close} />;
  return (
    <Page
      titre="Compter"
      sous={count(etat.till.recus, 'reçu en espèces', 'reçus en espèces')}
      retour
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
            onChange={({ currentTarget }) => {
              const { value } = currentTarget;
              setTyped((before) => ({ ...before, [each]: value }));
            }}
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
