// npm run NAME -- …: runs a command of the API with the pinned Node.
import './lib/check-node.mjs';

const { main } = await import('./lib/main.mjs');
const { ensureInstalled, ensureWebBuilt } = await import('./lib/setup.mjs');
const { supervise } = await import('./lib/supervise.mjs');

const COMMANDS = {
  data: 'apps/api/src/commands/data.ts',
  verify: 'apps/api/src/commands/verify.ts',
  backup: 'apps/api/src/commands/backup.ts',
  'backup:cle': 'apps/api/src/commands/key.ts',
  restore: 'apps/api/src/commands/restore.ts',
  revenir: 'apps/api/src/commands/revenir.ts',
  'exercice-de-restauration': 'apps/api/src/commands/drill.ts',
  'premier-acces': 'apps/api/src/commands/premier-acces.ts',
  bench: 'apps/api/src/bench/main.ts',
};

await main(async ([name, ...args]) => {
  const program = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!program) {
    console.error(
      `Commande inconnue : ${name ?? '(aucune)'}. Connues : ${Object.keys(COMMANDS).join(', ')}.`,
    );
    return 2;
  }
  await ensureInstalled();
  if (name === 'bench') await ensureWebBuilt();
  // A path among the arguments is the caller's own; npm says where that was, and is not always between.
  process.env.INIT_CWD ??= process.cwd();
  return supervise([program, ...args]);
});
