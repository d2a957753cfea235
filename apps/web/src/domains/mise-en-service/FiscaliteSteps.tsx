import { useState } from 'react';
import type { Modele } from '@octroi/contract/fiscalite/taxes/modeles';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { TarifsStep } from './TarifsStep.tsx';
import { TaxesStep } from './TaxesStep.tsx';

interface FiscaliteStepsProps {
  etape: 'taxes' | 'tarifs';
  entite: Nested;
  annee: number;
}

/** Taxes, then rates: a tax cannot exist without a rate, so both are written together. */
export function FiscaliteSteps({ etape, ...place }: FiscaliteStepsProps) {
  const missing = useMissing([['taxes', 'Créer']]);
  const [chosen, setChosen] = useState<readonly Modele[]>([]);
  if (missing) return <MissingRight missing={missing} />;
  return etape === 'taxes' ? (
    <TaxesStep {...place} chosen={chosen} onChosen={setChosen} />
  ) : (
    <TarifsStep {...place} chosen={chosen} onDone={() => setChosen([])} />
  );
}
