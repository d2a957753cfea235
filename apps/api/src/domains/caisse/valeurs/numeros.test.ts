import type { ReleveValeurRow } from '@octroi/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { type Keeper, openTill, type Tills, tillsOf } from '#src/testing/tills.ts';
import { move, sell, cancelSale, ticket } from '#src/testing/valeurs.ts';
import { verify } from '#src/verification/verify.ts';

const octroi = await testApp();
const { newTills, world } = await tillsOf(octroi);

const LAST = 60;
const VALEUR = 50;
const act = fc.record({
  acte: fc.constantFrom('reçu', 'remis', 'remis', 'rendu', 'renvoyé', 'perdu', 'vendre', 'vendre', 'annuler'),
  /** Of the two régies; of the two agents, or the régisseur. */
  regie: fc.nat(1),
  qui: fc.nat(2),
  de: fc.integer({ min: 1, max: LAST }),
  longueur: fc.integer({ min: 1, max: 25 }),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Where a number is: nowhere, in the stock of a régie, with somebody for it, sold or lost. */
type Place = string;
const NOWHERE = 'comptable';
const stockOf = (regie: number): Place => `stock ${regie}`;
const placeOfHolder = (regie: number, qui: number): Place => `détenu ${regie} ${qui}`;

interface Books {
  places: Place[];
  ventes: { id: number; qui: number; numeros: number[]; de: Place; annulee: boolean }[];
}

const FROM: Readonly<Record<string, (regie: number, qui: number) => [Place, Place]>> = {
  reçu: (regie) => [NOWHERE, stockOf(regie)],
  remis: (regie, qui) => [stockOf(regie), placeOfHolder(regie, qui)],
  rendu: (regie, qui) => [placeOfHolder(regie, qui), stockOf(regie)],
  renvoyé: (regie) => [stockOf(regie), NOWHERE],
  perdu: (regie, qui) => [placeOfHolder(regie, qui), `perdu ${regie} ${qui}`],
};

/** Plays acts on numbers and keeps them in a book beside; what the book does not allow is refused. */
async function play(
  tills: Tills,
  regies: readonly number[],
  categorie: number,
  acts: readonly Act[],
): Promise<Books> {
  const people: Keeper[] = [...tills.agents, tills.regisseur];
  const books: Books = { places: Array<Place>(LAST + 1).fill(NOWHERE), ventes: [] };
  for (const { acte, regie, qui, de, longueur } of acts) {
    const a = Math.min(LAST, de + longueur - 1);
    const numeros = Array.from({ length: a - de + 1 }, (_, n) => de + n);
    const are = (place: Place): boolean => numeros.every((numero) => books.places[numero] === place);
    const put = (place: Place): void => numeros.forEach((numero) => (books.places[numero] = place));
    const person = people[qui] as Keeper;
    if (acte === 'annuler') {
      const vente = books.ventes.findLast((one) => one.qui === qui);
      if (!vente) continue;
      expect((await cancelSale(person, vente.id)).status).toBe(vente.annulee ? 409 : 200);
      if (!vente.annulee) vente.numeros.forEach((numero) => (books.places[numero] = vente.de));
      vente.annulee = true;
    } else if (acte === 'vendre') {
      // the open till is the first régie's: what is held for the other goes into none
      const allowed = are(placeOfHolder(0, qui));
      const { status, body } = await sell(person, tills, categorie, [de, a]);
      expect(status, `vendre ${de} à ${a}`).toBe(allowed ? 201 : 409);
      if (!allowed) continue;
      put(`vendu ${qui}`);
      books.ventes.push({ id: body.id, qui, numeros, de: placeOfHolder(0, qui), annulee: false });
    } else {
      const [from, to] = (FROM[acte] as (typeof FROM)[string])(regie, qui);
      const more = {
        ...(['remis', 'rendu', 'perdu'].includes(acte) ? { agent: person.id } : {}),
        ...(acte === 'perdu' ? { motif: 'Volé', procesVerbal: 'PV 1' } : {}),
      };
      const at = { regie: regies[regie] as number };
      const { status } = await move(tills.regisseur, acte, at, categorie, [de, a], more);
      expect(status, `${acte} ${de} à ${a}`).toBe(are(from) ? 201 : 409);
      if (are(from)) put(to);
    }
  }
  return books;
}

it('each number has one holder: received = sold + sent back + lost + held, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 25, maxLength: 60 }), async (acts) => {
      const tills = await newTills();
      const second = await world.make('regies', {
        nom: 'Seconde régie',
        entite: tills.town.entite,
        regisseur: tills.regisseur.id,
        plafond: 100_000,
        delaiJours: 7,
      });
      for (const keeper of [...tills.agents, tills.regisseur]) await openTill(keeper, tills.regie);
      const categorie = await ticket(world, tills, VALEUR);
      const regies = [tills.regie, second];
      const { places, ventes } = await play(tills, regies, categorie, acts);
      const rows = await octroi.query<{ etat: string; regie: number; agent: number | null; numero: string }>(
        `select etat, regie_id as regie, agent_id as agent, generate_series(lower(numeros), upper(numeros) - 1) as numero
         from tranche_valeur where categorie_id = $1`,
        [categorie],
      );
      const people = [...tills.agents, tills.regisseur].map(({ id }) => id);
      const expected = Array<Place>(LAST + 1).fill(NOWHERE);
      for (const { etat, regie, agent, numero } of rows) {
        const [at, qui] = [regies.indexOf(regie), people.indexOf(agent ?? 0)];
        const holder = agent === null ? stockOf(at) : placeOfHolder(at, qui);
        expected[Number(numero)] = { vendu: `vendu ${qui}`, perdu: `perdu ${at} ${qui}` }[etat] ?? holder;
      }
      expect(expected).toEqual(places);
      expect(rows).toHaveLength(new Set(rows.map(({ numero }) => numero)).size);
      const sold = ventes.filter(({ annulee }) => !annulee).flatMap(({ numeros }) => numeros).length;
      const [{ detenu } = { detenu: '0' }] = await octroi.query<{ detenu: string }>(
        'select coalesce(sum(detenu), 0) as detenu from detention where entite_id = $1',
        [tills.town.entite],
      );
      expect(Number(detenu)).toBe(sold * VALEUR);
      const { body } = await tills.regisseur.caller.get<{ data: ReleveValeurRow[] }>(
        `/v2/releves_valeurs?entite=${tills.town.entite}`,
      );
      for (const { recu, vendu, rendu, perdu, cloture, vendus } of body.data) {
        expect(recu - vendu - rendu - perdu).toBe(cloture);
        expect(vendus.reduce((sum, [de, a]) => sum + a - de + 1, 0)).toBe(vendu);
      }
    }),
    { numRuns: 10 },
  );
  const findings = await verify(octroi.url, () => undefined);
  expect(findings.filter(({ check }) => check.startsWith('caisses'))).toEqual([]);
}, 240_000);

it('the verification reports numbers whose holder differs from their history', async () => {
  const tills = await newTills();
  const categorie = await ticket(world, tills);
  await move(tills.regisseur, 'reçu', tills, categorie, [1, 10]);
  await octroi.query(`update tranche_valeur set numeros = int8range(1, 9) where categorie_id = $1`, [
    categorie,
  ]);
  const damaged = await verify(octroi.url, () => undefined);
  expect(damaged.map(({ check }) => check)).toContain(
    'caisses : numéros reçus = vendus + rendus + perdus + détenus',
  );
  await octroi.query(`update tranche_valeur set numeros = int8range(1, 11) where categorie_id = $1`, [
    categorie,
  ]);
});
