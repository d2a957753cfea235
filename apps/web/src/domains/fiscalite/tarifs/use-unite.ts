import { filterQuery } from '@octroi/contract/platform/listing/filter';
import type { Unite } from '@octroi/contract/fiscalite/tarifs/bareme';
import { useQuery } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';
import type { Infos } from '../taxes/infos.ts';

/**
 * The unit of a taxable base; null if its lines are counted by piece, undefined while it loads.
 * @param base id of an equipment type or of an activity; null: no base is chosen
 */
export function useUniteOf(
  base: { typeEquipement: string | null; natureActivite: string | null },
  enabled = true,
): Unite | null | undefined {
  const path = base.typeEquipement ? 'type_equipements' : 'nature_activites';
  const id = base.typeEquipement ?? base.natureActivite;
  const { data } = useQuery({
    ...callsOf(path).page([
      ['itemperpage', '1'],
      ...filterQuery([{ column: 'id', operator: 'eq', x: id ?? '0' }]),
    ]),
    enabled: enabled && id !== null,
  });
  if (id === null) return null;
  if (!data) return undefined;
  const [found] = data.data as { unite?: string | null; uniteDecimales?: number }[];
  return found?.unite ? { unite: found.unite, uniteDecimales: found.uniteDecimales ?? 0 } : null;
}

const idOf = (chosen: { id: number } | null | undefined): string | null =>
  chosen ? String(chosen.id) : null;

/** The unit of the base that a tax charges; null if its lines are counted by piece, undefined while it loads. */
export const useUnite = ({ natureActivite, typeEquipement }: Infos): Unite | null | undefined =>
  useUniteOf({ natureActivite: idOf(natureActivite), typeEquipement: idOf(typeEquipement) });
