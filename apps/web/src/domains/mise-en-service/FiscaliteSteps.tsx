import { useState } from 'react';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { NO_TARIFS, TarifsStep } from './TarifsStep.tsx';
import { TaxesStep } from './TaxesStep.tsx';

interface FiscaliteStepsProps {
  etape: 'taxes' | 'tarifs';
  entite: Nested;
  annee: number;
}

/** Taxes, then rates: a tax cannot exist without a rate, so both are written together. */
export function FiscaliteSteps({ etape, ...place }: FiscaliteStepsProps) {
  const missing = useMissing([['taxes', 'Créer']]);
  const [values, setValues] = useState(NO_TARIFS);
  useLeaveGuard(values.chosen.length > 0, {
    name: `taxes ${place.entite.id}`,
    values,
    restore: setValues,
  });
  if (missing) return <MissingRight missing={missing} />;
  return etape === 'taxes' ? (
    <TaxesStep
      {...place}
      chosen={values.chosen}
      onChosen={(chosen) => setValues((now) => ({ ...now, chosen }))}
    />
  ) : (
    <TarifsStep {...place} values={values} onChange={setValues} />
  );
}
