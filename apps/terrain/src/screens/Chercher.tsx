/** Finds somebody by name however spelt, telephone, number or receipt; or by the QR of a receipt. */
import { findNear } from '@octroi/contract/contribuables/recherche/near';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useEffect, useMemo, useState } from 'react';
import type { Etat } from '#src/model/etat.ts';
import { soughtBy } from '#src/model/lecture.ts';
import { placeText } from '#src/model/lieux.ts';
import { type Personne, totalDu } from '#src/model/personnes.ts';
import { type Recu, recusByNumber } from '#src/model/recus.ts';
import { voisinsOf, voisinText } from '#src/model/proximite.ts';
import { go } from '#src/platform/address.ts';
import { canReadCodes } from '#src/platform/device/codes.ts';
import { followPosition, type Position } from '#src/platform/device/position.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { Scanner } from '#src/ui/Scanner.tsx';
import { count, hourText } from '#src/ui/text.ts';

const MOST = 40;
/** Kept while one looks at somebody and comes back. */
let lastTyped = '';

const byReceipt = (etat: Etat, recus: readonly Recu[]): Personne[] => [
  ...new Set(recus.flatMap(({ contribuable }) => etat.personnes.of(contribuable) ?? [])),
];

export function Chercher() {
  const { etat } = useTerrain();
  const [typed, setTyped] = useState(lastTyped);
  const [scanning, setScanning] = useState(false);
  const [near, setNear] = useState(false);
  const type = (text: string) => {
    lastTyped = text;
    setTyped(text);
  };
  const recus = useMemo(() => recusByNumber(etat.recus, typed), [etat.recus, typed]);
  const found = useMemo(
    () => (recus.length > 0 ? byReceipt(etat, recus) : findNear(etat.personnes.keyed(), typed, MOST)),
    [etat, typed, recus],
  );
  const others = recus.filter(({ contribuable }) => !etat.personnes.of(contribuable));
  const scanned = (text: string) => {
    setScanning(false);
    type(soughtBy(text, etat.recus));
  };
  const size = etat.personnes.size;
  return (
    <Page
      titre="Chercher"
      sous={count(size, 'fiche', 'fiches') + (etat.finieLe ? `, à ${hourText(etat.finieLe)}` : '')}
      onglet="chercher"
      quai={<Asking typed={typed} type={type} scan={() => setScanning(true)} />}
    >
      {scanning && <Scanner onRead={scanned} onClose={() => setScanning(false)} />}
      {typed.trim() ? (
        <Results found={found} others={others} etat={etat} />
      ) : (
        <>
          <p className="vide">
            <b>Écrivez comme vous entendez.</b>« Djarmakoye » trouve « Djermakoye ».
          </p>
          {near ? (
            <Near etat={etat} />
          ) : (
            <button className="ligne" onClick={() => setNear(true)}>
              <Icon name="place" />
              <span>
                <b>Près de moi</b>
              </span>
              <Icon name="go" />
            </button>
          )}
        </>
      )}
      <button className="ligne" onClick={() => go('/enroler')}>
        <Icon name="add" />
        <span>
          <b>Enrôler une autre personne</b>
        </span>
        <Icon name="go" />
      </button>
    </Page>
  );
}

interface ResultsProps {
  found: readonly Personne[];
  /** Receipts whose taxpayer is no longer on this phone: they say who it was. */
  others: readonly Recu[];
  etat: Etat;
}

function Results({ found, others, etat }: ResultsProps) {
  const total = found.length + others.length;
  return (
    <>
      <h2 className="tete">
        <span role="status">{total === 0 ? 'Personne' : count(total, 'trouvé', 'trouvés')}</span>
        {found.length === MOST && <small>les plus proches</small>}
      </h2>
      <ul>
        {found.map((one) => (
          <li key={one.cle}>
            <Found one={one} etat={etat} />
          </li>
        ))}
        {others.map(({ sequence, numero, emis }) => (
          <li key={sequence}>
            <a className="ligne haute" href={`#/recu/${sequence}`}>
              <span>
                <b>{emis?.nom || numero}</b>
                <small>Reçu {numero}, fiche absente de ce téléphone</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface AskingProps {
  typed: string;
  type: (text: string) => void;
  scan: () => void;
}

const Asking = ({ typed, type, scan }: AskingProps) => (
  <label>
    <span className="aide">Nom, téléphone, numéro ou reçu</span>
    <span className="recherche">
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {canReadCodes() && (
        <button type="button" className="b" aria-label="Lire un QR" onClick={scan}>
          <Icon name="scan" />
        </button>
      )}
    </span>
  </label>
);

/** Who is around, by distance: one walks from one to the next without a map, and without a network. */
function Near({ etat }: { etat: Etat }) {
  const [here, setHere] = useState<Position>();
  const [fault, setFault] = useState<string>();
  useEffect(() => followPosition(setHere, setFault), []);
  const found = useMemo(
    () => (here ? voisinsOf(etat.personnes.all(), here, MOST) : []),
    [here, etat.personnes],
  );
  return (
    <section>
      <h2 className="tete">
        Près de moi
        <small role="status">
          {here
            ? `à ${Math.round(here.precisionPosition)} m près`
            : (fault ?? 'Position en cours, restez à ciel ouvert…')}
        </small>
      </h2>
      {here && found.length === 0 && <p className="vide">Aucune fiche de ce téléphone n’a de position.</p>}
      <ul>
        {found.map((voisin) => (
          <li key={voisin.personne.cle}>
            <Found one={voisin.personne} etat={etat} ou={voisinText(voisin)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FoundProps {
  one: Personne;
  etat: Etat;
  /** Where from here; its place where it is not said. */
  ou?: string;
}

export function Found({ one, etat, ou }: FoundProps) {
  const owed = totalDu(one);
  return (
    <a className="ligne haute" href={`#/fiche/${one.cle}`}>
      <span>
        <b>{one.nom}</b>
        <small>
          {[one.numKlis ?? 'Pas encore envoyé', one.telephone].filter(Boolean).join(' · ')}
          <br />
          {ou ?? placeText(etat.referentiel, one.lieu)}
        </small>
      </span>
      <span className={owed > 0 ? 'n' : 'n mot'}>{owed > 0 ? formatNumber(owed) : 'Soldé'}</span>
    </a>
  );
}
