import { useState } from 'react';
import { Textarea, TextInput } from '@mantine/core';
import type { ValeurRow } from '@octroi/contract/caisse/valeurs/valeurs';
import type { ActeValeur } from '@octroi/contract/caisse/valeurs/valeur-rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { useQuery } from '@tanstack/react-query';
import { queryFor, call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { ActForm } from '../ActForm.tsx';
import { PersonSelect } from '../PersonSelect.tsx';
import { Numeros, numerosOf, type Typed } from './Numeros.tsx';

const WORDS: Readonly<Record<ActeValeur, { title: string; confirm: string; done: string }>> = {
  reçu: { title: 'Recevoir du comptable', confirm: 'Recevoir', done: 'Valeurs reçues' },
  remis: { title: 'Remettre à un agent', confirm: 'Remettre', done: 'Valeurs remises' },
  rendu: { title: 'Reprendre de l’agent', confirm: 'Reprendre', done: 'Valeurs rendues' },
  renvoyé: { title: 'Renvoyer au comptable', confirm: 'Renvoyer', done: 'Valeurs renvoyées' },
  perdu: { title: 'Déclarer perdues', confirm: 'Déclarer perdues', done: 'Perte déclarée' },
};

const missing = (text: string): never => {
  throw new Error(text);
};

/** Receives numbers of a category into the stock of a régie. */
export const askReception = (entite: number | undefined): void =>
  openDialog(WORDS.reçu.title, (close) => <ReceptionForm entite={entite} onEnd={close} />);

function ReceptionForm({ entite, onEnd }: { entite: number | undefined; onEnd: () => void }) {
  const [regie, setRegie] = useState<string | null>(null);
  const [categorie, setCategorie] = useState<string | null>(null);
  const [typed, setTyped] = useState<Typed>({ de: '', a: '' });
  const [reference, setReference] = useState('');
  const filters = entite ? [{ column: 'ent.id', operator: 'eq' as const, x: String(entite) }] : [];
  return (
    <ActForm
      confirm={WORDS.reçu.confirm}
      kept={{
        name: 'valeurs reçues',
        values: { regie, categorie, typed, reference },
        restore: (kept) => {
          setRegie(kept.regie);
          setCategorie(kept.categorie);
          setTyped(kept.typed);
          setReference(kept.reference);
        },
      }}
      onEnd={onEnd}
      save={async () => {
        const numeros =
          numerosOf(typed) ?? missing('Veuillez entrer les numéros reçus, du premier au dernier.');
        await call('POST /valeurs_inactives/mouvements', {
          body: {
            acte: 'reçu',
            regie: Number(regie ?? missing('Veuillez choisir la régie.')),
            categorie: Number(categorie ?? missing('Veuillez choisir la catégorie.')),
            ...numeros,
            ...(reference.trim() ? { reference: reference.trim() } : {}),
          },
        });
        toastSuccess(WORDS.reçu.done);
      }}
    >
      <ReferenceSelect
        label="Régie"
        required
        path="regies"
        enabledOnly
        filters={filters}
        value={regie}
        onChange={setRegie}
      />
      <ReferenceSelect
        label="Catégorie"
        required
        path="categorie_valeurs"
        enabledOnly
        filters={filters}
        value={categorie}
        onChange={setCategorie}
      />
      <Numeros typed={typed} onType={setTyped} />
      <TextInput
        label="Référence"
        description="Le numéro du bon de livraison, s’il y en a un"
        maxLength={60}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </ActForm>
  );
}

/** Moves a range of numbers, or part of it. */
export const askMouvement = (acte: Exclude<ActeValeur, 'reçu'>, row: ValeurRow): void =>
  openDialog(`${WORDS[acte].title} : ${row.categorie.nom}`, (close) => (
    <MouvementForm acte={acte} row={row} onEnd={close} />
  ));

interface MouvementFormProps {
  acte: Exclude<ActeValeur, 'reçu'>;
  row: ValeurRow;
  onEnd: () => void;
}

function MouvementForm({ acte, row, onEnd }: MouvementFormProps) {
  const { regie, categorie } = row;
  const [values, setValues] = useState({
    typed: { de: row.de, a: row.a } as Typed,
    agent: '',
    motif: '',
    procesVerbal: '',
  });
  const { typed, agent, motif, procesVerbal } = values;
  const set = (part: Partial<typeof values>): void => setValues((now) => ({ ...now, ...part }));
  const chosen = acte === 'remis' ? Number(agent) : acte === 'renvoyé' ? undefined : row.agent?.id;
  return (
    <ActForm
      confirm={WORDS[acte].confirm}
      danger={acte === 'perdu'}
      kept={{
        name: `valeurs, ${acte} ${regie.id} ${categorie.id} ${row.de}`,
        values,
        restore: setValues,
      }}
      onEnd={onEnd}
      save={async () => {
        const numeros = numerosOf(typed) ?? missing('Veuillez entrer les numéros, du premier au dernier.');
        if (acte === 'remis' && !agent) missing('Veuillez choisir l’agent.');
        if (acte === 'perdu' && !motif.trim()) missing('Veuillez dire comment ils furent perdus.');
        if (acte === 'perdu' && !procesVerbal.trim()) missing('Veuillez entrer le numéro du procès-verbal.');
        const { montant } = await call('POST /valeurs_inactives/mouvements', {
          body: {
            acte,
            regie: regie.id,
            categorie: categorie.id,
            ...numeros,
            ...(chosen ? { agent: chosen } : {}),
            ...(acte === 'perdu' ? { motif: motif.trim(), procesVerbal: procesVerbal.trim() } : {}),
          },
        });
        toastSuccess(WORDS[acte].done, formatFrancs(montant));
      }}
    >
      {acte === 'remis' ? (
        <AgentSelect regie={regie.id} value={agent} onChange={(next) => set({ agent: next })} />
      ) : null}
      <Numeros typed={typed} onType={(next) => set({ typed: next })} valeur={categorie.valeur} />
      {acte === 'perdu' ? (
        <>
          <Textarea
            label="Motif"
            description="Vol, incendie, destruction…"
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={motif}
            onChange={(event) => set({ motif: event.currentTarget.value })}
          />
          <TextInput
            label="Numéro du procès-verbal"
            required
            maxLength={60}
            value={procesVerbal}
            onChange={(event) => set({ procesVerbal: event.currentTarget.value })}
          />
        </>
      ) : null}
    </ActForm>
  );
}

interface AgentSelectProps {
  regie: number;
  value: string;
  onChange: (agent: string) => void;
}

/** Who is handed the numbers. */
function AgentSelect({ regie, ...field }: AgentSelectProps) {
  const people = useQuery(queryFor('GET /valeurs_inactives/agents', { query: { regie } }));
  return <PersonSelect {...field} label="Agent" required people={people} />;
}
