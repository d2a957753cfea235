/** Starts the application: loads the stored data, then renders the screen of the address. */
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Terrain } from '#src/model/terrain.ts';
import { takeCode, useAddress } from '#src/platform/address.ts';
import { registerWorker, reloadOnNewVersion } from '#src/platform/device/worker.ts';
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
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx';
import { dropSecondTaps } from '#src/ui/second-tap.ts';
import '#src/ui/style/index.css';

function Screen({ address: [name, first = '', second] }: { address: string[] }) {
  switch (name) {
    case 'chercher':
      return <Chercher />;
    case 'enroler':
      return <Enroler step={Number(first) || 1} />;
    case 'recus':
      return <Recus />;
    case 'recu':
      return <RecuScreen key={first} sequence={Number(first)} />;
    case 'fiche':
      return <Fiche key={first} cle={first} />;
    case 'encaisser':
      return <Encaisser key={first} cle={first} />;
    case 'corriger':
      return <Corriger key={first} cle={first} />;
    case 'ligne':
      return <LigneScreen key={first} cle={first} />;
    case 'visite':
      return <Visite key={first} cle={first} />;
    case 'caisse':
      return <Till act={first} confirming={second === 'fermer'} />;
    case 'appareil':
      return <Appareil />;
    default:
      return <Aujourdhui />;
  }
}

function Till({ act, confirming }: { act: string; confirming: boolean }) {
  switch (act) {
    case 'compter':
      return <Compter confirming={confirming} />;
    case 'verser':
      return <Verser />;
    case 'vendre':
      return <Vendre />;
    default:
      return <Caisse />;
  }
}

interface ApplicationProps {
  /** The enrolment code from the address, if any. */
  code: string | undefined;
}

function Application({ code }: ApplicationProps) {
  const address = useAddress();
  return (
    <ErrorBoundary address={address.join('/')}>
      <Phase code={code} address={address} />
    </ErrorBoundary>
  );
}

function Phase({ code, address }: ApplicationProps & { address: string[] }) {
  const { etat } = useTerrain();
  switch (etat.phase) {
    case 'ouverture':
      return <p className="attente">Ouverture…</p>;
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
        <Working doute={etat.doute !== null} address={address} />
      );
  }
}

/** The screen stays mounted while the date is asked, so that typed text is kept. */
const Working = ({ doute, address }: { doute: boolean; address: string[] }) => (
  <>
    {doute && <Dater />}
    <div hidden={doute}>
      <Screen address={address} />
    </div>
  </>
);

/** Set by demarrage.js, which shows which browser features are missing. */
const isUnsupported = (): boolean => document.documentElement.hasAttribute('data-manque');

function open(root: HTMLElement): void {
  const terrain = new Terrain();
  const code = takeCode();
  const page = createRoot(root);
  // render before the event below: until it, demarrage.js takes any error for an unsupported browser
  flushSync(() =>
    page.render(
      <StrictMode>
        <TerrainContext value={terrain}>
          <Application code={code} />
        </TerrainContext>
      </StrictMode>,
    ),
  );
  if (isUnsupported()) return;
  dropSecondTaps();
  openAnewWhenRestored(() => page.unmount());
  dispatchEvent(new Event('terrain:ouvert'));
  void terrain.start();
  if (!import.meta.env.PROD) return;
  reloadOnNewVersion();
  void registerWorker(() => terrain.update({ nouvelleVersion: true }));
}

/** A page restored from the browser's cache may be seen by another person: reload it, or ask for the password. */
function openAnewWhenRestored(empty: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    empty();
    location.reload();
  });
}

const root = document.getElementById('root');
if (root && !isUnsupported()) open(root);
