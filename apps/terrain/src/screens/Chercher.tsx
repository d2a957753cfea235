/** Finds a taxpayer by name in any spelling, phone, number, receipt or notice, or by the QR of a receipt or a notice. */
import { findNear } from '@octroi/contract/contribuables/recherche/near';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useEffect, useMemo, useState } from 'react';
import { findAvis } from '#src/model/avis.ts';
import type { Etat } from '#src/model/etat.ts';
import { searchTextOf } from '#src/model/lecture.ts';
import { placeText } from '#src/model/lieux.ts';
import { type Personne, totalDu } from '#src/model/personnes.ts';
import { type Recu, recusByNumber } from '#src/model/recus.ts';
import { voisinsOf, voisinText } from '#src/model/visites/proximite.ts';
import { go } from '#src/platform/address.ts';
import { canReadCodes } from '#src/platform/device/codes.ts';
import { followPosition, type Position } from '#src/platform/device/position.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Scanner } from '#src/ui/LazyScanner.tsx';
import { Page } from '#src/ui/Page.tsx';
import { count, hourText } from '#src/ui/text.ts';

const MAX_RESULTS = 40;
/** Kept while the agent opens a result and returns. */
let lastTyped = '';

const byReceipt = (etat: Etat, recus: readonly Recu[]): Personne[] => [
  ...new Set(recus.flatMap(({ contribuable }) => etat.personnes.byReference(contribuable) ?? [])),
];

/** The taxpayer of a notice, whose number is in the text. */
const byNotice = (etat: Etat, text: string): Personne[] | undefined => {
  if (!/^avis-/i.test(text.trim())) return undefined;
  const found = findAvis(etat.personnes.all(), text);
  return found && [found.personne];
};

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
  const results = useMemo(
    () =>
      recus.length > 0
        ? byReceipt(etat, recus)
        : (byNotice(etat, typed) ?? findNear(etat.personnes.keyed(), typed, MAX_RESULTS)),
    [etat, typed, recus],
  );
  const others = recus.filter(({ contribuable }) => !etat.personnes.byReference(contribuable));
  const scanned = (text: string) => {
    setScanning(false);
    type(findAvis(etat.personnes.all(), text)?.avis.numero ?? searchTextOf(text, etat.recus));
  };
  const size = etat.personnes.size;
  return (
    <Page
      titre="Chercher"
      sous={count(size, 'fiche', 'fiches') + (etat.finieLe ? `, à ${hourText(etat.finieLe)}` : '')}
      onglet="chercher"
      quai={<SearchField typed={typed} type={type} scan={() => setScanning(true)} />}
    >
      {scanning && <Scanner onRead={scanned} onClose={() => setScanning(false)} />}
      {typed.trim() ? (
        <Results results={results} others={others} etat={etat} />
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
          <a className="ligne" href="#/carte">
            <Icon name="place" />
            <span>
              <b>Carte de mes lieux</b>
            </span>
            <Icon name="go" />
          </a>
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
  results: readonly Personne[];
  /** Receipts whose taxpayer is no longer on this phone, shown under the name they carry. */
  others: readonly Recu[];
  etat: Etat;
}

function Results({ results, others, etat }: ResultsProps) {
  const total = results.length + others.length;
  return (
    <>
      <h2 className="tete">
        <span role="status">{total === 0 ? 'Personne' : count(total, 'trouvé', 'trouvés')}</span>
        {results.length === MAX_RESULTS && <small>les plus proches</small>}
      </h2>
      <ul>
        {results.map((personne) => (
          <li key={personne.cle}>
            <PersonneRow personne={personne} etat={etat} />
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

interface SearchFieldProps {
  typed: string;
  type: (text: string) => void;
  scan: () => void;
}

const SearchField = ({ typed, type, scan }: SearchFieldProps) => (
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

/** Nearby taxpayers by distance, without a map and without a network. */
function Near({ etat }: { etat: Etat }) {
  const [position, setPosition] = useState<Position>();
  const [fault, setFault] = useState<string>();
  useEffect(() => followPosition(setPosition, setFault), []);
  const results = useMemo(
    () => (position ? voisinsOf(etat.personnes.all(), position, MAX_RESULTS) : []),
    [position, etat.personnes],
  );
  return (
    <section>
      <h2 className="tete">
        Près de moi
        <small role="status">
          {position
            ? `à ${Math.round(position.precisionPosition)} m près`
            : (fault ?? 'Position en cours, restez à ciel ouvert…')}
        </small>
      </h2>
      {position && results.length === 0 && (
        <p className="vide">Aucune fiche de ce téléphone n’a de position.</p>
      )}
      <ul>
        {results.map((voisin) => (
          <li key={voisin.personne.cle}>
            <PersonneRow personne={voisin.personne} etat={etat} ou={voisinText(voisin)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PersonneRowProps {
  personne: Personne;
  etat: Etat;
  /** Distance and direction; the place by default. */
  ou?: string;
}

export function PersonneRow({ personne, etat, ou }: PersonneRowProps) {
  const due = totalDu(personne);
  return (
    <a className="ligne haute" href={`#/fiche/${personne.cle}`}>
      <span>
        <b>{personne.nom}</b>
        <small>
          {[personne.numKlis ?? 'Pas encore envoyé', personne.telephone].filter(Boolean).join(' · ')}
          <br />
          {ou ?? placeText(etat.referentiel, personne.lieu)}
        </small>
      </span>
      <span className={due > 0 ? 'n' : 'n mot'}>{due > 0 ? formatNumber(due) : 'Soldé'}</span>
    </a>
  );
}
