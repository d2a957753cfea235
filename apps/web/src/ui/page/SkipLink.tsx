import classes from './SkipLink.module.css';

/** For the keyboard: leaps over what stands between, to the element of that id. */
export const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className={classes.skip}>
    {children}
  </a>
);
