export { sendPhoto } from './photo-file.ts';
export { PhotoButton } from './PhotoButton.tsx';
export { PhotoInput } from './PhotoInput.tsx';
