/** A taxpayer: amounts due by year and tax, and the acts. */
import { sumBy, formatNumber } from '@octroi/contract/platform/values/money';
import { exonereText } from '@octroi/contract/contribuables/exonerations/exonere';
import { rienAPayerText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { remisText } from '@octroi/contract/recouvrement/remis';
import { attenteText } from '@octroi/contract/paiements/attente';
import { useEffect, useState } from 'react';
import type { Etat } from '#src/model/etat.ts';
import { placeText } from '#src/model/lieux.ts';
import { type Personne, totalDu } from '#src/model/personnes.ts';
import type { Du } from '#src/platform/exchange/wire.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Mot } from '#src/ui/words.tsx';
import { Page } from '#src/ui/Page.tsx';
import { dueText, shortDayText } from '#src/ui/text.ts';

export function Fiche({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const personne = etat.personnes.find(cle);
  if (!personne) return <Unknown />;
  const due = totalDu(personne);
  const years = [...new Set(personne.dus.map(([, annee]) => annee))].sort((a, b) => a - b);
  return (
    <Page
      titre="Fiche"
      retour
      quai={
        <>
          <div className="paire">
            <a className="b" href={`#/visite/${personne.cle}`}>
              <Icon name="note" />
              <Mot nom="visite" />
            </a>
            {personne.telephone && (
              <a className="b" href={`tel:${personne.telephone.replaceAll(/[^\d+]/g, '')}`}>
                <Icon name="phone" />
                Appeler
              </a>
            )}
          </div>
          <a className="b p" href={`#/encaisser/${personne.cle}`}>
            <Mot nom="encaisser" />
          </a>
        </>
      }
    >
      <Identity personne={personne} etat={etat} />
      {(personne.id !== null || personne.estime) && (
        <p className={due > 0 ? 'doit' : 'doit rien'}>
          {due > 0 ? (personne.estime ? 'Devrait (estimé)' : 'Doit') : 'Ne doit rien'}
          {due > 0 && (
            <b>
              {formatNumber(due)} <small>F CFA</small>
            </b>
          )}
        </p>
      )}
      {personne.attentes.length > 0 && <p className="note ambre">{attenteText(personne.attentes)}</p>}
      {personne.exonerations.map((each) => (
        <p key={exonereText(each, Number(etat.today.slice(0, 4)))} className="note">
          {exonereText(each, Number(etat.today.slice(0, 4)))}
        </p>
      ))}
      {personne.rien.length > 0 && (
        <p className="note">{rienAPayerText(personne.rien, `en ${etat.today.slice(0, 4)}`)}</p>
      )}
      {personne.avance > 0 && <p className="note">Payé d’avance : {formatNumber(personne.avance)} F CFA</p>}
      {years.map((annee) => (
        <Year key={annee} annee={annee} personne={personne} etat={etat} />
      ))}
      <p className={personne.estime || personne.id === null ? 'note posee' : ''}>{pendingText(personne)}</p>
      <Notices avis={personne.avis} />
      <a className="ligne" href={`#/ligne/${personne.cle}`}>
        <Icon name="list" />
        <span>
          <b>Ajouter une base taxable</b>
        </span>
        <Icon name="go" />
      </a>
      <a className="ligne" href={`#/corriger/${personne.cle}`}>
        <Icon name="note" />
        <span>
          <b>Corriger la fiche</b>
        </span>
        <Icon name="go" />
      </a>
    </Page>
  );
}

/** The demand notices: handed over, or to be. */
const Notices = ({ avis }: Pick<Personne, 'avis'>) =>
  avis.map(({ numero, annee, remise, absent }) => (
    <a key={numero} className="ligne" href={`#/avis/${numero}`}>
      <Icon name="mail" />
      <span>
        <b>Avis {annee}</b>
        <small>
          {remise ? remisText(remise) : absent ? 'Absent : à remettre' : 'À remettre'}
          <br />
          {numero}
        </small>
      </span>
      <Icon name="go" />
    </a>
  ));

/** A notice about data that the office has not confirmed yet. */
function pendingText({ estime, id }: Personne): string | undefined {
  if (estime)
    return 'Estimé avec les tarifs de ce téléphone : le bureau dira le montant exact après l’envoi.';
  return id === null
    ? 'Cette fiche n’est pas encore envoyée : ce qu’elle doit n’est pas encore connu. Vous pouvez déjà encaisser.'
    : undefined;
}

export function Identity({ personne, etat }: { personne: Personne; etat: Etat }) {
  return (
    <div className="qui">
      <Portrait empreinte={personne.photo} />
      <div>
        <b>{personne.nom}</b>
        <span>{personne.numKlis ?? 'Numéro après l’envoi'}</span>
        <span>{placeText(etat.referentiel, personne.lieu)}</span>
      </div>
    </div>
  );
}

/** The photo, if taken by this phone; other photos stay on the server. */
function Portrait({ empreinte }: { empreinte: string | null }) {
  const { terrain } = useTerrain();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let url: string | undefined;
    let gone = false;
    if (empreinte)
      void terrain.photo(empreinte).then((blob) => {
        if (!blob || gone) return;
        url = URL.createObjectURL(blob);
        setAddress(url);
      });
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [terrain, empreinte]);
  return address ? (
    <img src={address} alt="" />
  ) : (
    <span className="ph">
      <Icon name="person" />
    </span>
  );
}

interface Group {
  du: Du;
  /** Last of the consecutive échéances. */
  last: Du;
  reste: number;
  echu: boolean;
}

/** Échéances of one tax, grouped into due and upcoming. */
function groupsOf(dus: readonly Du[], today: string): Group[] {
  const groups = new Map<string, Group>();
  for (const du of dus) {
    const echu = du[2] <= today;
    const key = `${du[0]}/${echu ? '' : du[2]}`;
    const before = groups.get(key);
    groups.set(
      key,
      before ? { ...before, last: du, reste: before.reste + du[4] } : { du, last: du, reste: du[4], echu },
    );
  }
  return [...groups.values()];
}

function Year({ annee, personne, etat }: { annee: number; personne: Personne; etat: Etat }) {
  const dus = personne.dus.filter((du) => du[1] === annee);
  const present = Number(etat.today.slice(0, 4));
  return (
    <section>
      <h2 className="annee">
        {annee < present ? `Arriérés ${annee}` : `Année ${annee}`}
        <span>{formatNumber(sumBy(dus, (du) => du[4]))}</span>
      </h2>
      {groupsOf(dus, etat.today).map(({ du, last, reste, echu }) => (
        <p className="du" key={`${du[0]}/${du[2]}`}>
          <span>{groupText(etat, du, last)}</span>
          {echu ? (
            <span className="jeton">
              <Icon name="alert" />
              échu
            </span>
          ) : (
            <span className="jeton calme">
              <Icon name="clock" />
              {shortDayText(du[2], etat.today)}
            </span>
          )}
          <span className="n">{formatNumber(reste)}</span>
        </p>
      ))}
    </section>
  );
}

/** `Droit de place, T2 à T4` */
function groupText({ referentiel }: Etat, du: Du, last: Du): string {
  const text = dueText(referentiel, du);
  const until = dueText(referentiel, last).split(', ').at(-1);
  return last[3] === du[3] ? text : `${text} à ${until}`;
}

export const Unknown = () => (
  <Page titre="Fiche" retour>
    <p className="vide">
      <b>Cette fiche n’est plus sur ce téléphone.</b>
      Elle a changé de lieu, ou le bureau l’a supprimée.
    </p>
  </Page>
);
