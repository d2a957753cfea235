// Imported first by every script, and written so that a very old Node can at least read it and say why it stops.
const major = Number(process.versions.node.split('.')[0]);
if (major < 18) {
  console.error(
    'Octroi demande Node.js 18 ou plus récent ; ici : ' +
      process.versions.node +
      '. Voir https://nodejs.org/fr',
  );
  process.exit(1);
}
