/** The current position, refined while waiting. */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Position, watchPosition } from '#src/platform/device/position.ts';
import { Icon } from './Icon.tsx';

/** Accuracy in metres that is sufficient to find a stall again. */
const GOOD = 20;

interface PositionFieldProps {
  /** Accuracy in metres; null without a position. */
  precision: number | null;
  /** Whether it is asked for at once, unless there is one. */
  auto?: boolean;
  /** What makes it doubtful. */
  doute?: string | undefined;
  onValue: (position: Position) => void;
}

export function PositionField({ precision, auto = false, doute, onValue }: PositionFieldProps) {
  const [asking, setAsking] = useState(auto && precision === null);
  const [fault, setFault] = useState<string>();
  const take = useEffectEvent((position: Position) => {
    onValue(position);
    if (position.precisionPosition <= GOOD) setAsking(false);
  });
  useEffect(() => {
    if (!asking) return undefined;
    return watchPosition(
      (position) => take(position),
      (message) => {
        // refused, or not found: the reason is shown, and it may be asked again
        setFault(message);
        setAsking(false);
      },
    );
  }, [asking]);
  const hasPosition = precision !== null;
  return (
    <>
      <div className="ligne">
        <Icon name="place" />
        <span role="status">
          <b>{hasPosition ? `Position à ${Math.round(precision)} m près` : 'Pas de position'}</b>
          <small>
            {asking
              ? 'Restez à ciel ouvert…'
              : (fault ?? (hasPosition && precision > GOOD ? 'Peu précise' : 'Devant l’étal, à ciel ouvert'))}
          </small>
        </span>
      </div>
      {doute && !asking && (
        <p className="note ambre" role="alert">
          {doute}
        </p>
      )}
      <div className="quai">
        <button
          className="b"
          onClick={() => {
            setFault(undefined);
            setAsking(!asking);
          }}
        >
          <Icon name="place" />
          {asking ? 'Garder celle-ci' : hasPosition ? 'Reprendre la position' : 'Prendre la position'}
        </button>
      </div>
    </>
  );
}
