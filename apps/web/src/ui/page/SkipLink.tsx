import classes from './SkipLink.module.css';

/** For keyboard users: skips to the element with that id. */
export const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className={classes.skip}>
    {children}
  </a>
);
