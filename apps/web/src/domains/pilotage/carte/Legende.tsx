import { CLASSES } from './ecart.ts';
import classes from './Carte.module.css';

/** The legend, inside the map. */
export const Legende = () => (
  <div className={classes.legend}>
    <b>Écart à la moyenne, en points</b>
    <ul aria-label="Couleurs de la carte">
      {CLASSES.map(({ tone, label }) => (
        <li key={tone}>
          <i data-tone={tone} />
          {label}
        </li>
      ))}
    </ul>
  </div>
);
