import { type KeyboardEvent, useRef, useState } from 'react';
import { NativeSelect, TextInput } from '@mantine/core';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { type Day, formatDay } from '@octroi/contract/platform/values/period';
import {
  type Issue,
  ISSUE_WORDS,
  ISSUES,
  isThere,
  presenceText,
} from '@octroi/contract/recouvrement/visites';
import { call, type Reply } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import classes from './Recouvrement.module.css';

type Visite = Reply<'GET /visites'>['data'][number];

interface Draft {
  issue: Issue | null;
  promisLe: Day | null;
  promis: Whole;
  note: string;
}

const TO_VISIT = 'À visiter';
const CHOICES = [
  { value: '', label: TO_VISIT },
  ...ISSUES.map((issue) => ({ value: issue, label: ISSUE_WORDS[issue] })),
];

const draftOf = ({ issue, promisLe, promis, note }: Visite): Draft => ({
  issue,
  promisLe,
  promis: promis ?? '',
  note: note ?? '',
});

const isComplete = ({ issue, promisLe, promis }: Draft): boolean =>
  issue !== 'promis' || (promisLe !== null && Number(promis) > 0);

const bodyOf = ({ issue, promisLe, promis, note }: Draft) => ({
  issue,
  note: note.trim() || null,
  ...(issue === 'promis' ? { promisLe, promis: Number(promis) } : {}),
});

const sameAs = (a: Draft, b: Draft): boolean => JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

/** `Promis : 5 000 F CFA pour le 26/11/2026`: the read-only text of an outcome. */
function outcomeText({ issue, promis, promisLe, note, presence }: Visite): string {
  const outcome = issue ? ISSUE_WORDS[issue] : isThere(presence) ? TO_VISIT : '';
  const promise = promis && promisLe ? ` : ${formatFrancs(promis)} pour le ${formatDay(promisLe)}` : '';
  return [outcome + promise, note].filter(Boolean).join(', ');
}

/** The read-only outcome in a row. */
const OutcomeText = ({ row }: { row: Visite }) => (
  <span className={classes.told}>
    {[presenceText(row.presence), outcomeText(row)].filter(Boolean).join(' · ')}
  </span>
);

interface VisiteEntryProps {
  row: Visite;
  /** Day of the tour. */
  jour: Day;
  /** Whether outcomes may be edited. */
  noting: boolean;
  onNoted: () => Promise<void>;
}

/**
 * The outcome of a visit, edited in its row: saved when the focus leaves the row, or by Enter, which moves to the next
 * row.
 */
export function VisiteEntry({ row, jour, noting, onNoted }: VisiteEntryProps) {
  const box = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(() => draftOf(row));
  const saving = useRef(false);
  if (!noting || !isThere(row.presence)) return <OutcomeText row={row} />;

  const save = async (): Promise<void> => {
    // Enter saves, and the loss of focus that follows must not save again
    if (saving.current || !isComplete(draft) || sameAs(draft, draftOf(row))) return;
    saving.current = true;
    try {
      await call('PATCH /visites/{id}', {
        params: { id: row.id },
        body: bodyOf(draft),
        version: row.version,
      });
    } catch (error) {
      toastFailure(error);
    }
    await onNoted();
    saving.current = false;
  };
  const goOn = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const lines = [...document.querySelectorAll<HTMLElement>('[data-visite]')];
    const next = lines[lines.indexOf(box.current as HTMLElement) + 1];
    void save();
    if (isComplete(draft)) next?.querySelector('select')?.focus();
  };
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }));
  return (
    <div
      ref={box}
      data-visite
      className={classes.entry}
      onKeyDown={goOn}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) void save();
      }}
    >
      <NativeSelect
        className={classes.issue}
        size="xs"
        aria-label={`Issue de la visite à ${row.fullName}`}
        data={CHOICES}
        value={draft.issue ?? ''}
        onChange={({ currentTarget }) => {
          const issue = ISSUES.find((each) => each === currentTarget.value) ?? null;
          change({
            issue,
            ...(issue === 'promis' && draft.promis === '' ? { promis: row.exigible ?? '' } : {}),
          });
        }}
      />
      {draft.issue === 'promis' ? (
        <Promesse name={row.fullName} jour={jour} draft={draft} onChange={change} />
      ) : null}
      <TextInput
        className={classes.note}
        size="xs"
        aria-label={`Note sur ${row.fullName}`}
        placeholder={presenceText(row.presence) ?? 'Note'}
        maxLength={500}
        value={draft.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </div>
  );
}

interface PromesseProps {
  name: string;
  jour: Day;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** Promised day and amount. */
const Promesse = ({ name, jour, draft: { promisLe, promis }, onChange }: PromesseProps) => (
  <>
    <div className={classes.day}>
      <DayInput
        size="xs"
        aria-label={`Jour promis par ${name}`}
        value={promisLe}
        min={jour}
        onChange={(day) => onChange({ promisLe: day })}
      />
    </div>
    <AmountInput
      className={classes.amount}
      size="xs"
      aria-label={`Montant promis par ${name}`}
      value={promis}
      onChange={(amount) => onChange({ promis: amount })}
    />
  </>
);
