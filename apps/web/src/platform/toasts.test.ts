import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { hostToaster, tellUncaught, type Toast } from './toasts.ts';

const rejection = (reason: unknown): Event => Object.assign(new Event('unhandledrejection'), { reason });

test('a failed call that no act caught is told; what is not a call is left to the console', async () => {
  const told: Toast[] = [];
  hostToaster(() => Promise.resolve((toast) => void told.push(toast)));
  const page = new EventTarget();
  tellUncaught(page);
  page.dispatchEvent(rejection(new TypeError('no such property')));
  page.dispatchEvent(rejection(new ApiError(503, 'base.indisponible', 'La base ne répond pas.')));
  await expect.poll(() => told).toMatchObject([{ kind: 'error', reason: 'La base ne répond pas.' }]);
});
