/** The position of the phone. */
export interface Position {
  latitude: number;
  longitude: number;
  /** Metres. */
  precisionPosition: number;
}

const FAULTS: Readonly<Record<number, string>> = {
  1: 'La position n’est pas permise : autorisez-la pour cette page.',
  2: 'Le téléphone ne trouve pas sa position.',
  3: 'La position tarde : sortez à ciel ouvert.',
};

/** For a person who stands still: keeps the most accurate position. @returns a function that stops it */
export function watchPosition(onPosition: (position: Position) => void, onFault: (message: string) => void) {
  let best = Number.POSITIVE_INFINITY;
  const better = (position: Position): void => {
    if (position.precisionPosition > best) return;
    best = position.precisionPosition;
    onPosition(position);
  };
  return followPosition(better, onFault);
}

/** For a person who walks. @returns a function that stops it */
export function followPosition(onPosition: (position: Position) => void, onFault: (message: string) => void) {
  const id = navigator.geolocation.watchPosition(
    ({ coords }) => {
      onPosition({
        latitude: coords.latitude,
        longitude: coords.longitude,
        precisionPosition: coords.accuracy,
      });
    },
    ({ code }) => onFault(FAULTS[code] ?? FAULTS[2] ?? ''),
    { enableHighAccuracy: true, maximumAge: 0, timeout: 60_000 },
  );
  return () => navigator.geolocation.clearWatch(id);
}
