/** Opens the application: what the phone keeps, then the screen that the address names. */
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Terrain } from '#src/model/terrain.ts';
import { takeCode, useAddress } from '#src/platform/address.ts';
import { registerWorker, reloadOnNewVersion } from '#src/platform/worker.ts';
import { Appareil } from '#src/screens/Appareil.tsx';
import { Aujourdhui } from '#src/screens/Aujourdhui.tsx';
import { Caisse, Compter } from '#src/screens/Caisse.tsx';
import { Chercher } from '#src/screens/Chercher.tsx';
import { Corriger } from '#src/screens/Corriger.tsx';
import { Connexion, Efface, Inscription, Perdu, PremiereReception } from '#src/screens/Connexion.tsx';
import { Dater } from '#src/screens/Dater.tsx';
import { Encaisser } from '#src/screens/Encaisser.tsx';
import { Enroler } from '#src/screens/Enroler.tsx';
import { Fiche } from '#src/screens/Fiche.tsx';
import { InterditScreen } from '#src/screens/Interdit.tsx';
import { LigneScreen } from '#src/screens/Ligne.tsx';
import { RecuScreen, Recus } from '#src/screens/Recu.tsx';
import { Vendre } from '#src/screens/Vendre.tsx';
import { Verser } from '#src/screens/Verser.tsx';
import { Visite } from '#src/screens/Visite.tsx';
import { TerrainContext, useTerrain } from '#src/ui/context.ts';
import { dropSecondTaps } from '#src/ui/second-tap.ts';
import '#src/ui/style/index.css';

function Screen() {
  const [name, one = '', two] = useAddress();
  switch (name) {
    case 'chercher':
      return <Chercher />;
    case 'enroler':
      return <Enroler step={Number(one) || 1} />;
    case 'recus':
      return <Recus />;
    case 'recu':
      return <RecuScreen key={one} sequence={Number(one)} />;
    case 'fiche':
      return <Fiche key={one} cle={one} />;
    case 'encaisser':
      return <Encaisser key={one} cle={one} />;
    case 'corriger':
      return <Corriger key={one} cle={one} />;
    case 'ligne':
      return <LigneScreen key={one} cle={one} />;
    case 'visite':
      return <Visite key={one} cle={one} />;
    case 'caisse':
      return <Till act={one} asks={two === 'fermer'} />;
    case 'appareil':
      return <Appareil />;
    default:
      return <Aujourdhui />;
  }
}

function Till({ act, asks }: { act: string; asks: boolean }) {
  switch (act) {
    case 'compter':
      return <Compter asks={asks} />;
    case 'verser':
      return <Verser />;
    case 'vendre':
      return <Vendre />;
    default:
      return <Caisse />;
  }
}

function Application() {
  const { etat } = useTerrain();
  const [code] = useState(takeCode);
  switch (etat.phase) {
    case 'ouverture':
      return <p class="attente">Ouverture…</p>;
    case 'connexion':
      return <Connexion />;
    case 'inscription':
      return <Inscription code={code} />;
    case 'premiere':
      return etat.interdit ? <InterditScreen pourquoi={etat.interdit} /> : <PremiereReception />;
    case 'efface':
      return <Efface />;
    case 'perdu':
      return <Perdu />;
    case 'ouvert':
      return etat.interdit ? (
        <InterditScreen pourquoi={etat.interdit} />
      ) : (
        <Working doute={etat.doute !== null} />
      );
  }
}

/** What was being typed when the date is asked for is there again afterwards. */
const Working = ({ doute }: { doute: boolean }) => (
  <>
    {doute && <Dater />}
    <div hidden={doute}>
      <Screen />
    </div>
  </>
);

function open(root: HTMLElement): void {
  const terrain = new Terrain();
  root.textContent = '';
  render(
    <TerrainContext.Provider value={terrain}>
      <Application />
    </TerrainContext.Provider>,
    root,
  );
  dropSecondTaps();
  openAnewWhenRestored(root);
  dispatchEvent(new Event('terrain:ouvert'));
  void terrain.start();
  if (!import.meta.env.PROD) return;
  reloadOnNewVersion();
  void registerWorker(() => terrain.tell({ nouvelleVersion: true }));
}

/** A page that the browser kept as it was left may be seen by somebody else: it opens anew, or asks for the password. */
function openAnewWhenRestored(root: HTMLElement): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    render(null, root);
    location.reload();
  });
}

const root = document.getElementById('root');
if (root && !document.documentElement.hasAttribute('data-manque')) open(root);
