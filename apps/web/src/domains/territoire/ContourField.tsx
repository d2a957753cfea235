import { useState } from 'react';
import { Button, FileButton } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { formatNumber } from '@octroi/contract/money';
import { may } from '@octroi/contract/rights';
import type { ResourceRow } from '@octroi/contract/resource';
import type { ContourImporte } from '@octroi/contract/territoire/contour';
import {
  CONTOUR_KINDS,
  CONTOUR_MESSAGES,
  MAX_CONTOUR_BYTES,
} from '@octroi/contract/territoire/contour-limits';
import { IconPolygon, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { asks, call, callKey, resourceKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { Card } from '#src/ui/Card.tsx';
import classes from './ContourField.module.css';

/** What a file holds, or why it cannot be an outline; the server looks at what it is. */
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

function useContour(id: number) {
  const params = { id };
  const queries = useQueryClient();
  const contour = useQuery(asks('GET /ramifications/{id}/contour', { params }));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const change = async (send: () => Promise<ContourImporte>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      queries.setQueryData(callKey('GET /ramifications/{id}/contour', { params }), await send());
      void queries.invalidateQueries({ queryKey: resourceKey('GET /statistiques/carte/contours') });
      toastSuccess(MESSAGES.modifie);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  const take = async (file: File | null): Promise<void> => {
    if (!file) return;
    const read = await readFile(file);
    if ('fault' in read) return setFault(read.fault);
    await change(() => call('PUT /ramifications/{id}/contour', { params, body: read.body }));
  };
  const remove = (): Promise<void> => change(() => call('DELETE /ramifications/{id}/contour', { params }));
  return {
    points: contour.data?.points,
    fault: fault ?? (contour.isError ? reasonOf(contour.error) : undefined),
    busy,
    take,
    remove,
  };
}

interface ContourFieldProps {
  row: ResourceRow;
  readOnly: boolean;
}

/** The outline of a sub-entity on the map: sent and removed at once, apart from its form. */
export function ContourField(props: ContourFieldProps) {
  return may(useSession().permissions, 'ramifications', 'Voir') ? <ContourCard {...props} /> : null;
}

function ContourCard({ row, readOnly }: ContourFieldProps) {
  const { points, fault, ...acts } = useContour(row.id);
  return (
    <div className={classes.section}>
      <Card title="Contour sur la carte">
        <div className={classes.body}>
          {points === undefined ? null : (
            <p>
              {points > 0
                ? `Contour enregistré (${formatNumber(points)} points)`
                : 'Pas de contour : la carte en trace un autour des contribuables.'}
            </p>
          )}
          {readOnly || points === undefined ? null : (
            <ContourActs {...acts} given={points > 0} attempt={fault} />
          )}
          {fault ? (
            <p className={classes.fault} role="alert">
              {fault}
            </p>
          ) : readOnly ? null : (
            <p className={classes.note}>
              Un fichier GeoJSON (Polygon ou MultiPolygon, WGS84) de 5 000 points et de 1 Mo au plus.
            </p>
          )}
        </div>
      </Card>
    </div>
  );
}

interface ContourActsProps extends Pick<ReturnType<typeof useContour>, 'busy' | 'take' | 'remove'> {
  given: boolean;
  /** What the last choice came to: the same file may then be chosen again. */
  attempt: string | undefined;
}

function ContourActs({ given, attempt, busy, take, remove }: ContourActsProps) {
  return (
    <div className={classes.acts}>
      <FileButton accept={CONTOUR_KINDS} onChange={(file) => void take(file)} key={`${busy} ${attempt}`}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={busy}
            leftSection={<IconPolygon size={16} aria-hidden />}
          >
            {given ? 'Changer le contour' : 'Choisir un contour'}
          </Button>
        )}
      </FileButton>
      {given ? (
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          Retirer
        </Button>
      ) : null}
    </div>
  );
}
