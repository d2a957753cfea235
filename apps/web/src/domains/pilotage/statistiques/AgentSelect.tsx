import '#src/ui/form/selects.css';
import { useQuery } from '@tanstack/react-query';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { queryFor } from '#src/platform/call.ts';
import { thisYear } from '#src/ui/period/period-search.ts';
import { choiceState } from '#src/ui/form/choice-state.tsx';
import { readingOf } from '#src/ui/form/resource-options.ts';
import type { CallQuery } from './declaration.ts';
import { HeldSelect } from '#src/ui/form/HeldSelect.tsx';

/** Agents of a place with their enrolments and collected amounts; all-time without a period. */
export const useAgents = (query: CallQuery, { enabled = true } = {}) =>
  useQuery({ ...queryFor('GET /statistiques/agents', { query: agentsQuery(query) }), enabled });

/** The query of the agents table, which has no interval. */
export const agentsQuery = ({ pas: _pas, ...query }: CallQuery): Omit<CallQuery, 'pas'> => query;

/** The period of an agent's own figures: the table's, else this year. */
export const periodOf = (range: OpenRange, today: string): OpenRange =>
  range.from || range.to ? range : thisYear(today);

const allEverSince = (query: CallQuery): CallQuery => ({
  ...query,
  from: undefined,
  to: undefined,
  agent: undefined,
});

/** Name of the chosen agent; undefined without one, and while loading. */
export function useAgentName(query: CallQuery): string | undefined {
  const { data } = useAgents(allEverSince(query), { enabled: query.agent !== undefined });
  return query.agent === undefined ? undefined : data?.data.find(({ id }) => id === query.agent)?.fullName;
}

interface AgentSelectProps {
  query: CallQuery;
  value: number | undefined;
  onChange: (agent: number | undefined) => void;
}

/** A select of the agents of the place. */
export function AgentSelect({ query, value, onChange }: AgentSelectProps) {
  const agents = useAgents(allEverSince(query));
  const { data } = agents;
  const reading = readingOf(agents);
  const options = (data?.data ?? []).flatMap(({ id, fullName }) =>
    id === null ? [] : [{ value: String(id), label: fullName }],
  );
  const isListed = value === undefined || options.some((option) => option.value === String(value));
  return (
    <HeldSelect
      aria-label="Agent"
      placeholder="Tous les agents"
      clearable
      data={isListed ? options : [{ value: String(value), label: 'Agent choisi' }, ...options]}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
      {...choiceState(reading)}
      maxDropdownHeight={280}
      w={260}
    />
  );
}
