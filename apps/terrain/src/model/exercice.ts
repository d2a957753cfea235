/**
 * Practice with invented people: another application beside the agent's, with a store of its own. It has no address to send
 * to, and nothing of it is kept once it ends.
 */
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { ContribuableAppareil, Referentiel } from '#src/platform/exchange/wire.ts';
import { Store } from '#src/platform/vault/store.ts';
import { Terrain } from './terrain.ts';

/** Its receipts are numbered `EXERCICE-2026-A000-000001`: the number itself says that they are worth nothing. */
const CODE = 'EXERCICE';

const PEOPLE: readonly (readonly [string, string, number])[] = [
  ['Exemple Aïssata', '90 00 00 01', 6000],
  ['Exemple Boubacar', '90 00 00 02', 18_000],
  ['Exemple Fati', '90 00 00 03', 1500],
  ['Exemple Moussa', '90 00 00 04', 0],
  ['Exemple Rakia', '90 00 00 05', 24_500],
  ['Exemple Souleymane', '90 00 00 06', 3000],
];

const PLACE = 1;

function invented(today: string, motsSimples: boolean): PulledData {
  const annee = Number(today.slice(0, 4));
  const contribuables = PEOPLE.map(([nom, telephone, du], at): ContribuableAppareil => {
    const id = at + 1;
    const dus: ContribuableAppareil[10] = du > 0 ? [[1, annee, `${annee}-01-01`, 1, du]] : [];
    return [id, 1, `${CODE}-${id}`, nom, telephone, PLACE, null, null, null, 0, dus, [], []];
  });
  const referentiel: Referentiel = {
    entite: { id: 0, nom: 'Exercice', code: CODE },
    annee,
    lieux: [[PLACE, 'Marché d’exercice', null]],
    natures: [[1, 'Vente de tissus']],
    typesEquipement: [[1, 'Étal']],
    taxes: [[1, 'Droit de place', 0, 1, 4, 4]],
    tarifs: [[1, PLACE, 1500, []]],
    moyens: [
      [1, 'Espèces', 'espèces', false],
      [2, 'Mobile', 'mobile', true],
    ],
    regies: [[1, 'Régie d’exercice']],
    successeurs: [],
    caisseTenue: true,
    plafondPaiement: null,
    delaiNouveau: 0,
    remise: null,
    motsSimples,
  };
  const visites = contribuables.slice(0, 3).map(([id, , , nom], ordre) => ({
    id,
    contribuable: id,
    ordre,
    nom,
    presence: 'présent' as const,
    issue: null,
  }));
  return {
    appareil: null,
    referentiel,
    tournees: [{ id: 1, jour: today, visites }],
    caisse: { session: null, valeurs: [] },
    contribuables: new Map(contribuables.map((one) => [one[0], one])),
    heure: null,
  };
}

const inscriptionOf = (agent: string): InscriptionAppareil => ({
  appareil: {
    id: 0,
    nom: 'Exercice',
    numero: 0,
    code: 'A000',
    entite: { id: 0, nom: 'Exercice', code: CODE },
    ramifications: [{ id: PLACE, nom: 'Marché d’exercice' }],
    agent: { id: 0, username: 'exercice', fullName: agent },
    plafond: null,
  },
  statut: 'actif',
  remplace: null,
  heure: new Date().toISOString(),
  dernierSequence: 0,
  series: [],
});

/** @param of the agent's own application, whose agent and words it takes */
export async function beginPractice({ etat }: Pick<Terrain, 'etat'>): Promise<Terrain> {
  const store = new Store('octroi-terrain-exercice');
  await store.delete();
  await store.open();
  const today = etat.today || new Date().toISOString().slice(0, 10);
  const motsSimples = etat.referentiel?.motsSimples === true;
  const practice = new Terrain(store, invented(today, motsSimples));
  await practice.practise(inscriptionOf(etat.appareil?.agent.fullName ?? 'Vous'));
  return practice;
}

/** Deletes all of it. */
export async function endPractice(practice: Terrain): Promise<void> {
  await practice.store.delete();
}
