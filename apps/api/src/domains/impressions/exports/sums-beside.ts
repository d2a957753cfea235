/** Opens the rows of a file together with the additional sums of its list, in one snapshot. */
import type { Readable } from 'node:stream';
import type { Database, Queries } from '#src/platform/database/database.ts';
import type { OpenedRequest, RowsRequest } from '#src/platform/export/request.ts';
import { openRows, type Reading, type ReadRows } from '#src/platform/export/rows.repository.ts';
import type { SumBeside } from '#src/platform/export/text.ts';

/** Whether single rows were selected. */
export const isChosen = ({ ids, except }: RowsRequest): boolean => ids !== null || except.length > 0;

/** @param also reads what else the file says, in the same snapshot */
export async function openWithSums<Row>(
  db: Database,
  request: RowsRequest,
  { declaration, narrowed, rows }: Pick<OpenedRequest, 'declaration' | 'narrowed' | 'rows'>,
  { also, ...reading }: Reading & { readRows: ReadRows<Row>; also?: (queries: Queries) => Promise<void> },
): Promise<{ batches: Readable; beside: SumBeside[] }> {
  let beside: SumBeside[] = [];
  const batches = await openRows(db, rows, {
    ...reading,
    beside: async (queries) => {
      beside = (await declaration.beside?.(queries, narrowed, isChosen(request))) ?? [];
      await also?.(queries);
    },
  });
  return { batches, beside };
}
