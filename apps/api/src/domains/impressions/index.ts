/** Printing and exports: what leaves the office. */
export { documentRoutes } from './documents/documents.routes.ts';
export { sheetRoutes } from './sheets/sheets.routes.ts';
export { fileDelivery } from './files.ts';
export { exportRoutes } from './exports/exports.routes.ts';
export { pieceCaisseRoutes } from './caisse/pieces-caisse.routes.ts';
export { papierRoutes } from './papiers/papiers.routes.ts';
export { pointRoutes } from './point/point.routes.ts';
export { type PointService, pointService } from './point/point.service.ts';
export { issueDrawn } from './recus/recus.service.ts';
export { pieceRoutes } from './pieces/pieces.routes.ts';
