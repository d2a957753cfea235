/** Sells market tickets that the agent holds, by number, for cash. */
import { formatFrancs, formatNumber, parseWhole } from '@octroi/contract/platform/values/money';
import { tillFault } from '#src/model/caisse.ts';
import type { Etat } from '#src/model/etat.ts';
import { placeText } from '#src/model/lieux.ts';
import type { Tranche } from '#src/model/valeurs.ts';
import { goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Select } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Opening, Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';

/** Kept between sales: an agent stays at a market. */
let lastMarket = '';
const remember = (market: string): void => {
  lastMarket = market;
};

interface Sale {
  tranche: Tranche;
  de: number;
  a: number;
}

/** The typed numbers as a sale; an error message if invalid. */
function saleOf(tranche: Tranche, first: string, number: string): Sale | string {
  const de = parseWhole(first);
  const many = parseWhole(number);
  if (!de || !many) return 'Écrivez combien de tickets, en chiffres.';
  const a = de + many - 1;
  return de >= tranche.de && a <= tranche.a
    ? { tranche, de, a }
    : `Vous détenez les n° ${formatNumber(tranche.de)} à ${formatNumber(tranche.a)}.`;
}

/** A sale being typed; what is null was not touched. */
interface SaleDraft {
  /** Category and first number of the chosen range. */
  tranche: string | null;
  first: string | null;
  number: string;
  market: string | null;
}
const EMPTY: SaleDraft = { tranche: null, first: null, number: '', market: null };

const keyOf = ({ categorie, de }: Tranche): string => `${categorie}/${de}`;

export function Vendre() {
  const { etat } = useTerrain();
  const form = useDraft('vente', () => EMPTY);
  if (!form) return <Opening titre="Vendre des tickets" retour />;
  const tranche = etat.tranches.find((each) => keyOf(each) === form.draft.tranche) ?? etat.tranches[0];
  if (!tranche)
    return (
      <Page titre="Vendre des tickets" retour>
        <p className="vide">
          <b>Vous ne détenez plus de tickets.</b>
          La régie en remet.
        </p>
      </Page>
    );
  return <Selling etat={etat} tranche={tranche} form={form} />;
}

interface SellingProps {
  etat: Etat;
  tranche: Tranche;
  form: Drafting<SaleDraft>;
}

function Selling({ etat, tranche, form }: SellingProps) {
  const { terrain } = useTerrain();
  const { draft, change } = form;
  const { number } = draft;
  const first = draft.first ?? String(tranche.de);
  const market = draft.market ?? lastMarket;
  const { busy, faute, run, setFaute } = useAct();
  const sale = saleOf(tranche, first, number);
  const closed = tillFault(etat);
  const sell = () => {
    if (typeof sale === 'string') return setFaute(sale);
    if (!market) return setFaute('Choisissez le marché.');
    remember(market);
    run(async () => {
      const { de, a } = sale;
      const corps = { categorie: tranche.categorie, de, a, ramification: Number(market) };
      await form.save((name) => terrain.act({ type: 'vente', corps }, { draft: name }));
      goInstead('/caisse');
    });
  };
  return (
    <Page
      titre="Vendre des tickets"
      retour
      form={form}
      quai={
        <>
          <p className={(faute ?? closed) ? 'note rouge' : ''} role="alert">
            {faute ?? closed}
          </p>
          <button className="b p" disabled={busy || closed !== undefined} onClick={sell}>
            {typeof sale === 'string' ? 'Vendre' : `Vendre ${saleText(sale)}`}
          </button>
        </>
      }
    >
      <div className="choix mots" role="group" aria-label="Tickets">
        {etat.tranches.map((each) => (
          <button
            key={keyOf(each)}
            className="o"
            aria-pressed={each === tranche ? 'true' : 'false'}
            // the numbers of another range are typed anew
            onClick={() => change({ ...EMPTY, tranche: keyOf(each), market: draft.market })}
          >
            <b>
              {each === tranche && <Icon name="check" />} {each.nom}
            </b>
            {formatFrancs(each.valeur)}, n° {formatNumber(each.de)} à {formatNumber(each.a)}
          </button>
        ))}
      </div>
      <Field
        label="Combien"
        inputMode="numeric"
        value={number}
        onValue={(typed) => change({ number: typed })}
      />
      <Field
        label="À partir du n°"
        inputMode="numeric"
        value={first}
        onValue={(typed) => change({ first: typed })}
      />
      <Select
        label="Marché"
        value={market}
        aide={market ? placeText(etat.referentiel, Number(market)) : undefined}
        onValue={(id) => change({ market: id })}
      >
        <option value="">Choisir</option>
        {(etat.referentiel?.lieux ?? []).map(([id]) => (
          <option key={id} value={id}>
            {placeText(etat.referentiel, id)}
          </option>
        ))}
      </Select>
    </Page>
  );
}

const saleText = ({ tranche, de, a }: Sale): string =>
  `${formatNumber(a - de + 1)} pour ${formatFrancs((a - de + 1) * tranche.valeur)}`;
