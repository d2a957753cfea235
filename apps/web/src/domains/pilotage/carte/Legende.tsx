import { PALIERS } from './cellules.ts';
import classes from './Carte.module.css';

/** The legend of the map. */
export function Legende() {
  return (
    <div className={classes.legend}>
      <span>
        Dans chaque cercle : le nombre de contribuables, puis la part payée de leur assiète, que l’anneau
        montre aussi. Les contours, de la même couleur, sont ceux des quartiers, et de près des secteurs,
        tracés autour de leurs contribuables.
      </span>
      <ul aria-label="Couleur de l’anneau et du contour">
        {PALIERS.map(({ tone, label }) => (
          <li key={tone}>
            <i data-tone={tone} />
            {label}
          </li>
        ))}
        <li>
          <i />– sans assiète
        </li>
      </ul>
    </div>
  );
}
