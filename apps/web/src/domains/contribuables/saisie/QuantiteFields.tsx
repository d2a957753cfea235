import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import { type MotifQuantite, MOTIFS_QUANTITE } from '@octroi/contract/contribuables/lignes/quantite';
import type { TarifLieu } from '@octroi/contract/fiscalite/tarifs/tarifs';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useUniteOf } from '#src/domains/fiscalite/index.ts';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { DecimalInput } from '#src/ui/form/WholeInput.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
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
  /** The rates that apply to the line. */
  tarifs: readonly TarifLieu[];
  errorOf: (field: string) => string | undefined;
  size?: 'sm' | 'md';
  onChange: (ligne: LigneText) => void;
}

/** `500 F par m²`: the rates by the unit that apply to a line. */
const rateText = (tarifs: readonly TarifLieu[], ligne: LigneText, unite: string): string | undefined =>
  tarifs
    .flatMap((tarif) => {
      const bareme = baremeOf(tarif, ligne);
      return bareme?.parUnite && bareme.tarif > 0 ? `${formatNumber(bareme.tarif)} F par ${unite}` : [];
    })
    .join(', ') || undefined;

/** The quantity of a line whose base has a unit, and why a stored quantity changes. */
export function QuantiteFields({ ligne, name, tarifs, errorOf, size = 'sm', onChange }: QuantiteFieldsProps) {
  const { today } = useSession();
  const known = ligne.compte?.unite ?? tarifs[0]?.unite;
  // a base that no tax charges here still has a unit
  const ofBase = useUniteOf(ligne, known === undefined);
  const unite = known ?? ofBase.unite?.unite ?? null;
  const failure = failureOf(ofBase.read);
  const error = errorOf('quantite');
  if (unite === null && failure)
    return <UnreadNote failure={failure}>L’unité de cette base n’a pas pu être lue.</UnreadNote>;
  if (unite === null && error === undefined) return null;
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
        description={unite === null ? undefined : rateText(tarifs, ligne, unite)}
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
