// Loaded before a program of supervise.mjs: if the supervisor is killed (kill -9), the program ends itself, since
// nobody else could stop it.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
