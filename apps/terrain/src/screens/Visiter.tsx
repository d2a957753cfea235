/** « Qui visiter »: an order for the day, with the reasons of each line. */
import { MAX_RAISON } from '@octroi/contract/recouvrement/visites';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useEffect, useMemo, useState } from 'react';
import type { Etat } from '#src/model/etat.ts';
import { referenceOf } from '#src/model/personnes.ts';
import { type Proposition, propositionsOf } from '#src/model/visites/proposition.ts';
import { goInstead } from '#src/platform/address.ts';
import { followPosition, type Position } from '#src/platform/device/position.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';

/** Visits of a morning on foot. */
const PROPOSEES = 20;
/** Metres walked before the order is made anew: lines must not jump under the thumb. */
const STEP = 0.0005;

/** Where the agent is, once and after each stretch. */
function usePlace(): { place: Position | undefined; fault: string | undefined } {
  const [place, setPlace] = useState<Position>();
  const [fault, setFault] = useState<string>();
  useEffect(
    () =>
      followPosition(
        (next) =>
          setPlace((known) =>
            known &&
            Math.abs(known.latitude - next.latitude) < STEP &&
            Math.abs(known.longitude - next.longitude) < STEP
              ? known
              : next,
          ),
        setFault,
      ),
    [],
  );
  return { place, fault };
}

/** Whoever is in today's tour or paid today is not proposed. */
const seenToday = ({ arrets, recus, personnes, today }: Etat): ReadonlySet<string> =>
  new Set([
    ...arrets.map(({ contribuable }) => String(contribuable)),
    ...arrets.flatMap(({ personne }) => personne?.cle ?? []),
    ...recus
      .filter(({ jour, annule }) => jour === today && !annule)
      .flatMap(({ contribuable }) => personnes.byReference(contribuable)?.cle ?? []),
  ]);

export function Visiter() {
  const { terrain, etat } = useTerrain();
  const { place, fault } = usePlace();
  const { busy, faute, run } = useAct();
  const propositions = useMemo(
    () =>
      propositionsOf({
        personnes: etat.personnes.all(),
        today: etat.today,
        position: place,
        dejaVus: seenToday(etat),
        max: PROPOSEES,
      }),
    [etat, place],
  );
  const take = () =>
    run(async () => {
      const visites = propositions.map(({ personne, raisons }) => ({
        contribuable: referenceOf(personne),
        raison: raisons.join(' · ').slice(0, MAX_RAISON),
      }));
      await terrain.act({ type: 'tournee', corps: { visites } });
      goInstead('/aujourdhui');
    });
  const { length } = propositions;
  return (
    <Page
      titre="Qui visiter"
      sous={place ? `à ${Math.round(place.precisionPosition)} m près` : (fault ?? 'Position en cours…')}
      retour
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          {length > 0 && (
            <button className="b p" disabled={busy} onClick={take}>
              {length === 1 ? 'Prendre cette visite' : `Prendre ces ${length} visites`}
            </button>
          )}
        </>
      }
    >
      {length === 0 ? (
        <p className="vide">
          <b>Personne à proposer.</b>
          Ceux qui doivent sont déjà dans la tournée, vus depuis moins de sept jours, ou ont promis pour plus
          tard.
        </p>
      ) : (
        <>
          <ul>
            {propositions.map((proposition, index) => (
              <Line key={proposition.personne.cle} proposition={proposition} rang={index + 1} />
            ))}
          </ul>
          <p className="note posee">
            D’abord les promesses échues, puis qui a payé aux dernières visites, qui n’a jamais été vu, les
            autres, et enfin qui conteste. Dans chaque groupe : le plus proche (100 m, 500 m, 2 km), puis la
            plus grosse dette. La règle est la même pour tous.
          </p>
        </>
      )}
    </Page>
  );
}

const Line = ({
  proposition: { personne, du, raisons },
  rang,
}: {
  proposition: Proposition;
  rang: number;
}) => (
  <li>
    <a className="ligne haute" href={`#/fiche/${personne.cle}`}>
      <span className="rang">{rang}</span>
      <span>
        <b>{personne.nom}</b>
        {raisons.map((raison) => (
          <small key={raison}>{raison}</small>
        ))}
      </span>
      <span className="n">{formatNumber(du)}</span>
    </a>
  </li>
);
