import { useEffect, useId, useRef } from 'react';
import { Button, useComputedColorScheme } from '@mantine/core';
import { type ChartData, type ChartKind, kindsOf } from '@octroi/contract/platform/chart/chart';
import { CHART_HEIGHT } from '@octroi/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { IconPhotoDown } from '@tabler/icons-react';
import { ErrorState } from '../page/ErrorState.tsx';
import { Segments } from '../Segments.tsx';
import type { Drawing } from './draw.ts';
import classes from './Chart.module.css';

const KIND_LABELS: Record<ChartKind, string> = { colonnes: 'Colonnes', courbe: 'Courbe' };

interface ChartProps {
  /** Title of the chart, of its picture, and its name for those who do not see it. */
  title: string;
  /** Absent while it is on its way: the frame stands already. */
  data: ChartData | undefined;
  /** Asked for; what its axis does not allow is drawn as columns. */
  kind: ChartKind;
  /** Offers the forms that its axis allows, where those are several. */
  onKind?: (kind: ChartKind) => void;
  /** Name of the picture's file, without its ending; absent where the person may not take it away. */
  fileName?: string | undefined;
  /** What the figures are of, beneath the title of the picture: away from the screen nothing else says it. */
  details?: readonly string[];
}

/** Columns or a line, 350 px high (specification 2 section 9). The table with the same figures stands beside it. */
export function Chart({ title, data, kind, onKind, fileName, details = [] }: ChartProps) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const scheme = useComputedColorScheme('light');
  const library = useQuery({
    queryKey: ['chart', 'library'],
    queryFn: () => import('./draw.ts'),
    staleTime: Infinity,
  });
  const open = library.data?.openChart;
  const kinds = data ? kindsOf(data) : [];
  const form = kinds.includes(kind) ? kind : 'colonnes';

  useEffect(() => {
    if (!open || !host.current) return;
    const opened = open(host.current);
    drawing.current = opened;
    const observer = new ResizeObserver(() => opened.resize());
    observer.observe(host.current);
    return () => {
      observer.disconnect();
      opened.close();
      drawing.current = null;
    };
  }, [open]);

  // The theme is no input of the drawing, but its colours are read from it.
  useEffect(() => {
    if (data) drawing.current?.draw(data, form);
  }, [open, data, form, scheme]);

  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {onKind && kinds.length > 1 ? (
          <Segments
            label="Forme du graphique"
            segments={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
            value={form}
            onChange={onKind}
          />
        ) : null}
        {fileName ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPhotoDown size={14} />}
            disabled={!data || !open}
            onClick={() =>
              drawing.current && savePicture(drawing.current.picture(title, details.join(' · ')), fileName)
            }
          >
            Image PNG
          </Button>
        ) : null}
      </div>
      {library.error ? (
        <ErrorState error={library.error} onRetry={() => void library.refetch()} />
      ) : (
        <div
          ref={host}
          role="img"
          aria-label={`${title}. Les mêmes chiffres sont dans le tableau.`}
          data-drawn={data && open ? true : undefined}
          className={classes.host}
          style={{ height: CHART_HEIGHT }}
        />
      )}
    </section>
  );
}

function savePicture(canvas: HTMLCanvasElement, fileName: string): void {
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${fileName}.png`;
  link.click();
}
