import '../money.css';
import { Suspense, useEffect, useRef } from 'react';
import { useRouteContext } from '@tanstack/react-router';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { PageHeader, section, TABLEAU_DE_BORD } from '#src/ui/page/PageHeader.tsx';
import { DerniersRecus } from './DerniersRecus.tsx';
import { Dues } from './Dues.tsx';
import { Encaisser } from './Encaisser.tsx';
import { Fait } from './Fait.tsx';
import { Recherche } from './Recherche.tsx';
import { useGuichet } from './use-guichet.ts';
import classes from './Guichet.module.css';

/** The counter: find a taxpayer, see what is due, take money, give the receipt; usable by keyboard only. */
export function GuichetScreen() {
  const missing = useMissing([['transactions', 'Créer']]);
  const { TillStatus } = useRouteContext({ from: '__root__' });
  return (
    <div className={classes.screen}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), { label: 'Guichet' }]}
        title="Guichet"
        actions={
          <Suspense fallback={null}>
            <TillStatus />
          </Suspense>
        }
      />
      {missing ? <MissingRight missing={missing} /> : <Counter />}
    </div>
  );
}

function Counter() {
  const guichet = useGuichet();
  const { personne, compte, fait } = guichet;
  const search = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const toSearch = (): void => search.current?.focus();

  useEffect(() => {
    if (personne) amount.current?.focus();
  }, [personne]);
  const { clear } = guichet;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const busy = document.querySelector('[role="dialog"]') !== null;
      if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') clear();
      if (event.key === 'F8') document.querySelector<HTMLElement>('#derniers-recus button')?.focus();
      if (event.key === 'F2' || event.key === 'Escape') search.current?.focus();
      if (['F2', 'F8', 'Escape'].includes(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [clear]);

  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Recherche field={search} onChoose={guichet.choose} />
        {personne ? <Dues personne={personne} compte={compte} /> : null}
      </div>
      <div className={classes.column}>
        {fait ? (
          <Fait fait={fait} onNext={toSearch} />
        ) : (
          <Encaisser
            guichet={guichet}
            field={amount}
            onSave={() =>
              void guichet.save().then((saved) => {
                if (saved) toSearch();
              })
            }
            onOther={() => {
              if (guichet.addOther()) toSearch();
            }}
          />
        )}
      </div>
      <div className={classes.column}>
        <DerniersRecus />
      </div>
    </div>
  );
}
