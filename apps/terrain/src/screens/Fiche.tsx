/** A taxpayer: what is owed by year and tax, and what can be done. */
import { sumBy, formatNumber } from '@octroi/contract/platform/values/money';
import { attenteText } from '@octroi/contract/paiements/attente';
import { useEffect, useState } from 'react';
import type { Etat } from '#src/model/etat.ts';
import { placeText } from '#src/model/lieux.ts';
import { type Personne, totalDu } from '#src/model/personnes.ts';
import type { Du } from '#src/platform/exchange/wire.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { dueText, shortDayText } from '#src/ui/text.ts';

export function Fiche({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const one = etat.personnes.find(cle);
  if (!one) return <Unknown />;
  const owed = totalDu(one);
  const years = [...new Set(one.dus.map(([, annee]) => annee))].sort((a, b) => a - b);
  return (
    <Page
      titre="Fiche"
      retour
      quai={
        <>
          <div className="paire">
            <a className="b" href={`#/visite/${one.cle}`}>
              <Icon name="note" />
              Visite
            </a>
            {one.telephone && (
              <a className="b" href={`tel:${one.telephone.replaceAll(/[^\d+]/g, '')}`}>
                <Icon name="phone" />
                Appeler
              </a>
            )}
          </div>
          <a className="b p" href={`#/encaisser/${one.cle}`}>
            Encaisser
          </a>
        </>
      }
    >
      <Who one={one} etat={etat} />
      {(one.id !== null || one.estime) && (
        <p className={owed > 0 ? 'doit' : 'doit rien'}>
          {owed > 0 ? (one.estime ? 'Devrait (estimé)' : 'Doit') : 'Ne doit rien'}
          {owed > 0 && (
            <b>
              {formatNumber(owed)} <small>F CFA</small>
            </b>
          )}
        </p>
      )}
      {one.attentes.length > 0 && <p className="note ambre">{attenteText(one.attentes)}</p>}
      {one.avance > 0 && <p className="note">Payé d’avance : {formatNumber(one.avance)} F CFA</p>}
      {years.map((annee) => (
        <Year key={annee} annee={annee} one={one} etat={etat} />
      ))}
      <p className={one.estime || one.id === null ? 'note posee' : ''}>{pendingText(one)}</p>
      <a className="ligne" href={`#/ligne/${one.cle}`}>
        <Icon name="list" />
        <span>
          <b>Ajouter une base taxable</b>
        </span>
        <Icon name="go" />
      </a>
      <a className="ligne" href={`#/corriger/${one.cle}`}>
        <Icon name="note" />
        <span>
          <b>Corriger la fiche</b>
        </span>
        <Icon name="go" />
      </a>
    </Page>
  );
}

/** What is not known before the office has answered. */
function pendingText({ estime, id }: Personne): string | undefined {
  if (estime)
    return 'Estimé avec les tarifs de ce téléphone : le bureau dira le montant exact après l’envoi.';
  return id === null
    ? 'Cette fiche n’est pas encore envoyée : ce qu’elle doit n’est pas encore connu. Vous pouvez déjà encaisser.'
    : undefined;
}

export function Who({ one, etat }: { one: Personne; etat: Etat }) {
  return (
    <div className="qui">
      <Portrait empreinte={one.photo} />
      <div>
        <b>{one.nom}</b>
        <span>{one.numKlis ?? 'Numéro après l’envoi'}</span>
        <span>{placeText(etat.referentiel, one.lieu)}</span>
      </div>
    </div>
  );
}

/** The photo that this phone took; others stay at the office. */
function Portrait({ empreinte }: { empreinte: string | null }) {
  const { terrain } = useTerrain();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    if (empreinte)
      void terrain.photo(empreinte).then((blob) => {
        if (!blob || gone) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      });
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
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
  /** The last of those that follow one another. */
  last: Du;
  reste: number;
  echu: boolean;
}

/** Those of one tax that are due, and those to come, each in one line. */
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

function Year({ annee, one, etat }: { annee: number; one: Personne; etat: Etat }) {
  const dus = one.dus.filter((du) => du[1] === annee);
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
