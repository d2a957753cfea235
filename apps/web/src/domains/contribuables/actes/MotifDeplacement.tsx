import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import {
  type MotifDeplacement as Motif,
  MOTIFS_DEPLACEMENT,
} from '@octroi/contract/contribuables/deplacement';
import { useSession } from '#src/platform/session.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import type { MotifText } from './motif.ts';
import classes from './MotifDeplacement.module.css';

const EXPLANATIONS: Readonly<Record<Motif, string>> = {
  erreur:
    'Comme s’il avait toujours été là : l’exercice ouvert est recalculé, et un avis déjà émis est remplacé.',
  déménagement:
    'À partir d’un jour : les périodes qui commencent ce jour ou après prennent le nouveau lieu et son tarif, ce qui était échu avant reste.',
};

interface MotifDeplacementProps {
  value: MotifText;
  onChange: (value: MotifText) => void;
  errors: Readonly<Record<string, unknown>>;
}

const errorText = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);

/** The reason of a change of place, and the day of a removal. */
export function MotifDeplacement({ value, onChange, errors }: MotifDeplacementProps) {
  const { today } = useSession();
  return (
    <div className={classes.motif}>
      <Radio.Group
        label="Motif"
        size="md"
        withAsterisk
        value={value.motif}
        onChange={(motif) => onChange({ ...value, motif: motif as Motif })}
        error={errorText(errors['deplacement'])}
      >
        <div className={classes.choices}>
          {(Object.keys(MOTIFS_DEPLACEMENT) as Motif[]).map((motif) => (
            <Radio
              key={motif}
              value={motif}
              label={MOTIFS_DEPLACEMENT[motif]}
              description={EXPLANATIONS[motif]}
            />
          ))}
        </div>
      </Radio.Group>
      {value.motif === 'déménagement' ? (
        <DayInput
          label="Jour du déménagement"
          required
          size="md"
          max={today}
          value={value.du}
          onChange={(du) => onChange({ ...value, du })}
          error={errorText(errors['deplacement.du'])}
        />
      ) : null}
    </div>
  );
}
