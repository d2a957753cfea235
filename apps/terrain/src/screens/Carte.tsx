/** The map of the phone's places: no tiles, no network; outlines, positions, today's visits. */
import '#src/ui/style/plan.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  nearestOf,
  type Plan,
  planOf,
  type PlanPoint,
  type Point,
  fromScreen,
  type View,
  viewOf,
  zoomed,
} from '#src/model/visites/plan.ts';
import { totalDu } from '#src/model/personnes.ts';
import { between, voisinText } from '#src/model/visites/proximite.ts';
import { followPosition, type Position } from '#src/platform/device/position.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Page } from '#src/ui/Page.tsx';
import { drawPlan } from '#src/ui/plan-drawing.ts';
import { count } from '#src/ui/text.ts';
import { useGestures } from '#src/ui/use-gestures.ts';
import { PersonneRow } from './Chercher.tsx';

/** Pixels around a position that a thumb hits. */
const THUMB = 28;
/** Stops drawn at once: more would hide the positions. */
const NEXT_STOPS = 30;
/** Pixels a metre when the map goes to where the agent is. */
const STREET = 1.5;

export function Carte() {
  const { etat } = useTerrain();
  const { personnes, referentiel } = etat;
  const plan = useMemo(() => planOf(personnes.all(), referentiel), [personnes, referentiel]);
  if (!plan)
    return (
      <Page titre="Carte" retour>
        <p className="vide">Aucune fiche de ce téléphone n’a de position.</p>
      </Page>
    );
  return <PlanScreen plan={plan} />;
}

/** The size of an element, followed. */
function useSize() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, size };
}

function useHere(): Position | undefined {
  const [here, setHere] = useState<Position>();
  useEffect(() => followPosition(setHere, () => undefined), []);
  return here;
}

function PlanScreen({ plan }: { plan: Plan }) {
  const { etat } = useTerrain();
  const { frame, size } = useSize();
  const here = useHere();
  const [moved, setMoved] = useState<View>();
  const [cle, setCle] = useState<string>();
  const view = moved ?? viewOf(plan, { width: size.width || 1, height: size.height || 1 });
  const chosen = plan.points.find(({ personne }) => personne.cle === cle);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const tap = (at: Point) =>
    setCle(nearestOf(plan.points, fromScreen(view, size, at), THUMB / view.scale)?.personne.cle);
  const gestures = useGestures({ view, size, onView: setMoved, onTap: tap });
  const zoom = (factor: number) => setMoved(zoomed(view, size, middle, factor));
  return (
    <Page
      titre="Carte"
      sous={count(plan.points.length, 'position', 'positions')}
      retour
      quai={
        <div className="paire plan-boutons">
          <button className="b" aria-label="Éloigner" onClick={() => zoom(0.6)}>
            −
          </button>
          <button className="b" aria-label="Rapprocher" onClick={() => zoom(1.7)}>
            +
          </button>
          <button
            className="b"
            disabled={!here}
            onClick={() => here && setMoved({ ...plan.toPoint(here), scale: Math.max(view.scale, STREET) })}
          >
            Où je suis
          </button>
        </div>
      }
    >
      <div className="plan" ref={frame}>
        <PlanCanvas {...{ plan, view, size, here, chosen, gestures }} />
      </div>
      <p className="plan-legende">
        <span>
          <i className="carre" /> doit
        </span>
        <span>
          <i className="rond" /> ne doit rien
        </span>
        <span>
          <i className="pastille" /> tournée du jour
        </span>
      </p>
      <div role="status">
        {chosen && (
          <PersonneRow personne={chosen.personne} etat={etat} {...(here && { ou: farText(here, chosen) })} />
        )}
      </div>
    </Page>
  );
}

function farText(here: Position, { personne: { latitude, longitude } }: PlanPoint): string {
  if (latitude === null || longitude === null) return '';
  return voisinText(between(here, { latitude, longitude }));
}

interface PlanCanvasProps {
  plan: Plan;
  view: View;
  size: { width: number; height: number };
  here: Position | undefined;
  chosen: PlanPoint | undefined;
  gestures: ReturnType<typeof useGestures>;
}

function PlanCanvas({ plan, view, size, here, chosen, gestures }: PlanCanvasProps) {
  const { etat } = useTerrain();
  const canvas = useRef<HTMLCanvasElement>(null);
  const debtors = useMemo(() => new Set(plan.points.filter(({ personne }) => totalDu(personne) > 0)), [plan]);
  const stops = useMemo(
    () =>
      etat.arrets
        .flatMap(({ personne, rang, fait }) => {
          const { latitude = null, longitude = null } = personne ?? {};
          if (fait !== null || latitude === null || longitude === null) return [];
          return [{ point: plan.toPoint({ latitude, longitude }), rang }];
        })
        .slice(0, NEXT_STOPS),
    [etat.arrets, plan],
  );
  const ratio = Math.min(2, devicePixelRatio || 1);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current)
        drawPlan(canvas.current, ratio, {
          plan,
          view,
          size,
          stops,
          chosen,
          owes: (point) => debtors.has(point),
          here: here && plan.toPoint(here),
        });
    });
    return () => cancelAnimationFrame(frame);
  });
  return (
    <canvas
      ref={canvas}
      {...gestures}
      width={Math.round(size.width * ratio)}
      height={Math.round(size.height * ratio)}
      role="img"
      aria-label={`Carte : ${count(debtors.size, 'contribuable doit', 'contribuables doivent')} sur ${count(plan.points.length, 'position', 'positions')}. La liste « Près de moi » dit les mêmes.`}
    />
  );
}
