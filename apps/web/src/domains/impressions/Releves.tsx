import '@mantine/core/styles/Modal.layer.css';
import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryFor, callFile, type Reply } from '#src/platform/call.ts';
import { typedRead } from '#src/platform/query.ts';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { Segments } from '#src/ui/Segments.tsx';
import { saveResult } from '#src/ui/file/take-file.ts';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import classes from './Releves.module.css';
import { useAct } from '#src/ui/use-act.ts';

interface RelevesProps {
  /** Place and days of the screen. */
  place: {
    entite: number | undefined;
    ramification: readonly number[];
    from?: string | undefined;
    to?: string | undefined;
  };
}

const BASES = [
  { value: 'toutes', label: 'Tout' },
  { value: 'activite', label: 'Une activité' },
  { value: 'equipement', label: 'Un équipement' },
] as const;
type Base = (typeof BASES)[number]['value'];

/** Statements of unpaid amounts, one page per taxpayer: for all bases, one activity or one equipment type. */
export function Releves({ place }: RelevesProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFiles size={16} />} onClick={() => setShown(true)}>
        Relevés par contribuable
      </Button>
      <Modal
        opened={shown}
        onClose={() => setShown(false)}
        title="Relevés des impayés"
        closeButtonProps={{ 'aria-label': 'Fermer' }}
        centered
      >
        <Choice place={place} onDone={() => setShown(false)} />
      </Modal>
    </>
  );
}

function Choice({ place, onDone }: RelevesProps & { onDone: () => void }) {
  const [base, setBase] = useState<Base>('toutes');
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, perform } = useAct();
  const body = {
    ...place,
    ramification: [...place.ramification],
    ...(base !== 'toutes' && chosen ? { [base]: chosen } : {}),
  };
  const complete = base === 'toutes' || chosen !== null;
  const owing = useQuery({
    ...queryFor('POST /contribuables/releve-impaye', { body }),
    ...typedRead,
    enabled: complete,
  });
  const print = async (): Promise<void> => {
    await perform(async () => {
      saveResult(await callFile('POST /contribuables/releve-impaye', { body: { ...body, generate: true } }));
      onDone();
    });
  };
  return (
    <div className={classes.choice}>
      <Segments
        label="Ce qui est taxé"
        segments={BASES}
        value={base}
        onChange={(next) => {
          setBase(next);
          setChosen(null);
        }}
      />
      {base === 'toutes' ? null : (
        <ReferenceSelect
          key={base}
          path={base === 'activite' ? 'nature_activites' : 'type_equipements'}
          label={base === 'activite' ? 'Activité' : 'Équipement'}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <p role="status">
        {complete && owing.error ? (
          <FailureNote failure={{ error: owing.error, retry: () => void owing.refetch() }} />
        ) : (
          sayOwing(complete, sumOf(owing.data))
        )}
      </p>
      <Button
        loading={busy}
        disabled={!complete || !owing.data || sumOf(owing.data)?.contribuables === 0}
        onClick={() => void print()}
      >
        Générer les relevés
      </Button>
    </div>
  );
}

type RelevesReply = Reply<'POST /contribuables/releve-impaye'>;
type Owing = Extract<RelevesReply, { restant: number }>;

/** The reply without a file: the totals. */
const sumOf = (reply: RelevesReply | undefined): Owing | undefined =>
  reply && 'restant' in reply ? reply : undefined;

function sayOwing(complete: boolean, owing: Owing | undefined): string {
  if (!complete) return 'Choisissez ce qui est taxé.';
  if (!owing) return 'Compte en cours…';
  if (owing.contribuables === 0) return 'Personne ne doit rien dans ce lieu et à ces dates.';
  const many = owing.contribuables > 1;
  return `${formatNumber(owing.contribuables)} contribuable${many ? 's doivent' : ' doit'} ${formatFrancs(owing.restant)}, toutes années confondues : une page chacun.`;
}
