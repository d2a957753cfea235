import { useEffect, useId, useRef } from 'react';
import { Button, useComputedColorScheme } from '@mantine/core';
import { type ChartData, type ChartKind, kindsOf } from '@octroi/contract/platform/chart/chart';
import { CHART_HEIGHT } from '@octroi/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { IconPhotoDown } from '@tabler/icons-react';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { Segments } from '../Segments.tsx';
import type { Drawing } from './draw.ts';
import classes from './Chart.module.css';

const KIND_LABELS: Record<ChartKind, string> = { colonnes: 'Colonnes', courbe: 'Courbe' };

interface ChartProps {
  /** Title of the chart and of its picture, and its accessible name. */
  title: string;
  /** Absent while loading: the frame keeps its size. */
  data: ChartData | undefined;
  /** Requested form; a form that the axis does not allow falls back to columns. */
  kind: ChartKind;
  /** Shows a form switch, if the axis allows several forms. */
  onKind?: (kind: ChartKind) => void;
  /** File name of the picture, without extension; absent without the right to export. */
  fileName?: string | undefined;
  /** Criteria printed below the title of the picture, which is used outside the screen. */
  details?: readonly string[];
}

/** Columns or a line, 350 px high (specification 2 section 9). A table with the same figures is next to it. */
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
  const [open, failure] = [library.data?.openChart, failureOf(library)];
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

  // colours are read from the theme, so a theme change redraws
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
      {failure ? (
        <ErrorState failure={failure} />
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
