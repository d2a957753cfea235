import type { UseQueryResult } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';

interface QueryNoteProps<Data> {
  query: UseQueryResult<Data>;
  text: (data: Data) => string;
}

/** What an act would change, computed before it is sent. */
export const QueryNote = <Data,>({ query: { data, error, isFetching }, text }: QueryNoteProps<Data>) => (
  <p role="status">{isFetching ? 'Un instant…' : error ? reasonOf(error) : data ? text(data) : null}</p>
);
