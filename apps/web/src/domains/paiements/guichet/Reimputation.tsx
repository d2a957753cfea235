import { type ComponentProps, useState } from 'react';
import { Textarea } from '@mantine/core';
import type { LigneEncaissement } from '@octroi/contract/paiements/encaissements';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { useQuery } from '@tanstack/react-query';
import { EnAttente } from '#src/platform/api.ts';
import { queryFor, call } from '#src/platform/call.ts';
import { failureOf, queryClient } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { type Describe, labelOf } from '#src/ui/form/resource-options.ts';

type Paiement = Pick<
  LigneEncaissement,
  'id' | 'contribuable' | 'moyenPaiement' | 'montant' | 'numeroRecu'
> & {
  /** A payment without a taxpayer: one must be chosen. */
  aClasser?: boolean;
};

/**
 * Asks for the right taxpayer or method of a payment, then books it again.
 * @param encaissement its encaissement at the counter
 */
export const askReimputation = (ligne: Paiement, encaissement?: number): void =>
  openDialog('Réimputer le paiement', (close) => (
    <Form encaissement={encaissement} ligne={ligne} onEnd={close} />
  ));

/** Candidates offered; the amount due of each is requested. */
const CANDIDATES = 10;

/** A taxpayer with details that distinguish equal names. */
const asCandidate: Describe = (record) => {
  const { numKlis, telephone, ramification } = record as Partial<ContribuableRow>;
  return {
    label: labelOf(record),
    detail: [numKlis, telephone ?? 'sans téléphone', ramification?.chemin.join(' › ')]
      .filter(Boolean)
      .join(' · '),
  };
};

/** The total amount due of a taxpayer today. */
function Dues({ id }: { id: number }) {
  const read = useQuery(queryFor('GET /contribuables/{id}/compte', { params: { id } }));
  const { data } = read;
  if (!data) return failureOf(read) ? 'Ce qui est dû n’a pas pu être lu' : '…';
  const { aPayer, exigible } = data.solde;
  if (aPayer === 0) return 'Ne doit rien';
  return `Doit ${formatFrancs(aPayer)}, dont ${formatFrancs(Math.min(exigible, aPayer))} échus`;
}

type PayerProps = Pick<ComponentProps<typeof ReferenceSelect>, 'value' | 'valueLabel' | 'onChange' | 'error'>;

/** The taxpayer, searched by name, number or phone. */
const Payer = (props: PayerProps) => (
  <ReferenceSelect
    {...props}
    label="Contribuable"
    path="contribuables"
    searchColumn="q"
    limit={CANDIDATES}
    describe={asCandidate}
    aside={({ value }) => <Dues id={Number(value)} />}
    placeholder="Nom, numéro ou téléphone"
    required
  />
);

async function reimpute(
  ligne: number,
  body: { contribuable: number; moyenPaiement: number; motif: string },
  encaissement: number | undefined,
): Promise<void> {
  if (encaissement === undefined)
    await call('POST /transactions/{id}/reimputation', { params: { id: ligne }, body });
  else
    await call('POST /encaissements/{id}/reimputation', {
      params: { id: encaissement },
      body: { ...body, ligne },
    });
}

interface FormProps {
  encaissement: number | undefined;
  ligne: Paiement;
  onEnd: () => void;
}

function Form({ encaissement, ligne, onEnd }: FormProps) {
  const { contribuable, moyenPaiement, montant, numeroRecu, aClasser = false } = ligne;
  const [payer, setPayer] = useState<string | null>(aClasser ? null : String(contribuable.id));
  const [moyen, setMoyen] = useState<string | null>(String(moyenPaiement.id));
  const [motif, setMotif] = useState('');
  const { send, ...state } = useDialogForm(['contribuable', 'moyenPaiement', 'motif'], {
    name: `réimputation ${ligne.id}`,
    values: { payer, moyen, motif },
    restore: (kept) => {
      setPayer(kept.payer);
      setMoyen(kept.moyen);
      setMotif(kept.motif);
    },
  });
  const { faults } = state;
  const save = () =>
    send(
      {},
      async () => {
        const body = { contribuable: Number(payer), moyenPaiement: Number(moyen), motif };
        try {
          await reimpute(ligne.id, body, encaissement);
          toastSuccess('Le paiement est réimputé : son nouveau reçu annule et remplace le premier.');
        } catch (error) {
          if (!(error instanceof EnAttente)) throw error;
          toastFailure(error);
        } finally {
          void queryClient.invalidateQueries();
        }
      },
      onEnd,
    );
  return (
    <DialogForm state={state} confirm="Réimputer" onSubmit={save} onCancel={onEnd}>
      <p>
        {formatFrancs(montant)}, reçu {numeroRecu ?? 'à venir'}. Aucun argent ne bouge : un nouveau reçu
        annule et remplace celui-ci.
      </p>
      <Payer
        value={payer}
        valueLabel={payer === String(contribuable.id) ? contribuable.fullName : undefined}
        onChange={setPayer}
        error={faults['contribuable']}
      />
      <ReferenceSelect
        label="Moyen de paiement"
        path="moyen_paiements"
        enabledOnly
        required
        value={moyen}
        valueLabel={moyen === String(moyenPaiement.id) ? moyenPaiement.nom : undefined}
        onChange={setMoyen}
        error={faults['moyenPaiement']}
      />
      <Textarea
        label="Motif"
        placeholder="Veuillez entrer"
        required
        maxLength={500}
        value={motif}
        onChange={(event) => setMotif(event.currentTarget.value)}
        error={faults['motif']}
      />
    </DialogForm>
  );
}
