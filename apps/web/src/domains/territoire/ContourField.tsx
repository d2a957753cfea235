import { formatNumber } from '@octroi/contract/platform/values/money';
import { may } from '@octroi/contract/rights';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import type { ContourImporte } from '@octroi/contract/territoire/contour';
import {
  CONTOUR_KINDS,
  CONTOUR_MESSAGES,
  MAX_CONTOUR_BYTES,
} from '@octroi/contract/territoire/contour-limits';
import { IconPolygon } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { queryFor, call, callKey, resourceKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { FileField } from '#src/ui/form/FileField.tsx';
import classes from './ContourField.module.css';

/** Reads a file, or gives the reason why it cannot be an outline; the server checks the content. */
async function readFile(file: File): Promise<{ body: unknown } | { fault: string }> {
  if (file.size > MAX_CONTOUR_BYTES) return { fault: CONTOUR_MESSAGES.tropGrand };
  try {
    return { body: JSON.parse(await file.text()) as unknown };
  } catch {
    return { fault: CONTOUR_MESSAGES.autreChose };
  }
}

const faultOf = (error: unknown): string =>
  (error instanceof ApiError && error.errors.find(({ field }) => field === 'contour')?.message) ||
  reasonOf(error);

interface ContourFieldProps {
  row: ResourceRow;
  readOnly: boolean;
}

/** The outline of a sub-entity, on a map. */
export function ContourField(props: ContourFieldProps) {
  return may(useSession().permissions, 'ramifications', 'Voir') ? <Contour {...props} /> : null;
}

function Contour({ row, readOnly }: ContourFieldProps) {
  const params = { id: row.id };
  const queries = useQueryClient();
  const read = useQuery(queryFor('GET /ramifications/{id}/contour', { params }));
  const [data, failure] = [read.data, failureOf(read)];
  const keep = (contour: ContourImporte): void => {
    queries.setQueryData(callKey('GET /ramifications/{id}/contour', { params }), contour);
    void queries.invalidateQueries({ queryKey: resourceKey('GET /statistiques/carte/contours') });
  };
  /** Changes the outline that is shown, and no other one. */
  const change = async (act: (version: number | undefined) => Promise<ContourImporte>): Promise<void> => {
    try {
      keep(await act(data?.version));
    } catch (failure) {
      void read.refetch();
      throw failure;
    }
  };
  const send = async (file: File): Promise<string | undefined> => {
    const read = await readFile(file);
    if ('fault' in read) return read.fault;
    await change((version) => call('PUT /ramifications/{id}/contour', { params, body: read.body, version }));
    return undefined;
  };

  return (
    <div className={classes.section}>
      <FileField
        title="Contour sur la carte"
        hasFile={(data?.points ?? 0) > 0}
        choose={['Choisir un contour', 'Changer le contour']}
        icon={<IconPolygon size={16} aria-hidden />}
        accept={CONTOUR_KINDS}
        note="Un fichier GeoJSON (Polygon ou MultiPolygon, WGS84) de 5 000 points et de 1 Mo au plus."
        readOnly={readOnly || data === undefined}
        send={send}
        remove={() => change((version) => call('DELETE /ramifications/{id}/contour', { params, version }))}
        reason={faultOf}
      >
        {failure ? <p role="alert">{reasonOf(failure.error)}</p> : null}
        {data ? (
          <p>
            {data.points > 0
              ? `Contour enregistré (${formatNumber(data.points)} points)`
              : 'Pas de contour : la carte en trace un autour des contribuables.'}
          </p>
        ) : null}
      </FileField>
    </div>
  );
}
