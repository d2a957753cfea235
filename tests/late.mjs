/** Preloaded into a product: delays each API call by up to LATE_MS milliseconds, to simulate a bad network. */
import { EventEmitter } from 'node:events';
import http from 'node:http';

http.Server.prototype.emit = function late(event, ...given) {
  const handOver = () => EventEmitter.prototype.emit.call(this, event, ...given);
  if (event !== 'request' || !given[0].url.startsWith('/v2/')) return handOver();
  setTimeout(handOver, Math.random() * Number(process.env['LATE_MS']));
  return true;
};
