/** The screens of an unlocked phone. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { Appareil } from './Appareil.tsx';
import { Aujourdhui } from './Aujourdhui.tsx';
import { Caisse } from './Caisse.tsx';
import { Cartes } from './Cartes.tsx';
import { Chercher } from './Chercher.tsx';
import { Compter } from './Compter.tsx';
import { Corriger } from './Corriger.tsx';
import { Dater } from './acces/Dater.tsx';
import { Encaisser } from './Encaisser.tsx';
import { Enroler } from './Enroler.tsx';
import { Fiche } from './Fiche.tsx';
import { LigneScreen } from './Ligne.tsx';
import { RecuScreen, Recus } from './Recu.tsx';
import { Vendre } from './Vendre.tsx';
import { Verser } from './Verser.tsx';
import { Visite } from './Visite.tsx';
import type { Distribuer as LoadedDistribuer } from './Distribuer.tsx';

const Distribuer = lazy(async () => ({ default: (await import('./Distribuer.tsx')).Distribuer }));
const Avis = (props: ComponentProps<typeof LoadedDistribuer>) => (
  <Suspense fallback={<p className="attente">Ouverture…</p>}>
    <Distribuer {...props} />
  </Suspense>
);

const Visiter = lazy(async () => ({ default: (await import('./Visiter.tsx')).Visiter }));
const QuiVisiter = () => (
  <Suspense fallback={<p className="attente">Ouverture…</p>}>
    <Visiter />
  </Suspense>
);

const Carte = lazy(async () => ({ default: (await import('./Carte.tsx')).Carte }));
const CarteDesLieux = () => (
  <Suspense fallback={<p className="attente">Ouverture…</p>}>
    <Carte />
  </Suspense>
);

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
    case 'avis':
      return <Avis key={first} {...(first ? { numero: first } : {})} />;
    case 'carte':
      return <CarteDesLieux />;
    case 'visiter':
      return <QuiVisiter />;
    case 'cartes':
      return <Cartes rang={Number(first) || 1} />;
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

/** The screen stays mounted while the date is asked, so that typed text is kept. */
export const Working = ({ doute, address }: { doute: boolean; address: string[] }) => (
  <>
    {doute && <Dater />}
    <div hidden={doute}>
      <Screen address={address} />
    </div>
  </>
);
