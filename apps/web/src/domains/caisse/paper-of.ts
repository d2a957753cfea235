/** The paper of a versement: a bordereau, or the procès-verbal of a passation once it is received. */
import type { VersementRow } from '@octroi/contract/caisse/caisse';

type Given = Pick<VersementRow, 'destination' | 'statut'>;

/** What it is called by; undefined where there is none. */
export function paperOf({ destination, statut }: Given): string | undefined {
  if (destination !== 'détenteur') return 'Bordereau de versement';
  return statut === 'reçu' || statut === 'reçu avec différence' ? 'Procès-verbal de passation' : undefined;
}

/** Whether somebody declared it, decided it, or shall take it over. */
export const isParty = (
  { declarant, destinataire, decidePar }: Pick<VersementRow, 'declarant' | 'destinataire' | 'decidePar'>,
  id: number,
): boolean => [declarant.id, destinataire?.id, decidePar?.id].includes(id);
