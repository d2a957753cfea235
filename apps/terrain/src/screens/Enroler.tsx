/** Enrols a taxpayer in five steps: identity, place, taxable bases, photo, check. */
import { findNear } from '@octroi/contract/contribuables/recherche/near';
import { useMemo } from 'react';
import { type Draft, EMPTY, faultOf, nomOf, STEPS, toAct, type Step } from '#src/model/enrolement.ts';
import type { Etat } from '#src/model/etat.ts';
import type { Personne } from '#src/model/personnes.ts';
import { back, go, goInstead } from '#src/platform/address.ts';
import { pictureOf } from '#src/platform/device/picture.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Opening, Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';
import { PersonneRow } from './Chercher.tsx';
import { Identite, Lieu, Lignes, Photo, Resume } from './enroler-steps.tsx';

const TITLES: Readonly<Record<Step, string>> = {
  1: 'Qui est-ce ?',
  2: 'Où est-ce ?',
  3: 'Que taxe-t-on ?',
  4: 'Photo',
  5: 'Vérifier',
};
const MAX_DUPLICATES = 3;

/** Taxpayers of the phone's places who may be the same person. */
function duplicatesOf(draft: Draft, personnes: Iterable<readonly [Personne['keys'], Personne]>): Personne[] {
  const all = [...personnes];
  const nom = nomOf(draft);
  const digits = draft.telephone.replaceAll(/\D/g, '');
  const candidates = [
    ...(digits.length >= 8 ? findNear(all, digits, MAX_DUPLICATES) : []),
    ...(nom.length > 3 ? findNear(all, nom, MAX_DUPLICATES) : []),
  ];
  return [...new Set(candidates)].slice(0, MAX_DUPLICATES);
}

const empty = (): Draft => ({ ...EMPTY, local: crypto.randomUUID() });

export function Enroler({ step }: { step: number }) {
  const form = useDraft('enrolement', empty);
  if (!form) return <Opening titre="Enrôler" onglet="enroler" />;
  return <StepView step={STEPS.find((number) => number === step) ?? 1} form={form} />;
}

interface SteppingProps {
  step: Step;
  form: Drafting<Draft>;
}

function StepView({ step, form }: SteppingProps) {
  const { draft, change, drop, whenSaved } = form;
  const { terrain, etat } = useTerrain();
  const { busy, faute, run, setFaute } = useAct();
  const next = () => {
    const fault = faultOf(draft, step, etat.referentiel);
    setFaute(fault);
    if (!fault) run(() => whenSaved().then(() => go(`/enroler/${step + 1}`)));
  };
  const save = () =>
    run(async () => {
      const wrong = STEPS.find((number) => faultOf(draft, number, etat.referentiel));
      if (wrong) {
        goInstead(`/enroler/${wrong}`);
        throw new Error(faultOf(draft, wrong, etat.referentiel));
      }
      await form.save((name) => terrain.act(toAct(draft), { draft: name, ...pictureOf(draft.photo) }));
      goInstead(`/fiche/${draft.local}`);
    });
  const correct = (part: Partial<Draft>) => {
    setFaute(undefined);
    change(part);
  };
  const parts = { draft, change: correct, etat };
  return (
    <Page
      titre={TITLES[step]}
      sous={`Étape ${step} sur ${STEPS.length}`}
      {...(step === 1 ? { onglet: 'enroler' } : { retour: back })}
      form={{ ...form, restored: form.restored && step === 1 }}
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy} onClick={step < STEPS.length ? next : save}>
            {step < STEPS.length ? 'Continuer' : `Enrôler ${nomOf(draft)}`}
          </button>
        </>
      }
    >
      <div className="pas" aria-hidden="true">
        {STEPS.map((number) => (
          <i key={number} className={number <= step ? 'fait' : ''} />
        ))}
      </div>
      {step === 1 && <Identite {...parts} />}
      {step === 2 && <Lieu {...parts} />}
      {step === 3 && <Lignes {...parts} />}
      {step === 4 && <Photo {...parts} />}
      {step === 5 && <Resume {...parts} />}
      {(step === 1 || step === 5) && <Alike draft={draft} etat={etat} />}
      {step === 5 && (
        <div className="quai">
          <button
            className="b rouge"
            disabled={busy}
            onClick={() => run(() => drop().then(() => goInstead('/enroler')))}
          >
            Tout effacer
          </button>
        </div>
      )}
    </Page>
  );
}

function Alike({ draft, etat }: { draft: Draft; etat: Etat }) {
  const duplicates = useMemo(() => duplicatesOf(draft, etat.personnes.keyed()), [draft, etat.personnes]);
  if (duplicates.length === 0) return null;
  return (
    <section>
      <h2 className="tete">
        Est-ce l’un d’eux ?<small>Sur ce téléphone</small>
      </h2>
      <ul>
        {duplicates.map((personne) => (
          <li key={personne.cle}>
            <PersonneRow personne={personne} etat={etat} />
          </li>
        ))}
      </ul>
    </section>
  );
}
