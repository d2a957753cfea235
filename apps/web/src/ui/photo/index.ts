export { sendPhoto } from './photo-file.ts';
export { PhotoButton } from './PhotoButton.tsx';
