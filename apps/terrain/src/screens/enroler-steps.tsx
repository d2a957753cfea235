/** The five steps of an enrolment. */
import { folded } from '@octroi/contract/text';
import { formatFrancs } from '@octroi/contract/money';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Choice, choicesAt, type Draft, sameLigne } from '#src/model/enrolement.ts';
import type { Etat } from '#src/model/etat.ts';
import { reduce } from '#src/platform/picture.ts';
import { watchPosition } from '#src/platform/position.ts';
import { Field, Select } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { placeText } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';

interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  etat: Etat;
}

export const Identite = ({ draft, change }: StepProps) => (
  <>
    <Field label="Nom" autocomplete="off" value={draft.nom} onValue={(nom) => change({ nom })} />
    <Field label="Prénom" autocomplete="off" value={draft.prenom} onValue={(prenom) => change({ prenom })} />
    <Field
      label="Téléphone"
      type="tel"
      inputMode="tel"
      autocomplete="off"
      value={draft.telephone}
      onValue={(telephone) => change({ telephone })}
    />
  </>
);

export function Lieu({ draft, change, etat }: StepProps) {
  const lieux = etat.referentiel?.lieux ?? [];
  const parents = new Set(lieux.map(([, , parent]) => parent));
  // a taxpayer lives in the smallest place that there is
  const leaves = lieux.filter(([id]) => !parents.has(id));
  return (
    <>
      <Select
        label="Lieu"
        value={String(draft.ramification ?? '')}
        onValue={(id) => change({ ramification: id ? Number(id) : null })}
      >
        <option value="">Choisir</option>
        {leaves.map(([id]) => (
          <option key={id} value={id}>
            {placeText(etat.referentiel, id)}
          </option>
        ))}
      </Select>
      <Position draft={draft} change={change} />
    </>
  );
}

/** Metres from which on a position is good enough to find a stall again. */
const GOOD = 20;

function Position({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (!asking) return undefined;
    return watchPosition((position) => {
      change(position);
      if (position.precisionPosition <= GOOD) setAsking(false);
    }, setFault);
    // what changes the draft is made anew each time; the position is watched once
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asking]);
  const { latitude, precisionPosition } = draft;
  const known = latitude !== null && precisionPosition !== null;
  return (
    <>
      <div class="ligne">
        <Icon name="place" />
        <span role="status">
          <b>{known ? `Position à ${Math.round(precisionPosition)} m près` : 'Pas de position'}</b>
          <small>
            {asking
              ? 'Restez à ciel ouvert…'
              : (fault ??
                (known && precisionPosition > GOOD ? 'Peu précise' : 'Devant l’étal, à ciel ouvert'))}
          </small>
        </span>
      </div>
      <div class="quai">
        <button
          class="b"
          onClick={() => {
            setFault(undefined);
            setAsking(!asking);
          }}
        >
          <Icon name="place" />
          {asking ? 'Garder celle-ci' : known ? 'Reprendre la position' : 'Prendre la position'}
        </button>
      </div>
    </>
  );
}

const MOST_CHOICES = 30;
const PERIODS: Readonly<Record<number, string>> = { 1: 'par an', 4: 'par trimestre', 12: 'par mois' };

const rateText = ({ tarifs }: Choice): string =>
  tarifs.length === 0
    ? 'Pas de taxe ici'
    : tarifs
        .map(
          ({ taxe, tarif, parAn }) =>
            `${taxe} : ${formatFrancs(tarif)} ${PERIODS[parAn] ?? `${parAn} fois par an`}`,
        )
        .join(' · ');

export function Lignes({ draft, change, etat }: StepProps) {
  const [sought, setSought] = useState('');
  const { referentiel } = etat;
  const choices = useMemo(
    () => (referentiel && draft.ramification !== null ? choicesAt(referentiel, draft.ramification) : []),
    [referentiel, draft.ramification],
  );
  const isTaken = (choice: Choice) => draft.lignes.some((one) => sameLigne(one, choice.ligne));
  const words = folded(sought).split(/\s+/).filter(Boolean);
  const matching = choices.filter(({ nom }) => words.every((word) => folded(nom).includes(word)));
  const shown = [...matching.filter(isTaken), ...matching.filter((one) => !isTaken(one))].slice(
    0,
    MOST_CHOICES,
  );
  const toggle = (choice: Choice) =>
    change({
      lignes: isTaken(choice)
        ? draft.lignes.filter((one) => !sameLigne(one, choice.ligne))
        : [...draft.lignes, choice.ligne],
    });
  return (
    <>
      <Field
        label="Équipement ou activité"
        type="search"
        autocomplete="off"
        value={sought}
        onValue={setSought}
      />
      {shown.map((choice) => (
        <button
          key={choice.nom}
          class={`ligne haute${isTaken(choice) ? ' ici' : ''}`}
          aria-pressed={isTaken(choice) ? 'true' : 'false'}
          onClick={() => toggle(choice)}
        >
          <span class="rang">{isTaken(choice) ? <Icon name="check" /> : '+'}</span>
          <span>
            <b>{choice.nom}</b>
            <small>{rateText(choice)}</small>
          </span>
        </button>
      ))}
      {shown.length === 0 && (
        <p class="vide">
          {draft.ramification === null ? 'Choisissez d’abord le lieu.' : 'Rien ne s’appelle ainsi ici.'}
        </p>
      )}
    </>
  );
}

const base64 = (content: ArrayBuffer): string => {
  let text = '';
  for (const byte of new Uint8Array(content)) text += String.fromCharCode(byte);
  return btoa(text);
};

export function Photo({ draft, change }: StepProps) {
  const { busy, faute, run } = useAct();
  const take = (file: File | undefined) =>
    run(async () => {
      if (!file) return;
      const { empreinte, octets } = await reduce(file);
      change({ photo: { empreinte, contenu: base64(octets) } });
    });
  return (
    <>
      <div class="photo">
        {draft.photo ? (
          <img src={`data:image/jpeg;base64,${draft.photo.contenu}`} alt="Photo prise" />
        ) : (
          'La personne, ou son étal'
        )}
      </div>
      <p class={faute ? 'note posee rouge' : ''} role="alert">
        {faute}
      </p>
      <div class="quai">
        <label class="b fichier">
          <Icon name="camera" />
          {busy ? 'Réduction…' : draft.photo ? 'Reprendre la photo' : 'Prendre une photo'}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
          />
        </label>
      </div>
    </>
  );
}

export function Resume({ draft, etat }: StepProps) {
  const { referentiel } = etat;
  const choices = useMemo(
    () => (referentiel && draft.ramification !== null ? choicesAt(referentiel, draft.ramification) : []),
    [referentiel, draft.ramification],
  );
  return (
    <>
      <a class="ligne haute" href="#/enroler/1">
        <Icon name="person" />
        <span>
          <b>{`${draft.nom} ${draft.prenom}`.trim() || 'Nom à donner'}</b>
          <small>{draft.telephone || 'Sans téléphone'}</small>
        </span>
        <Icon name="go" />
      </a>
      <a class="ligne haute" href="#/enroler/2">
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
        .filter(({ ligne }) => draft.lignes.some((one) => sameLigne(one, ligne)))
        .map((choice) => (
          <a class="ligne haute" href="#/enroler/3" key={choice.nom}>
            <Icon name="list" />
            <span>
              <b>{choice.nom}</b>
              <small>{rateText(choice)}</small>
            </span>
            <Icon name="go" />
          </a>
        ))}
      <a class="ligne haute" href="#/enroler/4">
        <Icon name="camera" />
        <span>
          <b>{draft.photo ? 'Photo prise' : 'Sans photo'}</b>
        </span>
        <Icon name="go" />
      </a>
    </>
  );
}
