/** Opens the application: what the phone keeps, then the screen that the address names. */
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

function Screen({ address: [name, one = '', two] }: { address: string[] }) {
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

interface ApplicationProps {
  /** The device code of the address, if it had one. */
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

/** What was being typed when the date is asked for is there again afterwards. */
const Working = ({ doute, address }: { doute: boolean; address: string[] }) => (
  <>
    {doute && <Dater />}
    <div hidden={doute}>
      <Screen address={address} />
    </div>
  </>
);

/** Set by demarrage.js, which then shows what the browser lacks. */
const isUnsupported = (): boolean => document.documentElement.hasAttribute('data-manque');

function open(root: HTMLElement): void {
  const terrain = new Terrain();
  const code = takeCode();
  const page = createRoot(root);
  // rendered before the event below: until then demarrage.js takes an error as an old browser, and tells the agent
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
  void registerWorker(() => terrain.tell({ nouvelleVersion: true }));
}

/** A page that the browser kept as it was left may be seen by somebody else: it opens anew, or asks for the password. */
function openAnewWhenRestored(empty: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    empty();
    location.reload();
  });
}

const root = document.getElementById('root');
if (root && !isUnsupported()) open(root);
