/** Starts the application: loads the stored data, then renders the screen of the address. */
import { lazy, StrictMode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Terrain } from '#src/model/terrain.ts';
import { goInstead, takeCode, useAddress } from '#src/platform/address.ts';
import { registerWorker, reloadOnNewVersion } from '#src/platform/device/worker.ts';
import { EntrerCode } from '#src/screens/acces/CodeCourt.tsx';
import { Connexion, Efface, Illisible, Perdu, PremiereReception } from '#src/screens/acces/Connexion.tsx';
import { Inscription } from '#src/screens/acces/Inscription.tsx';
import { InterditScreen } from '#src/screens/acces/Interdit.tsx';
import { TerrainContext, useTerrain } from '#src/ui/context.ts';
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx';
import { PracticeContext } from '#src/ui/practice.ts';
import { dropSecondTaps } from '#src/ui/second-tap.ts';
import '#src/ui/style/index.css';

/** Loaded once the phone is unlocked: the first screen stays small. The service worker has it in its cache. */
const Working = lazy(async () => ({ default: (await import('#src/screens/Working.tsx')).Working }));

function Application() {
  const address = useAddress();
  return (
    <ErrorBoundary address={address.join('/')}>
      <Phase address={address} />
    </ErrorBoundary>
  );
}

function Phase({ address }: { address: string[] }) {
  const { etat } = useTerrain();
  switch (etat.phase) {
    case 'ouverture':
      return <p className="attente">Ouverture…</p>;
    case 'connexion':
      return <Connexion />;
    case 'code':
      return <EntrerCode />;
    case 'inscription':
      return <Inscription />;
    case 'premiere':
      return etat.interdit ? <InterditScreen pourquoi={etat.interdit} /> : <PremiereReception />;
    case 'efface':
      return <Efface />;
    case 'perdu':
      return <Perdu />;
    case 'illisible':
      return <Illisible />;
    case 'ouvert':
      return etat.interdit ? (
        <InterditScreen pourquoi={etat.interdit} />
      ) : (
        <Suspense fallback={<p className="attente">Ouverture…</p>}>
          <Working doute={etat.doute !== null} address={address} />
        </Suspense>
      );
  }
}

/** Set by demarrage.js, which shows which browser features are missing. */
const isUnsupported = (): boolean => document.documentElement.hasAttribute('data-manque');

/** The agent's application, or the practice in its place. */
function Octroi({ terrain }: { terrain: Terrain }) {
  const [practice, setPractice] = useState<Terrain>();
  const begin = async () => {
    const { beginPractice } = await import('#src/model/exercice.ts');
    setPractice(await beginPractice(terrain));
    goInstead('/aujourdhui');
  };
  const end = async () => {
    const { endPractice } = await import('#src/model/exercice.ts');
    goInstead('/aujourdhui');
    setPractice(undefined);
    if (practice) await endPractice(practice);
  };
  return (
    <PracticeContext value={{ begin, end }}>
      <TerrainContext key={practice ? 'exercice' : 'terrain'} value={practice ?? terrain}>
        <Application />
      </TerrainContext>
    </PracticeContext>
  );
}

function open(root: HTMLElement): void {
  const terrain = new Terrain();
  terrain.update({ code: takeCode() ?? null });
  const page = createRoot(root);
  // render before the event below: until it, demarrage.js takes any error for an unsupported browser
  flushSync(() =>
    page.render(
      <StrictMode>
        <Octroi terrain={terrain} />
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
