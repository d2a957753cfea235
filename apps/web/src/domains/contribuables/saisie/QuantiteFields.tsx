import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import { type MotifQuantite, MOTIFS_QUANTITE } from '@octroi/contract/contribuables/lignes/quantite';
import type { TarifLieu } from '@octroi/contract/fiscalite/tarifs/tarifs';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useUniteOf } from '#src/domains/fiscalite/index.ts';
import { useSession } from '#src/platform/session.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { DecimalInput } from '#src/ui/form/WholeInput.tsx';
import { isRescaled } from './quantite.ts';
import { baremeOf, type LigneText } from './values.ts';
import classes from './Saisie.module.css';

const EXPLANATIONS: Readonly<Record<MotifQuantite, string>> = {
  erreur: 'Comme si elle avait toujours été ainsi : l’exercice ouvert est recalculé.',
  changement: 'À partir d’un jour : les périodes qui commencent ce jour ou après la prennent.',
};

interface QuantiteFieldsProps {
  ligne: LigneText;
  /** Accessible name of the line, where several stand side by side. */
  name?: string;
  tarif: TarifLieu | undefined;
  errorOf: (field: string) => string | undefined;
  size?: 'sm' | 'md';
  onChange: (ligne: LigneText) => void;
}

/** The quantity of a line whose base has a unit, and why a stored quantity changes. */
export function QuantiteFields({ ligne, name, tarif, errorOf, size = 'sm', onChange }: QuantiteFieldsProps) {
  const { today } = useSession();
  const known = ligne.compte?.unite ?? tarif?.unite;
  // a base that no tax charges here still has a unit
  const ofBase = useUniteOf(ligne, known === undefined);
  const unite = known ?? ofBase?.unite ?? null;
  const error = errorOf('quantite');
  if (unite === null && error === undefined) return null;
  const bareme = baremeOf(tarif, ligne.precision);
  const of = name === undefined ? '' : `, ${name}`;
  const { correction = { motif: null, du: null } } = ligne;
  return (
    <div className={classes.quantite}>
      <DecimalInput
        label="Quantité"
        aria-label={`Quantité${of}`}
        withAsterisk
        size={size}
        rightSection={unite}
        rightSectionWidth={72}
        description={
          bareme?.parUnite && unite !== null ? `${formatNumber(bareme.tarif)} F par ${unite}` : undefined
        }
        value={ligne.quantite ?? ''}
        error={error}
        onChange={(quantite) => onChange({ ...ligne, quantite })}
      />
      {isRescaled(ligne) ? (
        <Radio.Group
          label="Pourquoi la quantité change"
          size={size}
          withAsterisk
          value={correction.motif}
          error={errorOf('correction')}
          onChange={(motif) =>
            onChange({ ...ligne, correction: { ...correction, motif: motif as MotifQuantite } })
          }
        >
          <div className={classes.motifs}>
            {(Object.keys(MOTIFS_QUANTITE) as MotifQuantite[]).map((motif) => (
              <Radio
                key={motif}
                value={motif}
                label={MOTIFS_QUANTITE[motif]}
                description={EXPLANATIONS[motif]}
              />
            ))}
          </div>
        </Radio.Group>
      ) : null}
      {isRescaled(ligne) && correction.motif === 'changement' ? (
        <DayInput
          label="Jour du changement"
          required
          size={size}
          max={today}
          value={correction.du}
          error={errorOf('correction.du')}
          onChange={(du) => onChange({ ...ligne, correction: { ...correction, du } })}
        />
      ) : null}
    </div>
  );
}
