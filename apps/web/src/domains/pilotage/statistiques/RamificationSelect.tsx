import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import type { NamedRecord } from '#src/ui/form/resource-options.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';

interface RamificationSelectProps {
  territory: Territory;
  onChange: (ramification: number | undefined) => void;
}

/** Sub-entities loaded at once (specification 2 section 7), highest levels first. */
const LOADED = 500;

const collected = ({ situations }: NamedRecord): number =>
  typeof situations === 'object' && situations !== null && 'totalTransactions' in situations
    ? Number(situations.totalTransactions)
    : 0;

/** A select of the sub-entities of the current collectivité, of all levels, largest amount collected first. */
export function RamificationSelect({ territory, onChange }: RamificationSelectProps) {
  const chosen = territory.chain.at(-1);
  return (
    <ReferenceSelect
      aria-label="Sous-entité"
      placeholder="Toutes les sous-entités"
      path="ramifications"
      enabledOnly
      clearable
      limit={LOADED}
      orderBy="tr.id"
      rank={collected}
      {...(territory.entiteId
        ? { filters: [{ column: 'ent.id', operator: 'eq' as const, x: String(territory.entiteId) }] }
        : {})}
      value={chosen ? String(chosen.id) : null}
      valueLabel={chosen?.nom}
      onChange={(id) => onChange(id ? Number(id) : undefined)}
    />
  );
}
