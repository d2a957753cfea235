import classes from './Segments.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
}

interface SegmentsProps<Value extends string> {
  /** What is chosen between, for those who do not see the frame. */
  label: string;
  segments: readonly Segment<Value>[];
  /** The pressed one; none when something else is in force. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A row of buttons of which one at most is pressed. */
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
