import { filterQuery } from '@octroi/contract/platform/listing/filter';
import type { Unite } from '@octroi/contract/fiscalite/tarifs/bareme';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';
import type { Infos } from '../taxes/infos.ts';

interface UniteRead {
  /** Null if the lines of the base are counted by piece, undefined until it is known. */
  unite: Unite | null | undefined;
  read: UseQueryResult;
}

/**
 * The unit of a taxable base.
 * @param base id of an equipment type or of an activity; null: no base is chosen
 */
export function useUniteOf(
  base: { typeEquipement: string | null; natureActivite: string | null },
  enabled = true,
): UniteRead {
  const path = base.typeEquipement ? 'type_equipements' : 'nature_activites';
  const id = base.typeEquipement ?? base.natureActivite;
  const read = useQuery({
    ...callsOf(path).page([
      ['itemperpage', '1'],
      ...filterQuery([{ column: 'id', operator: 'eq', x: id ?? '0' }]),
    ]),
    enabled: enabled && id !== null,
  });
  if (id === null) return { unite: null, read };
  if (!read.data) return { unite: undefined, read };
  const [found] = read.data.data as { unite?: string | null; uniteDecimales?: number }[];
  return {
    unite: found?.unite ? { unite: found.unite, uniteDecimales: found.uniteDecimales ?? 0 } : null,
    read,
  };
}

const idOf = (chosen: { id: number } | null | undefined): string | null =>
  chosen ? String(chosen.id) : null;

/** The unit of the base that a tax charges. */
export const useUnite = ({ natureActivite, typeEquipement }: Infos): UniteRead =>
  useUniteOf({ natureActivite: idOf(natureActivite), typeEquipement: idOf(typeEquipement) });
