/** Where in the application one is: behind the #, so that every address is the one page that is kept offline. */
import { useEffect, useState } from 'react';

/** `#/fiche/12` -> `['fiche', '12']` */
export const partsOfHash = (hash: string): string[] =>
  hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decoded);

/** An address that was cut or mistyped is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const go = (address: string): void => {
  location.hash = address;
};
/** Goes on so that « back » does not come here again. */
export const goInstead = (address: string): void => {
  location.replace(`#${address}`);
};
export const back = (): void => {
  history.back();
};

export function useAddress(): string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => {
      setHash(location.hash);
      scrollTo(0, 0);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return partsOfHash(hash);
}

/** The code that the office's QR carries, once: it is taken out of the address. */
export function takeCode(): string | undefined {
  const [, code] = /^#code=([^&]+)/.exec(location.hash) ?? [];
  if (code) history.replaceState(null, '', '#/');
  return code;
}
