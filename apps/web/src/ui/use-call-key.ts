/** Idempotency keys of calls that create: a call repeated after a lost reply creates nothing more. */
import { useRef } from 'react';

/** A unique key; `crypto.randomUUID` would require HTTPS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The last call without an answer, as JSON, and its key; stored with what is typed, for a reload of the page. */
export interface UnansweredCall {
  content: string;
  key: string;
}

export const NO_CALL: UnansweredCall = { content: '', key: '' };

/** @returns the call with the key of the same content; a corrected content gets a new key */
export function callOf(last: UnansweredCall, body: unknown): UnansweredCall {
  const content = JSON.stringify(body);
  return last.content === content ? last : { content, key: newKey() };
}

/**
 * The keys of a form.
 * @returns `keyFor` gives the key of a content, the same one until `forget` is called after the answer
 */
export function useCallKey(): {
  keyFor: (body: unknown) => string;
  forget: () => void;
  last: () => UnansweredCall;
  restore: (last: UnansweredCall) => void;
} {
  const call = useRef(NO_CALL);
  return {
    keyFor: (body) => {
      call.current = callOf(call.current, body);
      return call.current.key;
    },
    forget: () => void (call.current = NO_CALL),
    last: () => call.current,
    restore: (last) => void (call.current = last),
  };
}
