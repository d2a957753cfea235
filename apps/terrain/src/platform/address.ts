/** The location within the app, after the #, so that all addresses are the one page cached offline. */
import { useEffect, useState } from 'react';

/** `#/fiche/12` -> `['fiche', '12']` */
export const partsOfHash = (hash: string): string[] =>
  hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decoded);

/** A truncated or invalid escape is kept as typed. */
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
/** Navigates so that Back does not return here. */
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

/** The enrolment code of the office's QR, removed from the address once read. */
export function takeCode(): string | undefined {
  const [, code] = /^#code=([^&]+)/.exec(location.hash) ?? [];
  if (code) history.replaceState(null, '', '#/');
  return code;
}
