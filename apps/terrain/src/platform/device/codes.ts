/** QR codes, read by the browser if it can; otherwise they are typed. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector;
  }
}

export const canReadCodes = (): boolean => 'BarcodeDetector' in window && !!navigator.mediaDevices;

const EVERY_MS = 200;

/** Shows the camera until a code is read. @returns a function that stops it */
export function readCodes(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  onFault: (message: string) => void,
) {
  let stopped = false;
  let stream: MediaStream | undefined;
  const stop = (): void => {
    stopped = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const watch = async (): Promise<void> => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (stopped || !window.BarcodeDetector) return stop();
    video.srcObject = stream;
    await video.play();
    const detector = new window.BarcodeDetector({ formats: ['qr_code'] });
    while (!stopped) {
      const [code] = await detector.detect(video);
      if (code && !stopped) {
        stop();
        return onRead(code.rawValue);
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  watch().catch(() => {
    stop();
    onFault('La caméra ne s’ouvre pas. Autorisez-la, ou écrivez-le à la main.');
  });
  return stop;
}
