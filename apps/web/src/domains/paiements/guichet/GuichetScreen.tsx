import '../money.css';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useRouteContext } from '@tanstack/react-router';
import { isDialogOpen } from '#src/platform/shortcut.ts';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { DerniersRecus } from './DerniersRecus.tsx';
import { Dues } from './Dues.tsx';
import { Encaisser } from './Encaisser.tsx';
import { Fait } from './Fait.tsx';
import { Recherche } from './Recherche.tsx';
import { useAfterPayment } from './use-after-payment.ts';
import { useGuichet } from './use-guichet.ts';
import { usePrinting } from './use-print.ts';
import classes from './Guichet.module.css';

/** A window as low as a screen at 200 %, or as narrow as one column. */
const LOW = '(max-height: 480px), (max-width: 900px)';

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
  const { personne, compte, fait, saving } = guichet;
  const printing = usePrinting();
  const [typed, setTyped] = useState('');
  const next = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const toSearch = (): void => search.current?.focus();
  useAfterPayment({
    saving,
    fait,
    printing,
    next,
    search: (text) => {
      setTyped((before) => before + text);
      toSearch();
    },
  });

  useEffect(() => {
    if (personne) amount.current?.focus();
  }, [personne]);
  // in one column the form is below the dues, which arrive after the person
  const hasDues = compte !== undefined;
  useEffect(() => {
    if (personne && window.matchMedia(LOW).matches) amount.current?.form?.scrollIntoView({ block: 'start' });
  }, [personne, hasDues]);
  const { clear } = guichet;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
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
        <Recherche typed={typed} onType={setTyped} field={search} onChoose={guichet.choose} />
        {personne ? <Dues personne={personne} compte={compte} failure={guichet.failure} /> : null}
      </div>
      <div className={classes.column}>
        {fait ? (
          <Fait fait={fait} printing={printing} next={next} onNext={toSearch} />
        ) : (
          <Encaisser
            guichet={guichet}
            field={amount}
            onSave={() => void guichet.save()}
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
