import type { ReactNode } from 'react';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';
import { fieldColumn } from '@octroi/contract/platform/resource/resource-columns';
import { Card } from '../page/Card.tsx';
import { Facts } from '../page/Facts.tsx';
import { StatusBadge } from '../figure/StatusBadge.tsx';
import { formFields } from './form-values.ts';

/** The value of a field as in its list; a dash if empty. */
function shown(resource: Resource, name: string, row: ResourceRow): readonly [string, ReactNode] {
  const column = fieldColumn(resource, name);
  let value: ReactNode;
  if (column.kind === 'status') value = <StatusBadge status={column.value(row)} />;
  else if (column.kind === 'number' || column.kind === 'amount') {
    const figure = column.value(row);
    value = typeof figure === 'number' ? formatNumber(figure) : null;
  } else value = column.value(row);
  return [column.header, value || '—'];
}

interface RecordFactsProps {
  resource: Resource;
  row: ResourceRow;
  /** Fields to show, in order; all by default. */
  only?: readonly string[] | undefined;
}

/** A read-only view of a record: the values of its form. */
export const RecordFacts = ({ resource, row, only }: RecordFactsProps) => (
  <Card title={resource.label.one}>
    <Facts
      facts={formFields(resource, only).flatMap(([name, { kind }]) =>
        kind === 'secret' ? [] : [shown(resource, name, row)],
      )}
    />
  </Card>
);
