/** Corrects a taxpayer's details: empty fields stay unchanged. */
import { isTelephone } from '@octroi/contract/contribuables/saisie/telephone';
import { type Personne, referenceOf } from '#src/model/personnes.ts';
import { farText } from '#src/model/visites/proximite.ts';
import { back } from '#src/platform/address.ts';
import { pictureOf, type TakenPhoto } from '#src/platform/device/picture.ts';
import type { Position } from '#src/platform/device/position.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { Opening, Page } from '#src/ui/Page.tsx';
import { PhotoField } from '#src/ui/PhotoField.tsx';
import { PositionField } from '#src/ui/PositionField.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';
import { Unknown, Identity } from './Fiche.tsx';

export function Corriger({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const personne = etat.personnes.find(cle);
  return personne ? <CorrectionForm personne={personne} /> : <Unknown />;
}

const NAME_ALONE = 'Écrivez le nom et le prénom ensemble, ou laissez les deux vides.';

/** A correction being typed; what is null was not touched. */
interface CorrectionDraft {
  nom: string;
  prenom: string;
  telephone: string | null;
  position: Position | null;
  photo: TakenPhoto | null;
}
const EMPTY: CorrectionDraft = { nom: '', prenom: '', telephone: null, position: null, photo: null };

function CorrectionForm({ personne }: { personne: Personne }) {
  const form = useDraft(`correction/${personne.brouillon}`, () => EMPTY);
  if (!form) return <Opening titre="Corriger" retour />;
  return <CorrectionFields personne={personne} form={form} />;
}

interface CorrectionFieldsProps {
  personne: Personne;
  form: Drafting<CorrectionDraft>;
}

function CorrectionFields({ personne, form }: CorrectionFieldsProps) {
  const { terrain, etat } = useTerrain();
  const { draft, change } = form;
  const { nom, prenom, position, photo } = draft;
  const telephone = draft.telephone ?? personne.telephone ?? '';
  const { busy, faute, run, setFaute } = useAct();
  const save = () => {
    const trimmedTelephone = telephone.trim();
    if (!nom.trim() !== !prenom.trim()) return setFaute(NAME_ALONE);
    if (trimmedTelephone && !isTelephone(trimmedTelephone))
      return setFaute('Le téléphone a 8 à 15 chiffres.');
    const champs = {
      ...(nom.trim() && { nom: nom.trim(), prenom: prenom.trim() }),
      ...(trimmedTelephone !== (personne.telephone ?? '') && { telephone: trimmedTelephone || null }),
      ...(position && { latitude: position.latitude, longitude: position.longitude }),
    };
    if (Object.keys(champs).length === 0 && !photo) return setFaute('Rien n’a changé.');
    run(async () => {
      const { version, latitude, longitude } = personne;
      const avant = { nomComplet: personne.nom, telephone: personne.telephone, latitude, longitude };
      const contribuable = referenceOf(personne);
      const corps = { contribuable, champs, version, avant, ...(photo && { photo: photo.empreinte }) };
      await form.save((name) =>
        terrain.act({ type: 'correction', corps }, { draft: name, ...pictureOf(photo) }),
      );
      back();
    });
  };
  return (
    <Page
      titre="Corriger"
      retour
      form={form}
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy} onClick={save}>
            Enregistrer la correction
          </button>
        </>
      }
    >
      <Identity personne={personne} etat={etat} />
      <Field
        label="Téléphone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={telephone}
        onValue={(typed) => change({ telephone: typed })}
      />
      <Field
        label="Nom"
        autoComplete="off"
        aide="Vide : le nom reste ce qu’il est."
        value={nom}
        onValue={(typed) => change({ nom: typed })}
      />
      <Field
        label="Prénom"
        autoComplete="off"
        value={prenom}
        onValue={(typed) => change({ prenom: typed })}
      />
      <PositionField
        precision={position?.precisionPosition ?? null}
        doute={farText(etat.personnes.all(), etat.referentiel, personne.lieu, position)}
        onValue={(taken) => change({ position: taken })}
      />
      <PhotoField
        sujet="La personne, ou son étal"
        value={photo}
        onValue={(taken) => change({ photo: taken })}
      />
    </Page>
  );
}
