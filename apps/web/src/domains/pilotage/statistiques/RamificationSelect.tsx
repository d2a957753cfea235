import { ReferenceSelect } from '#src/ui/ReferenceSelect.tsx';
import type { Territory } from '#src/ui/territory/use-territory.ts';

interface RamificationSelectProps {
  territory: Territory;
  onChange: (ramification: number | undefined) => void;
}

/** One sub-entity of the collectivité at work, of whatever level. */
export function RamificationSelect({ territory, onChange }: RamificationSelectProps) {
  const chosen = territory.chain.at(-1);
  return (
    <ReferenceSelect
      aria-label="Sous-entité"
      placeholder="Toutes les sous-entités"
      path="ramifications"
      enabledOnly
      clearable
      {...(territory.asked
        ? { filters: [{ column: 'ent.id', operator: 'eq' as const, x: String(territory.asked) }] }
        : {})}
      value={chosen ? String(chosen.id) : null}
      valueLabel={chosen?.nom}
      onChange={(id) => onChange(id ? Number(id) : undefined)}
    />
  );
}
