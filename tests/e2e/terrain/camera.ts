/** A fake camera: the test browser has none, and reads no codes. */
import type { Page } from '@playwright/test';

/** Installs the camera; it shows no code until `showCode`. */
export const plugCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = { text: '' };
    Object.assign(window, { seen });
    class BarcodeDetector {
      detect = async () => (seen.text ? [{ rawValue: seen.text }] : []);
    }
    Object.assign(window, { BarcodeDetector });
    const picture = document.createElement('canvas');
    const drawing = picture.getContext('2d');
    // a stream plays only if something moves in it
    const draw = (at: number): void => {
      drawing?.fillRect(at % 100, 0, 5, 5);
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => picture.captureStream(5) },
    });
  });

/** Holds a QR with this text before the camera. */
export const showCode = (page: Page, text: string): Promise<void> =>
  page.evaluate((shown) => {
    (window as unknown as { seen: { text: string } }).seen.text = shown;
  }, text);
