/**
 * A simulated device of an agent: enrols by the office's code, performs the given acts, sends them, receives new data, and
 * prints each reply. Its whole state is in a file: after an interruption, the same command resumes there and repeats
 * nothing.
 *
 *   node tests/clients/agent-terrain.mjs --fichier tel.json --code 7K2M9QXWPA --url http://127.0.0.1:3000
 *   node tests/clients/agent-terrain.mjs --fichier tel.json --enrolements 3 --visites 5 --paiements 20
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import '../../scripts/lib/check-node.mjs';
import { newState, Telephone } from './telephone.mjs';

const DUS = 10;

/** Written atomically and readable by the owner only: the file has the device's key. */
function saveTo(file) {
  return (etat) => {
    writeFileSync(`${file}.neuf`, JSON.stringify(etat), { mode: 0o600 });
    renameSync(`${file}.neuf`, file);
  };
}

/** Records acts on taxpayers of the device's places, in order. */
function recordActs(phone, { enrolements, visites, paiements }) {
  const { referentiel, contribuables } = phone.etat;
  const [moyen] = referentiel.moyens.find(([, , nature]) => nature === 'espèces') ?? [];
  const connus = Object.values(contribuables);
  const known = (n) => {
    if (connus.length === 0) throw new Error('Les lieux de cet appareil n’ont aucun contribuable.');
    return connus[n % connus.length];
  };
  for (let n = 0; n < enrolements; n++)
    phone.enrolTaxpayer({
      nom: `Terrain ${phone.etat.journal.length + 1}`,
      ramification: referentiel.lieux.at(-1)[0],
      lignes: referentiel.natures.slice(0, 1).map(([natureActivite]) => ({ natureActivite })),
    });
  for (let n = 0; n < visites; n++)
    phone.record('visite', { contribuable: { id: known(n)[0] }, issue: 'absent' });
  for (let n = 0; n < paiements; n++) {
    const ligne = known(n);
    const du = ligne[DUS].reduce((sum, [, , , , reste]) => sum + reste, 0);
    phone.takePayment({ id: ligne[0] }, Math.max(100, Math.ceil(du / 2)), moyen);
  }
}

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    username: { type: 'string', default: 'agent.terrain' },
    password: { type: 'string', default: 'Octroi-2026!' },
    fichier: { type: 'string', default: 'telephone.json' },
    code: { type: 'string' },
    enrolements: { type: 'string', default: '0' },
    visites: { type: 'string', default: '0' },
    paiements: { type: 'string', default: '0' },
  },
});
const etat = existsSync(values.fichier) ? JSON.parse(readFileSync(values.fichier, 'utf8')) : newState();
const phone = new Telephone({ url: values.url, etat, save: saveTo(values.fichier) });
await phone.signIn(values.username, values.password);
if (!etat.appareil) {
  if (!values.code) throw new Error('Cet appareil n’est pas inscrit : --code, tel que le bureau l’a donné.');
  await phone.enrol(values.code);
}
console.log(
  `${etat.appareil.nom ?? ''} (${etat.appareil.id}), ${phone.enAttente.length} commande(s) en attente`,
);
if (!etat.curseur) console.log(`${await phone.receive()} contribuables reçus`);
recordActs(phone, {
  enrolements: Number(values.enrolements),
  visites: Number(values.visites),
  paiements: Number(values.paiements),
});
const { replies, statut } = await phone.send();
for (const { sequence, etat: dit, premier, code, message, resultat } of replies)
  console.log(
    [sequence, etat.journal[sequence - 1].type, dit, premier, code, message, JSON.stringify(resultat)]
      .filter(Boolean)
      .join(' '),
  );
await phone.sendPhotos();
console.log(`${await phone.receive()} contribuables nouveaux ou changés`);
const { calls, retries } = phone.counts;
console.log(`appareil ${statut} ; ${calls} appels, dont ${retries} refaits`);
