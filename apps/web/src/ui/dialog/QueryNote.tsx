import type { UseQueryResult } from '@tanstack/react-query';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';

interface QueryNoteProps<Data> {
  query: UseQueryResult<Data>;
  text: (data: Data) => string;
}

/** What an act would change, computed before it is sent. */
export const QueryNote = <Data,>({ query, text }: QueryNoteProps<Data>) => {
  const { data, error, isFetching, refetch } = query;
  return (
    <p role="status">
      {isFetching ? (
        'Un instant…'
      ) : error ? (
        <FailureNote failure={{ error, retry: () => void refetch() }} />
      ) : data ? (
        text(data)
      ) : null}
    </p>
  );
};
