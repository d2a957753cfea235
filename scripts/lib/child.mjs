// Loaded before the program that supervise.mjs starts: should the supervisor vanish (kill -9), nobody could stop
// the program any more, so it is asked to end.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
