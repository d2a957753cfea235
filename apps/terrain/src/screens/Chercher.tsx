/** Finds somebody by name however spelt, telephone, number or receipt; or by the QR of a receipt. */
import { findNear } from '@octroi/contract/contribuables/recherche/near';
import { formatNumber } from '@octroi/contract/money';
import { useMemo, useState } from 'preact/hooks';
import type { Etat } from '#src/model/etat.ts';
import { type Personne, totalDu } from '#src/model/personnes.ts';
import { go } from '#src/platform/address.ts';
import { canReadCodes } from '#src/platform/codes.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { Scanner } from '#src/ui/Scanner.tsx';
import { count, hourText, placeText } from '#src/ui/text.ts';

const MOST = 40;
/** Kept while one looks at somebody and comes back. */
let lastTyped = '';

const byReceipt = (etat: Etat, typed: string): Personne[] => {
  const sought = typed.trim().toUpperCase();
  return etat.recus.flatMap(({ numero, contribuable }) => {
    const one = sought.length > 5 && numero.includes(sought) && etat.personnes.of(contribuable);
    return one ? [one] : [];
  });
};

export function Chercher() {
  const { etat } = useTerrain();
  const [typed, setTyped] = useState(lastTyped);
  const [scanning, setScanning] = useState(false);
  const type = (text: string) => {
    lastTyped = text;
    setTyped(text);
  };
  const found = useMemo(() => {
    const byNumber = byReceipt(etat, typed);
    return byNumber.length > 0 ? byNumber : findNear(etat.personnes.keyed(), typed, MOST);
  }, [etat, typed]);
  const scanned = (text: string) => {
    setScanning(false);
    type(
      /[?&](?:recu|numero)=([^&]+)|([A-Z]{2,6}-[\w-]+)/
        .exec(decodeURIComponent(text))
        ?.slice(1)
        .find(Boolean) ?? text,
    );
  };
  const size = etat.personnes.size;
  return (
    <Page
      titre="Chercher"
      sous={count(size, 'fiche', 'fiches') + (etat.finieLe ? `, à ${hourText(etat.finieLe)}` : '')}
      onglet="chercher"
      quai={
        <label>
          <span class="aide">Nom, téléphone, numéro ou reçu</span>
          <span class="recherche">
            <input
              type="search"
              autocomplete="off"
              spellcheck={false}
              enterkeyhint="search"
              value={typed}
              onInput={({ currentTarget }) => type(currentTarget.value)}
            />
            {canReadCodes() && (
              <button type="button" class="b" aria-label="Lire un QR" onClick={() => setScanning(true)}>
                <Icon name="scan" />
              </button>
            )}
          </span>
        </label>
      }
    >
      {scanning && <Scanner onRead={scanned} onClose={() => setScanning(false)} />}
      {typed.trim() ? (
        <>
          <h2 class="tete">
            <span role="status">
              {found.length === 0 ? 'Personne' : count(found.length, 'trouvé', 'trouvés')}
            </span>
            {found.length === MOST && <small>les plus proches</small>}
          </h2>
          <ul>
            {found.map((one) => (
              <li key={one.cle}>
                <Found one={one} etat={etat} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p class="vide">
          <b>Écrivez comme vous entendez.</b>« Djarmakoye » trouve « Djermakoye ».
        </p>
      )}
      <button class="ligne" onClick={() => go('/enroler')}>
        <Icon name="add" />
        <span>
          <b>Enrôler une autre personne</b>
        </span>
        <Icon name="go" />
      </button>
    </Page>
  );
}

export function Found({ one, etat }: { one: Personne; etat: Etat }) {
  const owed = totalDu(one);
  return (
    <a class="ligne haute" href={`#/fiche/${one.cle}`}>
      <span>
        <b>{one.nom}</b>
        <small>
          {[one.numKlis ?? 'Pas encore envoyé', one.telephone].filter(Boolean).join(' · ')}
          <br />
          {placeText(etat.referentiel, one.lieu)}
        </small>
      </span>
      <span class={owed > 0 ? 'n' : 'n mot'}>{owed > 0 ? formatNumber(owed) : 'Soldé'}</span>
    </a>
  );
}
