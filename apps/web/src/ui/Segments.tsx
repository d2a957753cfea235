import classes from './Segments.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
}

interface SegmentsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  segments: readonly Segment<Value>[];
  /** The selected value; undefined if none of them is. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A row of buttons, at most one selected. */
export function Segments<Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) {
  return (
    <div className={classes.segments} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          className={classes.segment}
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  );
}
