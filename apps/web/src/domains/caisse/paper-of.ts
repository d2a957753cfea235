/** The paper of a versement: a bordereau, or the procès-verbal of a handover once received. */
import type { VersementRow } from '@octroi/contract/caisse/caisse';

type VersementState = Pick<VersementRow, 'destination' | 'statut'>;

/** Label of the paper; undefined if there is none. */
export function paperOf({ destination, statut }: VersementState): string | undefined {
  if (destination !== 'détenteur') return 'Bordereau de versement';
  return statut === 'reçu' || statut === 'reçu avec différence' ? 'Procès-verbal de passation' : undefined;
}

/** Whether the person declared or decided the versement, or is to receive it. */
export const isParty = (
  { declarant, destinataire, decidePar }: Pick<VersementRow, 'declarant' | 'destinataire' | 'decidePar'>,
  id: number,
): boolean => [declarant.id, destinataire?.id, decidePar?.id].includes(id);
