/** Enrols a taxpayer in five steps: identity, place, taxable bases, photo, check. */
import { findNear } from '@octroi/contract/contribuables/recherche/near';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, EMPTY, faultOf, STEPS, toAct, type Step } from '#src/model/enrolement.ts';
import type { Etat } from '#src/model/etat.ts';
import type { Personne } from '#src/model/personnes.ts';
import { back, go, goInstead } from '#src/platform/address.ts';
import { pictureOf } from '#src/platform/device/picture.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { PersonneRow } from './Chercher.tsx';
import { Identite, Lieu, Lignes, Photo, Resume } from './enroler-steps.tsx';

const DRAFT = 'brouillon/enrolement';
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
  const nom = `${draft.nom} ${draft.prenom}`.trim();
  const digits = draft.telephone.replaceAll(/\D/g, '');
  const candidates = [
    ...(digits.length >= 8 ? findNear(all, digits, MAX_DUPLICATES) : []),
    ...(nom.length > 3 ? findNear(all, nom, MAX_DUPLICATES) : []),
  ];
  return [...new Set(candidates)].slice(0, MAX_DUPLICATES);
}

interface Drafting {
  draft: Draft | undefined;
  change: (part: Partial<Draft>) => void;
  drop: () => Promise<void>;
  /** Whether the draft is being stored. */
  saving: boolean;
  /** Waits until it is stored. @throws {NoRoom} */
  whenSaved: () => Promise<void>;
}

/** Sequential writes: the last typed value is stored last. */
function inTurn() {
  let last = Promise.resolve();
  return {
    add: (work: () => Promise<void>) => (last = last.then(work, work)),
    done: () => last,
  };
}

/** The draft, stored encrypted at each change, and restored after a crash or a restart. */
function useDraft(): Drafting {
  const { terrain } = useTerrain();
  const [draft, setDraft] = useState<Draft>();
  // `change` reads this instead of `draft`: position callbacks are older than the last edits
  const latest = useRef<Draft>(undefined);
  const [writes, setWrites] = useState(0);
  const [turn] = useState(inTurn);
  const show = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };
  useEffect(() => {
    let gone = false;
    void terrain.draft<Draft>(DRAFT).then((stored) => {
      if (!gone) show(stored ?? empty());
    });
    return () => {
      gone = true;
    };
  }, [terrain]);
  const change = (part: Partial<Draft>) => {
    if (!latest.current) return;
    const next = { ...latest.current, ...part };
    show(next);
    setWrites((count) => count + 1);
    const done = () => setWrites((count) => count - 1);
    turn.add(() => terrain.keepDraft(DRAFT, next)).then(done, done);
  };
  const drop = async () => {
    await turn.add(() => terrain.dropDraft(DRAFT));
    show(empty());
  };
  return { draft, change, drop, saving: writes > 0, whenSaved: turn.done };
}
const empty = (): Draft => ({ ...EMPTY, local: crypto.randomUUID() });

export function Enroler({ step }: { step: number }) {
  const { draft, ...drafting } = useDraft();
  if (!draft)
    return (
      <Page titre="Enrôler" onglet="enroler">
        <p className="attente">Ouverture…</p>
      </Page>
    );
  return <StepView step={STEPS.find((number) => number === step) ?? 1} draft={draft} {...drafting} />;
}

interface SteppingProps extends Drafting {
  step: Step;
  draft: Draft;
}

function StepView({ step, draft, change, drop, saving, whenSaved }: SteppingProps) {
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
      await whenSaved();
      await terrain.act(toAct(draft), { draft: DRAFT, ...pictureOf(draft.photo) });
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
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy} onClick={step < STEPS.length ? next : save}>
            {step < STEPS.length ? 'Continuer' : `Enrôler ${draft.nom} ${draft.prenom}`}
          </button>
        </>
      }
    >
      <div className="pas" aria-hidden="true">
        {STEPS.map((number) => (
          <i key={number} className={number <= step ? 'fait' : ''} />
        ))}
      </div>
      <div aria-busy={saving}>
        {step === 1 && <Identite {...parts} />}
        {step === 2 && <Lieu {...parts} />}
        {step === 3 && <Lignes {...parts} />}
        {step === 4 && <Photo {...parts} />}
        {step === 5 && <Resume {...parts} />}
      </div>
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
