import type { ReactNode } from 'react';
import { Brand } from '#src/ui/Brand.tsx';
import { Slogans } from './Slogans.tsx';
import classes from './SignInFrame.module.css';

/** The layout of pages without a session: slogans on one side, the form on the other. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <title>{`${title} · Octroi`}</title>
      <aside className={classes.pane} aria-label="Octroi">
        <div className={classes.brand}>
          <Brand />
        </div>
        <Slogans />
      </aside>
      <main className={classes.main}>
        <div className={classes.box}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
