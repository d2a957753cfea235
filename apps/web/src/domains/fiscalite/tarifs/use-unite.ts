import { filterQuery } from '@octroi/contract/platform/listing/filter';
import type { Unite } from '@octroi/contract/fiscalite/tarifs/bareme';
import { useQuery } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';
import type { Infos } from '../taxes/infos.ts';

/** The unit of the base that a tax charges; null if its lines are counted by piece, undefined while it loads. */
export function useUnite({ natureActivite, typeEquipement }: Infos): Unite | null | undefined {
  const path = typeEquipement ? 'type_equipements' : 'nature_activites';
  const id = typeEquipement?.id ?? natureActivite?.id;
  const { data } = useQuery({
    ...callsOf(path).page([
      ['itemperpage', '1'],
      ...filterQuery([{ column: 'id', operator: 'eq', x: String(id ?? 0) }]),
    ]),
    enabled: id !== undefined,
  });
  if (id === undefined) return null;
  if (!data) return undefined;
  const [base] = data.data as { unite?: string | null; uniteDecimales?: number }[];
  return base?.unite ? { unite: base.unite, uniteDecimales: base.uniteDecimales ?? 0 } : null;
}
