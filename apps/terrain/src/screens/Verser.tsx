/** Hands over cash with a photo of the deposit slip, or the till to another agent. */
import { CAISSE_MESSAGES, DESTINATION_WORDS, type Destination } from '@octroi/contract/caisse/rules';
import { FRANCS_ENTIERS, parseWhole } from '@octroi/contract/platform/values/money';
import { MAX_REFERENCE } from '@octroi/contract/terrain/rules';
import { useState } from 'react';
import { goInstead } from '#src/platform/address.ts';
import { pictureOf, type TakenPhoto } from '#src/platform/device/picture.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Options, Select } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PhotoField } from '#src/ui/PhotoField.tsx';
import { useAct } from '#src/ui/use-act.ts';

const OFFERED: readonly Destination[] = ['régisseur', 'comptable', 'banque'];

export function Verser() {
  const { terrain, etat } = useTerrain();
  const { till } = etat;
  const { regies = [], successeurs = [] } = etat.referentiel ?? {};
  const [montant, setMontant] = useState('');
  const [destination, setDestination] = useState<Destination>('régisseur');
  const [destinataire, setDestinataire] = useState('');
  const [regie, setRegie] = useState(String(till?.regie ?? regies[0]?.[0] ?? ''));
  const [reference, setReference] = useState('');
  const [photo, setPhoto] = useState<TakenPhoto | null>(null);
  const { busy, faute, run, setFaute } = useAct();
  const passes = destination === 'détenteur';
  const destinations: readonly Destination[] = successeurs.length > 0 ? [...OFFERED, 'détenteur'] : OFFERED;
  const declare = () => {
    const amount = parseWhole(montant);
    if (!amount) return setFaute(FRANCS_ENTIERS);
    if (passes && !destinataire) return setFaute(CAISSE_MESSAGES.destinataire);
    run(async () => {
      await terrain.act(
        {
          type: 'versement',
          corps: {
            montant: amount,
            destination,
            ...(passes && { destinataire: Number(destinataire) }),
            ...(regie && { regie: Number(regie) }),
            ...(reference.trim() && { reference: reference.trim() }),
            ...(photo && { photo: photo.empreinte }),
          },
        },
        pictureOf(photo),
      );
      goInstead('/caisse');
    });
  };
  return (
    <Page
      titre="Verser"
      retour
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy} onClick={declare}>
            Déclarer le versement
          </button>
        </>
      }
    >
      <Field
        label="Montant remis (F CFA)"
        inputMode="numeric"
        value={montant}
        onValue={setMontant}
        aide="Vous en répondez jusqu’à ce qu’il soit reçu."
      />
      <Destinations destinations={destinations} chosen={destination} choose={setDestination} />
      {passes && (
        <Select label="Qui reprend la caisse" value={destinataire} onValue={setDestinataire}>
          <option value="">Choisir</option>
          <Options entries={successeurs} />
        </Select>
      )}
      {!till && regies.length > 1 && (
        <Select label="Régie" value={regie} onValue={setRegie}>
          <Options entries={regies} />
        </Select>
      )}
      <Field
        label="Référence du bordereau"
        maxLength={MAX_REFERENCE}
        value={reference}
        onValue={setReference}
      />
      <PhotoField sujet="Le bordereau" value={photo} onValue={setPhoto} />
    </Page>
  );
}

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
        {each === chosen && <Icon name="check" />}
        {DESTINATION_WORDS[each]}
      </button>
    ))}
  </div>
);
