/** The five steps of an enrolment, and the choice of taxable bases. */
import { folded } from '@octroi/contract/platform/values/text';
import { sorteDePeriode } from '@octroi/contract/fiscalite/echeances/periodes';
import {
  baremeDe,
  countsUnits,
  exempleText,
  quantiteFault,
  quantiteText,
  type Unite,
} from '@octroi/contract/fiscalite/tarifs/bareme';
import { formatDecimal, formatFrancs, parseDecimal } from '@octroi/contract/platform/values/money';
import { Fragment, useMemo, useState } from 'react';
import type { Day } from '@octroi/contract/platform/values/period';
import { type Choice, choicesAt, type Draft, nomOf } from '#src/model/enrolement.ts';
import { type Ligne, sameLigne, type Tarif } from '#src/model/estimation.ts';
import type { Etat } from '#src/model/etat.ts';
import { placeText } from '#src/model/lieux.ts';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import { farText } from '#src/model/visites/proximite.ts';
import { Field, Select } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { PhotoField } from '#src/ui/PhotoField.tsx';
import { PositionField } from '#src/ui/PositionField.tsx';

interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  etat: Etat;
}

export const Identite = ({ draft, change }: StepProps) => (
  <>
    <div className="choix mots" role="group" aria-label="Type de contribuable">
      {([false, true] as const).map((societe) => (
        <button
          key={String(societe)}
          type="button"
          className="o mot"
          aria-pressed={societe === draft.societe ? 'true' : 'false'}
          onClick={() => change({ societe })}
        >
          {societe === draft.societe && <Icon name="check" />}
          {societe ? 'Société' : 'Personne'}
        </button>
      ))}
    </div>
    {draft.societe && (
      <>
        <Field
          label="Raison sociale"
          autoComplete="off"
          value={draft.raisonSociale}
          onValue={(raisonSociale) => change({ raisonSociale })}
        />
        <Field
          label="NIF"
          aide="S’il est connu."
          autoComplete="off"
          maxLength={60}
          value={draft.nif}
          onValue={(nif) => change({ nif })}
        />
      </>
    )}
    <Field
      label={draft.societe ? 'Nom du responsable' : 'Nom'}
      autoComplete="off"
      value={draft.nom}
      onValue={(nom) => change({ nom })}
    />
    <Field
      label={draft.societe ? 'Prénom du responsable' : 'Prénom'}
      autoComplete="off"
      value={draft.prenom}
      onValue={(prenom) => change({ prenom })}
    />
    <Field
      label="Téléphone"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      value={draft.telephone}
      onValue={(telephone) => change({ telephone })}
    />
  </>
);

function doubtOf({ ramification, latitude, longitude }: Draft, etat: Etat): string | undefined {
  if (ramification === null || latitude === null || longitude === null) return undefined;
  return farText(etat.personnes.all(), etat.referentiel, ramification, { latitude, longitude });
}

export function Lieu({ draft, change, etat }: StepProps) {
  const lieux = etat.referentiel?.lieux ?? [];
  const parents = new Set(lieux.map(([, , parent]) => parent));
  // a taxpayer belongs to a place without sub-places
  const leaves = lieux.filter(([id]) => !parents.has(id));
  return (
    <>
      <Select
        label="Lieu"
        value={String(draft.ramification ?? '')}
        // a small screen cuts the select's text, and paths begin alike: the full path is shown below
        aide={draft.ramification === null ? undefined : placeText(etat.referentiel, draft.ramification)}
        onValue={(id) => change({ ramification: id ? Number(id) : null })}
      >
        <option value="">Choisir</option>
        {leaves.map(([id]) => (
          <option key={id} value={id}>
            {placeText(etat.referentiel, id)}
          </option>
        ))}
      </Select>
      <PositionField
        precision={draft.latitude === null ? null : draft.precisionPosition}
        doute={doubtOf(draft, etat)}
        onValue={change}
      />
    </>
  );
}

const MAX_CHOICES = 30;
const OFTEN: Readonly<Record<number, string>> = {
  52: 'semaine',
  365: 'jour',
};
const oftenText = (occurrences: number): string => {
  if (occurrences === 0) return 'une fois';
  const sorte = sorteDePeriode(occurrences) ?? OFTEN[occurrences];
  return sorte ? `par ${sorte}` : `${occurrences} fois par an`;
};

const rateText = ({ tarifs, unite }: Choice, quantite?: number): string =>
  tarifs.length === 0
    ? 'Pas de taxe ici'
    : tarifs.map((tarif) => `${tarif.taxe} : ${priceText(tarif, unite, quantite)}`).join(' · ');

/** `500 F CFA par m² et par an : 3,5 m² → 1 750 F CFA`, or the tranches while no quantity decides. */
function priceText({ rate, occurrences }: Tarif, unite: Unite | null, quantite: number | undefined): string {
  const often = oftenText(occurrences);
  const counts = unite !== null && countsUnits(rate) ? unite : undefined;
  const known = counts && quantite && quantiteFault(quantite, counts) === undefined ? quantite : null;
  const bareme = baremeDe(rate, null, known);
  if (!bareme)
    return `${rate.precisions
      .map(({ seuil, tarif }) => `${formatFrancs(tarif)} dès ${quantiteText(seuil ?? 0, unite?.unite ?? '')}`)
      .join(', ')} ${often}`;
  const by =
    bareme.parUnite && bareme.tarif > 0 && counts
      ? `par ${counts.unite}${occurrences === 0 ? ', ' : ' et '}`
      : '';
  const price = counts && known ? ` : ${exempleText(bareme, known, counts.unite)}` : '';
  return `${formatFrancs(bareme.tarif)} ${by}${often}${price}`;
}

interface QuantiteFieldProps {
  nom: string;
  unite: Unite;
  value: number | undefined;
  onValue: (quantite: number | undefined) => void;
}

/** A quantity that is no number is stored in a draft as null. */
const isNumber = (value: number | null | undefined): value is number => Number.isFinite(value);

/** The quantity of a chosen base. */
function QuantiteField({ nom, unite, value, onValue }: QuantiteFieldProps) {
  const [text, setText] = useState(isNumber(value) ? formatDecimal(value) : '');
  const fault = text.trim() === '' ? undefined : quantiteFault(parseDecimal(text) ?? Number.NaN, unite);
  return (
    <Field
      label={`Quantité (${unite.unite}), ${nom}`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      faute={fault}
      onValue={(typed) => {
        setText(typed);
        onValue(typed.trim() === '' ? undefined : (parseDecimal(typed) ?? Number.NaN));
      }}
    />
  );
}

const withQuantite = (ligne: Ligne, quantite: number | undefined): Ligne =>
  quantite === undefined ? ligne : { ...ligne, quantite };

interface ChoicesProps {
  referentiel: Referentiel | null;
  /** Null until a place is chosen. */
  lieu: number | null;
  /** Day whose rates are shown. */
  jour: Day;
  selected: readonly Ligne[];
  onTap: (ligne: Ligne) => void;
  /** A chosen line with another quantity. */
  onQuantite: (ligne: Ligne) => void;
}

/** The taxable bases of a place, with their price. */
export function Choices({ referentiel, lieu, jour, selected, onTap, onQuantite }: ChoicesProps) {
  const [sought, setSought] = useState('');
  const choices = useMemo(
    () => (referentiel && lieu !== null ? choicesAt(referentiel, lieu, jour) : []),
    [referentiel, lieu, jour],
  );
  const selectedLigne = (choice: Choice) =>
    selected.find((ligneToCheck) => sameLigne(ligneToCheck, choice.ligne));
  const isSelected = (choice: Choice) => selectedLigne(choice) !== undefined;
  const words = folded(sought).split(/\s+/).filter(Boolean);
  const matching = choices.filter(({ nom }) => words.every((word) => folded(nom).includes(word)));
  const shown = [...matching.filter(isSelected), ...matching.filter((choice) => !isSelected(choice))].slice(
    0,
    MAX_CHOICES,
  );
  return (
    <>
      <Field
        label="Équipement ou activité"
        type="search"
        autoComplete="off"
        value={sought}
        onValue={setSought}
      />
      {shown.map((choice) => (
        <Fragment key={choice.nom}>
          <button
            className={`ligne haute${isSelected(choice) ? ' ici' : ''}`}
            aria-pressed={isSelected(choice) ? 'true' : 'false'}
            onClick={() => onTap(choice.ligne)}
          >
            <span className="rang">{isSelected(choice) ? <Icon name="check" /> : '+'}</span>
            <span>
              <b>{choice.nom}</b>
              <small>{rateText(choice, selectedLigne(choice)?.quantite)}</small>
            </span>
          </button>
          {choice.unite && isSelected(choice) ? (
            <QuantiteField
              nom={choice.nom}
              unite={choice.unite}
              value={selectedLigne(choice)?.quantite}
              onValue={(quantite) => onQuantite(withQuantite(choice.ligne, quantite))}
            />
          ) : null}
        </Fragment>
      ))}
      {shown.length === 0 && (
        <p className="vide">
          {lieu === null ? 'Choisissez d’abord le lieu.' : 'Rien ne s’appelle ainsi ici.'}
        </p>
      )}
    </>
  );
}

export const Lignes = ({ draft, change, etat }: StepProps) => (
  <Choices
    referentiel={etat.referentiel}
    lieu={draft.ramification}
    jour={etat.today}
    selected={draft.lignes}
    onTap={(ligne) =>
      change({
        lignes: draft.lignes.some((existing) => sameLigne(existing, ligne))
          ? draft.lignes.filter((existing) => !sameLigne(existing, ligne))
          : [...draft.lignes, ligne],
      })
    }
    onQuantite={(ligne) =>
      change({ lignes: draft.lignes.map((existing) => (sameLigne(existing, ligne) ? ligne : existing)) })
    }
  />
);

export const Photo = ({ draft, change }: StepProps) => (
  <PhotoField sujet="La personne, ou son étal" value={draft.photo} onValue={(photo) => change({ photo })} />
);

export function Resume({ draft, etat }: StepProps) {
  const { referentiel, today } = etat;
  const choices = useMemo(
    () =>
      referentiel && draft.ramification !== null ? choicesAt(referentiel, draft.ramification, today) : [],
    [referentiel, draft.ramification, today],
  );
  return (
    <>
      <a className="ligne haute" href="#/enroler/1">
        <Icon name="person" />
        <span>
          <b>{nomOf(draft) || 'Nom à donner'}</b>
          <small>{draft.telephone || 'Sans téléphone'}</small>
        </span>
        <Icon name="go" />
      </a>
      <a className="ligne haute" href="#/enroler/2">
        <Icon name="place" />
        <span>
          <b>{draft.ramification === null ? 'Lieu à choisir' : placeText(referentiel, draft.ramification)}</b>
          <small>
            {draft.precisionPosition === null
              ? 'Sans position'
              : `Position à ${Math.round(draft.precisionPosition)} m près`}
          </small>
        </span>
        <Icon name="go" />
      </a>
      {choices
        .filter(({ ligne }) => draft.lignes.some((existing) => sameLigne(existing, ligne)))
        .map((choice) => (
          <a className="ligne haute" href="#/enroler/3" key={choice.nom}>
            <Icon name="list" />
            <span>
              <b>{choice.nom}</b>
              <small>
                {rateText(
                  choice,
                  draft.lignes.find((existing) => sameLigne(existing, choice.ligne))?.quantite,
                )}
              </small>
            </span>
            <Icon name="go" />
          </a>
        ))}
      <a className="ligne haute" href="#/enroler/4">
        <Icon name="camera" />
        <span>
          <b>{draft.photo ? 'Photo prise' : 'Sans photo'}</b>
        </span>
        <Icon name="go" />
      </a>
    </>
  );
}
