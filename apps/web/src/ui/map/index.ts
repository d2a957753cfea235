export type { MapArea } from './areas.ts';
export type { MapPoint } from './groups.ts';
export type { Bounds, Viewport } from './leaflet.ts';
export { MapView } from './MapView.tsx';
export {
  NO_POSITION,
  type Position,
  positionErrors,
  positionText,
  type PositionText,
  readPosition,
} from './position.ts';
export { PositionPicker } from './PositionPicker.tsx';
