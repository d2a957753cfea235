/** The frame of every screen: a bar with the number of unsent acts, and buttons within the thumb's reach. */
import type { ReactNode } from 'react';
import { back } from '#src/platform/address.ts';
import type { Etat } from '#src/model/etat.ts';
import { MESSAGES } from '#src/model/terrain.ts';
import { takeNewVersion } from '#src/platform/device/worker.ts';
import { useTerrain } from './context.ts';
import { usePractice } from './practice.ts';
import { count, hourText } from './text.ts';
import { Icon, type IconName } from './Icon.tsx';
import type { Drafting } from './use-draft.ts';

type Tab = 'aujourdhui' | 'chercher' | 'enroler' | 'recus';
const TABS: readonly (readonly [Tab, string, IconName])[] = [
  ['aujourdhui', 'Aujourd’hui', 'list'],
  ['chercher', 'Chercher', 'find'],
  ['enroler', 'Enrôler', 'add'],
  ['recus', 'Reçus', 'receipt'],
];

const UNSAVED =
  'La mémoire du téléphone est pleine : ce que vous tapez reste à l’écran, mais se perd si l’application se ferme. Effacez des photos ou des applications.';

/** Signs from which a title, a name, takes the room of the words beside it. */
const LONG_TITLE = 22;

interface PageProps {
  titre: string;
  sous?: string;
  /** Shows a back button; tabs have none. */
  retour?: boolean | (() => void);
  onglet?: Tab;
  quai?: ReactNode;
  /** The draft of its form: told when restored, and thrown away by « Effacer ». */
  form?: Pick<Drafting<Record<string, unknown>>, 'saving' | 'restored' | 'unsaved' | 'drop'>;
  children: ReactNode;
}

export function Page({ titre, sous, retour, onglet, quai, form, children }: PageProps) {
  const { etat } = useTerrain();
  return (
    <div className="page">
      <header className={`barre${retour ? ' sous' : ''}${titre.length > LONG_TITLE ? ' longue' : ''}`}>
        {retour && (
          <button className="retour" aria-label="Retour" onClick={retour === true ? back : retour}>
            <Icon name="back" />
          </button>
        )}
        <h1>
          {titre}
          {sous && <small>{sous}</small>}
        </h1>
        {etat.exercice ? <span className="etat exercice">EXERCICE</span> : <SyncState etat={etat} />}
      </header>
      {etat.exercice && <PracticeNotice />}
      <Notices etat={etat} calm={!onglet} />
      <main className="corps" aria-busy={form?.saving}>
        {form?.restored && (
          <p className="note reprise">
            <span>Voici ce que vous aviez saisi.</span>
            <button type="button" onClick={() => void form.drop()}>
              Effacer
            </button>
          </p>
        )}
        {form?.unsaved && (
          <p className="note rouge" role="alert">
            {UNSAVED}
          </p>
        )}
        {children}
      </main>
      <div className="pied">
        {quai && <div className="quai">{quai}</div>}
        {onglet && <Tabs onglet={onglet} />}
      </div>
    </div>
  );
}

export const Tabs = ({ onglet }: { onglet?: Tab }) => (
  <nav className="onglets" aria-label="Écrans">
    {TABS.map(([tab, mot, icon]) => (
      <a key={tab} href={`#/${tab}`} aria-current={tab === onglet ? 'page' : undefined}>
        <Icon name={icon} />
        {mot}
      </a>
    ))}
  </nav>
);

/** On every screen of a practice: nobody may take it for a true day. */
function PracticeNotice() {
  const { end } = usePractice();
  return (
    <p className="note exercice">
      <span>
        <b>Exercice.</b> Personne n’est réel, rien n’est envoyé, les reçus ne valent rien.
      </span>
      <button type="button" onClick={() => void end()}>
        Quitter
      </button>
    </p>
  );
}

/** Whether what is shown may be older than what is stored. */
const isUnread = ({ erreur }: Etat): boolean =>
  erreur === MESSAGES.illisible || erreur === MESSAGES.nonMontre;

function SyncState({ etat }: { etat: Etat }) {
  if (isUnread(etat))
    return (
      <a className="etat alerte" href="#/appareil" aria-label="Envoi : inconnu">
        <span>
          <Icon name="alert" />
          <span>?</span>
        </span>
      </a>
    );
  const pending = etat.enAttente + etat.photosEnAttente;
  const wrong = etat.erreur !== null || etat.aReconnecter;
  const icon: IconName = wrong ? 'alert' : etat.horsLigne ? 'offline' : pending > 0 ? 'cloud' : 'check';
  const kind = wrong ? ' alerte' : pending > 0 || etat.horsLigne ? '' : ' envoye';
  return (
    <a className={`etat${kind}`} href="#/appareil" aria-label={`Envoi : ${stateText(pending)}`}>
      <span>
        <Icon name={icon} />
        <span>
          {pending > 0 ? (
            stateText(pending)
          ) : (
            <>
              <i>Tout est </i>envoyé
            </>
          )}
        </span>
      </span>
    </a>
  );
}
const stateText = (pending: number): string => (pending > 0 ? `${pending} en attente` : 'Tout est envoyé');

/** @param calm hides notices that the bar repeats, to leave room */
function Notices({ etat, calm }: { etat: Etat; calm: boolean }) {
  const { horsLigne, aReconnecter, erreur, horlogeFausse, nouvelleVersion, remplace } = etat;
  return (
    <div role="status">
      {horsLigne !== null && !calm && (
        <p className="note">
          <b>Hors ligne depuis {hourText(horsLigne)}.</b> Tout est gardé ici et partira seul.
        </p>
      )}
      {aReconnecter && (
        <p className="note ambre">
          <b>Reconnectez-vous pour envoyer.</b> <a href="#/appareil">Donner le mot de passe</a>
        </p>
      )}
      {erreur && !aReconnecter && (
        <p className="note rouge">
          {erreur} {isUnread(etat) && <button onClick={() => location.reload()}>Rouvrir</button>}
        </p>
      )}
      {horlogeFausse && (
        <p className="note ambre">
          L’horloge de ce téléphone est fausse. Les reçus portent l’heure du bureau ; mettez le téléphone à
          l’heure.
        </p>
      )}
      {remplace && <UsedBefore code={remplace.code} acts={remplace.actes} />}
      {nouvelleVersion && <NewVersion />}
    </div>
  );
}

/** After an enrolment: what an emptied phone, or the one before, had not sent is not at the office. */
function UsedBefore({ code, acts }: { code: string; acts: number }) {
  const { terrain } = useTerrain();
  return (
    <p className="note ambre">
      <b>Ce téléphone remplace {code} :</b> le bureau a reçu {count(acts, 'acte', 'actes')} de {code}. Ce qui
      n’était pas envoyé n’y est pas : donnez au bureau l’argent et les numéros des reçus. Les nouveaux reçus
      ont une autre série.{' '}
      <button type="button" onClick={() => terrain.update({ remplace: null })}>
        Compris
      </button>
    </p>
  );
}

/** While the draft of a form is read. */
export const Opening = (props: Omit<PageProps, 'children'>) => (
  <Page {...props}>
    <p className="attente">Ouverture…</p>
  </Page>
);

export const NewVersion = () => (
  <p className="note">
    Une nouvelle version est prête. <button onClick={takeNewVersion}>Mettre à jour</button>
  </p>
);
