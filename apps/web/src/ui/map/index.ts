export type { MapArea } from './areas.ts';
export type { MapPoint } from './groups.ts';
export type { Bounds, Viewport } from './leaflet.ts';
export { MapView } from './MapView.tsx';
