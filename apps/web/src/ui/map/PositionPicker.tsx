import { useMemo, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { MapView } from './MapView.tsx';
import {
  NO_POSITION,
  type Position,
  type PositionErrors,
  positionText,
  type PositionText,
  readPosition,
  splitPasted,
} from './position.ts';
import classes from './PositionPicker.module.css';

interface PositionPickerProps {
  /** As typed; on save the form uses `positionErrors` and `readPosition`. */
  value: PositionText;
  onChange: (value: PositionText) => void;
  errors?: PositionErrors;
  legend?: string;
  disabled?: boolean;
  /** Initial view without a position. */
  centre?: Position & { zoom: number };
}

/** A position field: two inputs and a map, kept in sync. */
export function PositionPicker({
  value,
  onChange,
  errors = {},
  legend = 'Position',
  disabled = false,
  centre,
}: PositionPickerProps) {
  const [trouble, setTrouble] = useState<string>();
  const { latitude, longitude } = value;
  const points = useMemo(() => {
    const position = readPosition({ latitude, longitude });
    return position ? [{ ...position, id: 'position', label: `${latitude}, ${longitude}` }] : [];
  }, [latitude, longitude]);
  const pick = (position: Position): void => {
    setTrouble(undefined);
    onChange(positionText(position));
  };
  const field = (name: keyof PositionText, label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode="decimal"
      size="md"
      disabled={disabled}
      value={value[name]}
      error={errors[name]}
      onChange={({ currentTarget }) =>
        onChange(splitPasted(currentTarget.value) ?? { ...value, [name]: currentTarget.value })
      }
    />
  );
  return (
    <fieldset className={classes.picker}>
      <legend>{legend}</legend>
      <div className={classes.fields}>
        {field('latitude', 'Latitude', '13.5127')}
        {field('longitude', 'Longitude', '2.1126')}
        {disabled ? null : (
          <div className={classes.acts}>
            <OwnPosition onPick={pick} onTrouble={setTrouble} />
            {latitude || longitude ? (
              <Button variant="subtle" onClick={() => onChange(NO_POSITION)}>
                Effacer
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {trouble ? (
        <p className={classes.trouble} role="alert">
          {trouble}
        </p>
      ) : null}
      <MapView
        label={`${legend}, sur la carte`}
        points={points}
        height={260}
        {...(centre ? { centre } : {})}
        {...(disabled ? {} : { onPick: pick })}
      />
      {disabled ? null : (
        <p className={classes.hint}>
          Cliquez sur la carte ou tirez le point. Au clavier : les flèches, + et − déplacent la carte, Entrée
          place le point en son centre.
        </p>
      )}
    </fieldset>
  );
}

interface OwnPositionProps {
  onPick: (position: Position) => void;
  onTrouble: (trouble: string) => void;
}

/** Fills in the device's position; browsers give it over HTTPS only. */
function OwnPosition({ onPick, onTrouble }: OwnPositionProps) {
  if (!window.isSecureContext) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconCurrentLocation size={16} />}
      onClick={() => {
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => onPick(coords),
          () => onTrouble('La position de cet appareil n’a pas pu être lue.'),
          { enableHighAccuracy: true, timeout: 15_000 },
        );
      }}
    >
      Ma position
    </Button>
  );
}
