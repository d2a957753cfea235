export type { ResourceScreens } from './declaration.ts';
export { resourceScreens } from './routes.tsx';
