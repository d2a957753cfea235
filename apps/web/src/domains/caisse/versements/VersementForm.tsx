import { useState } from 'react';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Detention } from '@octroi/contract/caisse/caisse';
import { DESTINATION_WORDS, type Destination, DESTINATIONS } from '@octroi/contract/caisse/rules';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { queryFor, call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { useKeptTyping } from '#src/ui/form/use-kept-typing.ts';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { CashForm } from '../CashForm.tsx';
import { PersonSelect } from '../PersonSelect.tsx';
import { refreshCaisse } from '../refresh.ts';
import classes from '../Caisse.module.css';
import { useCallKey } from '#src/ui/use-call-key.ts';
import { useAct } from '#src/ui/use-act.ts';

/** Declares cash as handed over; the person remains responsible for it until it is received. */
export function VersementForm({ detention: { regie } }: { detention: Detention }) {
  const [destination, setDestination] = useState<Destination>('régisseur');
  const [destinataire, setDestinataire] = useState('');
  const [montant, setMontant] = useState<Whole>('');
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => {
    setFault(reasonOf(error));
    toastFailure(error);
  });
  const keys = useCallKey();
  useKeptTyping(montant !== '' || reference !== '', {
    name: `versement ${regie.id}`,
    values: { destination, destinataire, montant, reference, sent: keys.last() },
    restore: (kept) => {
      setDestination(kept.destination);
      setDestinataire(kept.destinataire);
      setMontant(kept.montant);
      setReference(kept.reference);
      keys.restore(kept.sent);
    },
  });
  const declare = async (): Promise<void> => {
    if (montant === '' || Number.isNaN(montant) || montant <= 0)
      return setFault('Veuillez entrer le montant.');
    setFault(undefined);
    await perform(async () => {
      const body = {
        regie: regie.id,
        destination,
        montant,
        ...(destination === 'détenteur' && destinataire ? { destinataire: Number(destinataire) } : {}),
        ...(reference.trim() ? { reference: reference.trim() } : {}),
      };
      await call('POST /versements', { body, idempotencyKey: keys.keyFor(body) });
      keys.forget();
      toastSuccess('Versement déclaré', 'Vous le détenez jusqu’à ce qu’il soit reçu.');
      setMontant('');
      setReference('');
      await refreshCaisse();
    });
    return undefined;
  };
  return (
    <CashForm>
      <NativeSelect
        label="Verser"
        data={DESTINATIONS.map((value) => ({ value, label: DESTINATION_WORDS[value] }))}
        value={destination}
        onChange={(event) => setDestination(event.currentTarget.value as Destination)}
      />
      {destination === 'détenteur' ? (
        <Destinataire regie={regie.id} value={destinataire} onChange={setDestinataire} />
      ) : null}
      <AmountInput label="Montant" value={montant} onChange={setMontant} error={fault} />
      <TextInput
        label="Référence"
        description="Le numéro du bordereau ou du reçu, s’il y en a un"
        maxLength={60}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button loading={busy} onClick={() => void declare()}>
          Déclarer le versement
        </Button>
      </div>
    </CashForm>
  );
}

interface DestinataireProps {
  regie: number;
  value: string;
  onChange: (destinataire: string) => void;
}

/** Who takes over the cash of the régie. */
function Destinataire({ regie, ...field }: DestinataireProps) {
  const people = useQuery(queryFor('GET /versements/destinataires', { query: { regie } }));
  return <PersonSelect {...field} label="Qui reprend la caisse" people={people} />;
}
