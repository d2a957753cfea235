/**
 * An agent's device without its screens: enrols by the office's code, does what it is told to do, sends it, receives what is
 * new, and prints each answer. All that it is lies in a file: cut or killed anywhere, the same command goes on where it was,
 * and does nothing twice.
 *
 *   node tests/clients/agent-terrain.mjs --fichier tel.json --code 7K2M9QXWPA --url http://127.0.0.1:3000
 *   node tests/clients/agent-terrain.mjs --fichier tel.json --enrolements 3 --visites 5 --paiements 20
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import '../../scripts/lib/check-node.mjs';
import { neuf, Telephone } from './telephone.mjs';

const DUS = 10;

/** Written atomically and readable by the owner only: the file has the device's key. */
function garderDans(file) {
  return (etat) => {
    writeFileSync(`${file}.neuf`, JSON.stringify(etat), { mode: 0o600 });
    renameSync(`${file}.neuf`, file);
  };
}

/** Records acts on taxpayers of the device's places, in order. */
function agir(phone, { enrolements, visites, paiements }) {
  const { referentiel, contribuables } = phone.etat;
  const [moyen] = referentiel.moyens.find(([, , nature]) => nature === 'espèces') ?? [];
  const connus = Object.values(contribuables);
  const known = (n) => {
    if (connus.length === 0) throw new Error('Les lieux de cet appareil n’ont aucun contribuable.');
    return connus[n % connus.length];
  };
  for (let n = 0; n < enrolements; n++)
    phone.enroler({
      nom: `Terrain ${phone.etat.journal.length + 1}`,
      ramification: referentiel.lieux.at(-1)[0],
      lignes: referentiel.natures.slice(0, 1).map(([natureActivite]) => ({ natureActivite })),
    });
  for (let n = 0; n < visites; n++)
    phone.noter('visite', { contribuable: { id: known(n)[0] }, issue: 'absent' });
  for (let n = 0; n < paiements; n++) {
    const ligne = known(n);
    const du = ligne[DUS].reduce((sum, [, , , , reste]) => sum + reste, 0);
    phone.encaisser({ id: ligne[0] }, Math.max(100, Math.ceil(du / 2)), moyen);
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
const etat = existsSync(values.fichier) ? JSON.parse(readFileSync(values.fichier, 'utf8')) : neuf();
const phone = new Telephone({ url: values.url, etat, garder: garderDans(values.fichier) });
await phone.connecter(values.username, values.password);
if (!etat.appareil) {
  if (!values.code) throw new Error('Cet appareil n’est pas inscrit : --code, tel que le bureau l’a donné.');
  await phone.inscrire(values.code);
}
console.log(
  `${etat.appareil.nom ?? ''} (${etat.appareil.id}), ${phone.enAttente.length} commande(s) en attente`,
);
if (!etat.curseur) console.log(`${await phone.recevoir()} contribuables reçus`);
agir(phone, {
  enrolements: Number(values.enrolements),
  visites: Number(values.visites),
  paiements: Number(values.paiements),
});
const { dites, statut } = await phone.envoyer();
for (const { sequence, etat: dit, premier, code, message, resultat } of dites)
  console.log(
    [sequence, etat.journal[sequence - 1].type, dit, premier, code, message, JSON.stringify(resultat)]
      .filter(Boolean)
      .join(' '),
  );
await phone.envoyerPhotos();
console.log(`${await phone.recevoir()} contribuables nouveaux ou changés`);
const { appels, reprises } = phone.compte;
console.log(`appareil ${statut} ; ${appels} appels, dont ${reprises} refaits`);
