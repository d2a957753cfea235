import { openDialog } from '../../dialog/open-dialog.ts';
import classes from './ListKeys.module.css';

const KEYS: readonly (readonly [keys: readonly string[], act: string])[] = [
  [['/'], 'chercher dans la liste'],
  [['↑', '↓'], 'ligne précédente, suivante'],
  [['Entrée'], 'ouvrir la ligne'],
  [['Espace'], 'cocher la ligne'],
  [['Maj', 'Espace'], 'cocher jusqu’à la ligne (avec la souris : Maj et clic)'],
  [['a'], 'agir sur les lignes cochées'],
  [['Ctrl', 'K'], 'chercher un contribuable, un écran'],
  [['?'], 'voir ces touches'],
];

/** Shows the keys of a list. */
export const askKeys = (): void =>
  openDialog('Touches de la liste', () => (
    <dl className={classes.keys}>
      {KEYS.map(([keys, act]) => (
        <div key={act}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{act}</dd>
        </div>
      ))}
    </dl>
  ));

/** The keys used most, below a list, and the button that shows all. */
export const KeysHint = () => (
  <span className={classes.hint}>
    <span aria-hidden>
      <kbd>↑</kbd> <kbd>↓</kbd> ligne <kbd>Espace</kbd> cocher <kbd>Entrée</kbd> ouvrir
    </span>{' '}
    <button type="button" onClick={askKeys} aria-label="Touches de la liste">
      <kbd>?</kbd> toutes les touches
    </button>
  </span>
);
