/** Hands over a demand notice: its QR or number, who took it, the position, a photo of the signed stub. */
import { REMIS_A, REMIS_A_WORDS, type RemisA, remisText } from '@octroi/contract/recouvrement/remis';
import { useState } from 'react';
import { findAvis } from '#src/model/avis.ts';
import { referenceOf } from '#src/model/personnes.ts';
import { back } from '#src/platform/address.ts';
import { canReadCodes } from '#src/platform/device/codes.ts';
import { pictureOf, type TakenPhoto } from '#src/platform/device/picture.ts';
import type { Position } from '#src/platform/device/position.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Scanner } from '#src/ui/LazyScanner.tsx';
import { Opening, Page } from '#src/ui/Page.tsx';
import { PhotoField } from '#src/ui/PhotoField.tsx';
import { PositionField } from '#src/ui/PositionField.tsx';
import { count } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';
import { Identity } from './Fiche.tsx';

interface RemiseDraft {
  /** As read from the QR, or typed. */
  avis: string;
  remisA: RemisA | null;
  position: Position | null;
  photo: TakenPhoto | null;
}

/** @param numero of a notice that was chosen on its taxpayer's sheet; without one, notices follow one another */
export function Distribuer({ numero }: { numero?: string }) {
  const [done, setDone] = useState<string[]>([]);
  const saved = (nom: string) => (numero === undefined ? setDone([...done, nom]) : back());
  return <RemiseForm key={done.length} numero={numero} last={done.at(-1)} done={done.length} saved={saved} />;
}

interface RemiseFormProps {
  numero: string | undefined;
  /** Whose notice was recorded before. */
  last: string | undefined;
  /** How many were recorded since the screen was opened. */
  done: number;
  saved: (nom: string) => void;
}

function RemiseForm(props: RemiseFormProps) {
  const { numero = '' } = props;
  const form = useDraft<RemiseDraft>(
    `avis/${numero}`,
    () => ({ avis: numero, remisA: null, position: null, photo: null }),
    // the position alone was typed by nobody
    (stored) => stored.avis === numero && !stored.remisA && !stored.photo,
  );
  if (!form) return <Opening titre="Remettre un avis" retour />;
  return <RemiseFields {...props} form={form} />;
}

function RemiseFields({ form, last, done, saved }: RemiseFormProps & { form: Drafting<RemiseDraft> }) {
  const { terrain, etat } = useTerrain();
  const { draft, change } = form;
  const { avis, remisA, position, photo } = draft;
  const { busy, faute, run } = useAct();
  const found = findAvis(etat.personnes.all(), avis);
  const before = found?.avis.remise;
  const save = () => {
    if (!remisA || !avis.trim()) return;
    run(async () => {
      const corps = {
        avis: avis.trim(),
        remisA,
        ...(found && { contribuable: referenceOf(found.personne) }),
        ...position,
        ...(photo && { photo: photo.empreinte }),
      };
      await form.save((name) => terrain.act({ type: 'avis', corps }, { draft: name, ...pictureOf(photo) }));
      saved(found?.personne.nom ?? avis.trim());
    });
  };
  return (
    <Page
      titre="Remettre un avis"
      sous={done > 0 ? count(done, 'noté', 'notés') : undefined}
      retour
      form={form}
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy || !remisA || !avis.trim() || !!before} onClick={save}>
            Enregistrer
          </button>
        </>
      }
    >
      <p className={last ? 'note posee' : ''} role="status">
        {last && `Noté : ${last}. Lisez l’avis suivant.`}
      </p>
      <Which avis={avis} choose={(text) => change({ avis: text })} />
      {found && <Identity personne={found.personne} etat={etat} />}
      <p className={before ? 'note posee ambre' : ''} role="status">
        {before && `${remisText(before)} : il ne se remet pas deux fois.`}
      </p>
      {avis.trim() && !found && (
        <p className="note posee">
          Cet avis n’est pas sur ce téléphone : le bureau le vérifiera après l’envoi.
        </p>
      )}
      <div className="choix mots" role="group" aria-label="À qui">
        {REMIS_A.map((each) => (
          <button
            key={each}
            className="o mot"
            aria-pressed={each === remisA ? 'true' : 'false'}
            onClick={() => change({ remisA: each })}
          >
            {each === remisA && <Icon name="check" />}
            {REMIS_A_WORDS[each]}
          </button>
        ))}
      </div>
      <PositionField
        auto
        precision={position?.precisionPosition ?? null}
        onValue={(value) => change({ position: value })}
      />
      <PhotoField
        sujet="Le talon signé, si vous pouvez"
        value={photo}
        onValue={(taken) => change({ photo: taken })}
      />
    </Page>
  );
}

/** The notice: its QR, or its number. */
function Which({ avis, choose }: { avis: string; choose: (text: string) => void }) {
  const [scanning, setScanning] = useState(false);
  const read = (text: string) => {
    setScanning(false);
    choose(text);
  };
  return (
    <>
      {scanning && <Scanner onRead={read} onClose={() => setScanning(false)} />}
      {canReadCodes() && !scanning && (
        <div className="quai">
          <button className="b" onClick={() => setScanning(true)}>
            <Icon name="scan" />
            Lire le QR de l’avis
          </button>
        </div>
      )}
      <Field
        label="Numéro de l’avis"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={avis.split('/').at(-1) ?? ''}
        onValue={choose}
        aide="AVIS-…, en haut du papier"
      />
    </>
  );
}
