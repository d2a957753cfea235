/** Sells market tickets that the agent holds, by number, for cash. */
import { formatFrancs, formatNumber, parseWhole } from '@octroi/contract/platform/values/money';
import { useState } from 'react';
import { tillFault } from '#src/model/caisse.ts';
import type { Etat } from '#src/model/etat.ts';
import { placeText } from '#src/model/lieux.ts';
import type { Tranche } from '#src/model/valeurs.ts';
import { goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Select } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';

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

export function Vendre() {
  const { etat } = useTerrain();
  const { tranches } = etat;
  const [chosen, setChosen] = useState(0);
  const tranche = tranches[chosen] ?? tranches[0];
  if (!tranche)
    return (
      <Page titre="Vendre des tickets" retour>
        <p className="vide">
          <b>Vous ne détenez plus de tickets.</b>
          La régie en remet.
        </p>
      </Page>
    );
  // remounted: the numbers of another range are typed anew
  return <Selling key={tranche.de} etat={etat} tranche={tranche} choose={setChosen} />;
}

interface SellingProps {
  etat: Etat;
  tranche: Tranche;
  choose: (index: number) => void;
}

function Selling({ etat, tranche, choose }: SellingProps) {
  const { terrain } = useTerrain();
  const [first, setFirst] = useState(String(tranche.de));
  const [number, setNumber] = useState('');
  const [market, setMarket] = useState(lastMarket);
  const { busy, faute, run, setFaute } = useAct();
  const sale = saleOf(tranche, first, number);
  const closed = tillFault(etat);
  const sell = () => {
    if (typeof sale === 'string') return setFaute(sale);
    if (!market) return setFaute('Choisissez le marché.');
    remember(market);
    run(async () => {
      const { de, a } = sale;
      await terrain.act({
        type: 'vente',
        corps: { categorie: tranche.categorie, de, a, ramification: Number(market) },
      });
      goInstead('/caisse');
    });
  };
  return (
    <Page
      titre="Vendre des tickets"
      retour
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
        {etat.tranches.map((each, index) => (
          <button
            key={each.de}
            className="o"
            aria-pressed={each === tranche ? 'true' : 'false'}
            onClick={() => choose(index)}
          >
            <b>
              {each === tranche && <Icon name="check" />} {each.nom}
            </b>
            {formatFrancs(each.valeur)}, n° {formatNumber(each.de)} à {formatNumber(each.a)}
          </button>
        ))}
      </div>
      <Field label="Combien" inputMode="numeric" value={number} onValue={setNumber} />
      <Field label="À partir du n°" inputMode="numeric" value={first} onValue={setFirst} />
      <Select
        label="Marché"
        value={market}
        aide={market ? placeText(etat.referentiel, Number(market)) : undefined}
        onValue={setMarket}
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
