import { useEffect, useRef, useState } from 'react';
import { readCodes } from '#src/platform/device/codes.ts';

/** Shows the camera until it reads a code. */
export function Scanner({ onRead, onClose }: { onRead: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [faute, setFaute] = useState<string>();
  useEffect(() => {
    if (!video.current) return undefined;
    return readCodes(video.current, onRead, setFaute);
    // the camera is opened once, whatever is drawn around it meanwhile
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <div>
      {faute ? (
        <p className="note rouge" role="alert">
          {faute}
        </p>
      ) : (
        <div className="photo">
          <video ref={video} muted playsInline style={{ width: '100%' }} aria-label="Ce que voit la caméra" />
        </div>
      )}
      <div className="quai">
        <button className="b" type="button" onClick={onClose}>
          Fermer la caméra
        </button>
      </div>
    </div>
  );
}
