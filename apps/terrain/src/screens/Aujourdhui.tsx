/** The agent's day: till and tour. */
import { formatNumber } from '@octroi/contract/platform/values/money';
import { placeText } from '#src/model/lieux.ts';
import type { Arret } from '#src/model/visites/tournee.ts';
import { totalDu } from '#src/model/personnes.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Mot } from '#src/ui/words.tsx';
import { Page } from '#src/ui/Page.tsx';
import { count, longDayText } from '#src/ui/text.ts';

export function Aujourdhui() {
  const { etat } = useTerrain();
  const { arrets, till, today, referentiel } = etat;
  const next = arrets.find(({ fait }) => fait === null);
  const done = arrets.filter(({ fait }) => fait !== null).length;
  const place = next?.personne && placeText(referentiel, next.personne.lieu).split(' › ')[0];
  return (
    <Page
      titre="Aujourd’hui"
      sous={longDayText(today)}
      onglet="aujourdhui"
      quai={
        next?.personne && (
          <a className="b p g" href={`#/fiche/${next.personne.cle}`}>
            Suivant : {next.nom}
          </a>
        )
      }
    >
      <a className="ligne" href="#/caisse">
        <Icon name="receipt" />
        <span>
          <b>
            <Mot nom="caisse" />
          </b>
          {!till && <small>Elle n’est pas ouverte</small>}
        </span>
        {till && <span className="n">{count(till.recus, 'reçu', 'reçus')}</span>}
        <Icon name="go" />
      </a>
      <a className="ligne" href="#/visiter">
        <Icon name="find" />
        <span>
          <b>Qui visiter</b>
        </span>
        <Icon name="go" />
      </a>
      <a className="ligne" href="#/avis">
        <Icon name="mail" />
        <span>
          <b>Remettre un avis</b>
          {etat.aRemettre > 0 && <small>{count(etat.aRemettre, 'à remettre', 'à remettre')}</small>}
        </span>
        <Icon name="go" />
      </a>
      <a className="ligne" href="#/cartes/1">
        <Icon name="book" />
        <span>
          <b>Comment faire</b>
          <small>Six cartes, et s’exercer</small>
        </span>
        <Icon name="go" />
      </a>
      {arrets.length > 0 ? (
        <>
          <h2 className="tete">
            Tournée{place ? `, ${place}` : ''}
            <small>
              {done} sur {count(arrets.length, 'faite', 'faites')}
            </small>
          </h2>
          <ul>
            {arrets.map((arret) => (
              <Stop key={`${arret.tournee}/${arret.rang}`} arret={arret} next={arret === next} />
            ))}
          </ul>
        </>
      ) : (
        <p className="vide">
          <b>Pas de tournée aujourd’hui.</b>
          Cherchez un contribuable, ou enrôlez qui n’a pas de fiche.
        </p>
      )}
    </Page>
  );
}

function Stop({ arret, next }: { arret: Arret; next: boolean }) {
  const { rang, nom, personne, fait } = arret;
  const content = (
    <>
      <span className="rang">{fait ? <Icon name="check" /> : rang}</span>
      <span>
        <b>{nom}</b>
        <small>{fait ?? (personne ? personne.telephone : 'N’est plus sur ce téléphone')}</small>
      </span>
      {personne && <Owed amount={totalDu(personne)} />}
    </>
  );
  const kind = `ligne haute${fait ? ' faite' : next ? ' ici' : ''}`;
  return (
    <li>
      {personne ? (
        <a className={kind} href={`#/fiche/${personne.cle}`}>
          {content}
        </a>
      ) : (
        <div className={kind}>{content}</div>
      )}
    </li>
  );
}

const Owed = ({ amount }: { amount: number }) =>
  amount > 0 ? <span className="n">{formatNumber(amount)}</span> : <span className="n mot">Soldé</span>;
