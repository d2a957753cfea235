/** Hands over cash with a photo of the deposit slip, or the till to another agent. */
import { CAISSE_MESSAGES, DESTINATION_WORDS, type Destination } from '@octroi/contract/caisse/rules';
import { FRANCS_ENTIERS, parseWhole } from '@octroi/contract/platform/values/money';
import { MAX_REFERENCE } from '@octroi/contract/terrain/rules';
import { goInstead } from '#src/platform/address.ts';
import { pictureOf, type TakenPhoto } from '#src/platform/device/picture.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Options, Select } from '#src/ui/Field.tsx';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { Opening, Page } from '#src/ui/Page.tsx';
import { PhotoField } from '#src/ui/PhotoField.tsx';
import { Mot } from '#src/ui/words.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';

const OFFERED: readonly Destination[] = ['régisseur', 'comptable', 'banque'];

/** A versement being typed; what is null was not touched. */
interface VersementDraft {
  montant: string;
  destination: Destination;
  destinataire: string;
  regie: string | null;
  reference: string;
  photo: TakenPhoto | null;
}
const EMPTY: VersementDraft = {
  montant: '',
  destination: 'régisseur',
  destinataire: '',
  regie: null,
  reference: '',
  photo: null,
};

export function Verser() {
  const form = useDraft('versement', () => EMPTY);
  if (!form) return <Opening titre="Verser" retour />;
  return <VersementFields form={form} />;
}

const corpsOf = (draft: VersementDraft, montant: number) => ({
  montant,
  destination: draft.destination,
  ...(draft.destination === 'détenteur' && { destinataire: Number(draft.destinataire) }),
  ...(draft.regie && { regie: Number(draft.regie) }),
  ...(draft.reference.trim() && { reference: draft.reference.trim() }),
  ...(draft.photo && { photo: draft.photo.empreinte }),
});

function VersementFields({ form }: { form: Drafting<VersementDraft> }) {
  const { terrain, etat } = useTerrain();
  const { till } = etat;
  const { regies = [], successeurs = [] } = etat.referentiel ?? {};
  const { draft, change } = form;
  const { montant, destination, destinataire, reference, photo } = draft;
  const regie = draft.regie ?? String(till?.regie ?? regies[0]?.[0] ?? '');
  const { busy, faute, run, setFaute } = useAct();
  const passes = destination === 'détenteur';
  const destinations: readonly Destination[] = successeurs.length > 0 ? [...OFFERED, 'détenteur'] : OFFERED;
  const declare = () => {
    const amount = parseWhole(montant);
    if (!amount) return setFaute(FRANCS_ENTIERS);
    if (passes && !destinataire) return setFaute(CAISSE_MESSAGES.destinataire);
    run(async () => {
      const corps = corpsOf({ ...draft, regie }, amount);
      await form.save((name) =>
        terrain.act({ type: 'versement', corps }, { draft: name, ...pictureOf(photo) }),
      );
      goInstead('/caisse');
    });
  };
  return (
    <Page
      titre="Verser"
      retour
      form={form}
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy} onClick={declare}>
            <Mot nom="versement" />
          </button>
        </>
      }
    >
      <Field
        label="Montant remis (F CFA)"
        inputMode="numeric"
        value={montant}
        onValue={(typed) => change({ montant: typed })}
        aide="Vous en répondez jusqu’à ce qu’il soit reçu."
      />
      <Destinations
        destinations={destinations}
        chosen={destination}
        choose={(each) => change({ destination: each })}
      />
      {passes && (
        <Select
          label="Qui reprend la caisse"
          value={destinataire}
          onValue={(id) => change({ destinataire: id })}
        >
          <option value="">Choisir</option>
          <Options entries={successeurs} />
        </Select>
      )}
      {!till && regies.length > 1 && (
        <Select label="Régie" value={regie} onValue={(id) => change({ regie: id })}>
          <Options entries={regies} />
        </Select>
      )}
      <Field
        label="Référence du bordereau"
        maxLength={MAX_REFERENCE}
        value={reference}
        onValue={(typed) => change({ reference: typed })}
      />
      <PhotoField sujet="Le bordereau" value={photo} onValue={(taken) => change({ photo: taken })} />
    </Page>
  );
}

const DESTINATION_ICONS: Readonly<Record<Destination, IconName>> = {
  régisseur: 'person',
  détenteur: 'handover',
  comptable: 'office',
  banque: 'bank',
};

interface DestinationsProps {
  destinations: readonly Destination[];
  chosen: Destination;
  choose: (destination: Destination) => void;
}

const Destinations = ({ destinations, chosen, choose }: DestinationsProps) => (
  <div className="choix mots" role="group" aria-label="À qui">
    {destinations.map((each) => (
      <button
        key={each}
        className="o mot"
        aria-pressed={each === chosen ? 'true' : 'false'}
        onClick={() => choose(each)}
      >
        <Icon name={each === chosen ? 'check' : DESTINATION_ICONS[each]} />
        {DESTINATION_WORDS[each]}
      </button>
    ))}
  </div>
);
