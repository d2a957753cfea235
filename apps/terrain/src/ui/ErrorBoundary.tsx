/** Replaces a screen whose rendering fails; without it React would remove the whole page. */
import { Component, type ReactNode } from 'react';
import { Tabs } from './Page.tsx';

interface ErrorBoundaryProps {
  /** A new address retries the rendering. */
  address: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { address: string; failed: boolean }> {
  override state = { address: this.props.address, failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  static getDerivedStateFromProps = ({ address }: ErrorBoundaryProps, state: { address: string }) =>
    address === state.address ? null : { address, failed: false };

  override render(): ReactNode {
    return this.state.failed ? <FailedScreen /> : this.props.children;
  }
}

const FailedScreen = () => (
  <div className="page">
    <header className="barre">
      <h1>Écran non affiché</h1>
    </header>
    <main className="corps">
      <p className="vide" role="alert">
        <b>Cet écran n’a pas pu s’afficher.</b>
        Rien de ce que ce téléphone garde n’est perdu. Ouvrez un autre écran, ou rouvrez l’application. Si
        cela se répète, prévenez le bureau.
      </p>
    </main>
    <div className="pied">
      <div className="quai">
        <button className="b p" onClick={() => location.reload()}>
          Rouvrir l’application
        </button>
      </div>
      <Tabs />
    </div>
  </div>
);
