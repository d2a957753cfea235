/** Where the phone is. */
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

/** Better and better as the phone hears more satellites: of one who stands still. @returns what ends it */
export function watchPosition(onPosition: (position: Position) => void, onFault: (why: string) => void) {
  let best = Number.POSITIVE_INFINITY;
  const better = (position: Position): void => {
    if (position.precisionPosition > best) return;
    best = position.precisionPosition;
    onPosition(position);
  };
  return followPosition(better, onFault);
}

/** Of one who walks. @returns what ends it */
export function followPosition(onPosition: (position: Position) => void, onFault: (why: string) => void) {
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
