/** A taxpayer's account adds up, whatever became of it: on its sheet, its record, its lists, and before a payment is booked. */
import {
  type Compte,
  type ContribuableRow,
  decompteDe,
  type FicheIndividuelle,
  partiesDe,
  periodeText,
  repartition,
  reprise,
  sumAttentes,
  type Valeur,
} from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { bill, enrol, createTown, type Town } from '#src/testing/books.ts';
import { addDebtor, MOYEN, pay, refund } from '#src/testing/caisse.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { type Act, act, enrolmentDay, histories, YEARS } from '#src/testing/history.ts';

const { signIn, url } = await testApp();
const { pool } = openPool(url, () => undefined, 2);
let superadmin: Caller;
const desk = histories(pool, () => superadmin);
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await superadmin.get<Body>(`/v2/contribuables/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const accountOf = (id: number, annee = YEAR): Promise<Compte> => read(`${id}/compte?annee=${annee}`);

/** Each row and each sum of a sheet, by its own figures alone. */
function expectSheetAddsUp(sheet: FicheIndividuelle): void {
  const { activites, mouvements, compte } = sheet;
  const { exercices, echeances, solde } = compte;
  for (const { nombre, prixUnitaire, total, tarif } of activites) {
    expect(nombre * prixUnitaire).toBe(total);
    if (tarif.prix !== null) expect(tarif.nombre * tarif.prix).toBe(prixUnitaire);
  }
  for (const { montant, exercice, autres, avance } of mouvements)
    expect(exercice + autres + avance).toBe(montant);
  for (const { prevu, paye, restant } of exercices) expect(prevu - paye).toBe(restant);
  expect(sum(activites.map(({ total }) => total))).toBe(solde.exercice.prevu);
  expect(sum(mouvements.map(({ exercice, avance }) => exercice + avance))).toBe(solde.exercice.paye);
  expect(sum(mouvements.map(({ avance }) => avance))).toBe(solde.exercice.avance);
  expect(solde.exigible + solde.aEchoir).toBe(sum(echeances.map(({ montant, paye }) => montant - paye)));
  const total = sum(exercices.map(({ restant }) => restant));
  expect(solde.aPayer - solde.credit).toBe(total);
  expect(sum(decompteDe(compte).map(([, montant]) => montant))).toBe(total);
  expect(solde.aPayerMaintenant).toBeLessThanOrEqual(solde.aPayer);
  for (const { colonnes, lignes, total: sums } of partiesDe(sheet, 'Africa/Niamey'))
    for (const [index, { sorte }] of colonnes.entries())
      if (sorte === 'figure' && sums[index] !== null)
        expect(sums[index]).toBe(sum(lignes.map((ligne: readonly Valeur[]) => Number(ligne[index]))));
}

/** One number means one thing: all sheets of a taxpayer, its account, its record and its lists say the same. */
async function expectOneAccount(id: number): Promise<void> {
  const sheets = await Promise.all(
    YEARS.map((annee) => read<FicheIndividuelle>(`${id}/individuel?annee=${annee}`)),
  );
  for (const sheet of sheets) expectSheetAddsUp(sheet);
  const soldes = sheets.map(({ compte: { solde } }) => [solde.aPayer, solde.aPayerMaintenant, solde.credit]);
  expect(soldes).toEqual(YEARS.map(() => soldes[0]));
  const { situation } = await read<ContribuableRow>(String(id));
  const { prevu, paye, restant } = (await accountOf(id)).solde.exercice;
  expect(situation).toEqual({ total: prevu, payer: paye, restant });
}

const paidOn = ({ exercices, solde }: Compte): number =>
  sum(exercices.map(({ paye }) => paye)) - solde.avance;

/** What was told before of a payment is what became of it. */
function expectPaidAsAnnounced(
  before: Compte,
  after: Compte,
  montant: number,
  annee: number | undefined,
): void {
  const chosenYear = before.echeances.some((each) => each.annee === annee) ? annee : undefined;
  const announced = repartition(before.echeances, montant, chosenYear ?? null);
  const paid = new Map(before.echeances.map((each) => [each.id, each.paye]));
  const became = after.echeances.flatMap((each) => {
    const part = each.paye - (paid.get(each.id) as number);
    return part === 0 ? [] : [[each.id, part]];
  });
  expect(new Map(became as [number, number][])).toEqual(
    new Map(
      announced.filter(({ echeance }) => echeance !== null).map((part) => [part.echeance, part.montant]),
    ),
  );
  expect(after.solde.avance - before.solde.avance).toBe(
    announced.find(({ echeance }) => echeance === null)?.montant ?? 0,
  );
}

async function perform(town: Town, id: number, performed: Act): Promise<void> {
  const before = await accountOf(id);
  const status = await desk.play(town, id, performed);
  const after = await accountOf(id);
  switch (performed.kind) {
    case 'pay':
      expect(status).toBe(201);
      if (performed.day === undefined)
        expectPaidAsAnnounced(before, after, performed.montant, performed.annee);
      return;
    case 'wait':
      expect(status).toBe(201);
      expect(after.solde).toEqual(before.solde);
      expect(sumAttentes(after.attentes)).toBe(sumAttentes(before.attentes) + performed.montant);
      return;
    case 'refund': {
      // more than was paid is refused, and changes nothing
      expect([201, 400]).toContain(status);
      const announced = reprise(before.exercices, performed.montant);
      const repaid = status === 201 ? announced : { avance: 0, echeances: 0 };
      expect(before.solde.avance - after.solde.avance).toBe(repaid.avance);
      expect(paidOn(before) - paidOn(after)).toBe(repaid.echeances);
      return;
    }
    case 'reverse':
      // what was given back already is refused, and changes nothing
      expect([undefined, 204, 409]).toContain(status);
      return;
    default:
      expect(status).toBe(200);
  }
}

describe('the account of a taxpayer', () => {
  it('adds up on every sheet after any history, and predicts what a payment will pay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 4, 12, 365),
        enrolmentDay,
        fc.array(act, { minLength: 2, maxLength: 6 }),
        async (occurrences, day, acts) => {
          const town = await desk.townWith(occurrences, [
            ['departement', YEAR - 1, 1100],
            ['departement', YEAR, 1200],
          ]);
          const { id } = await desk.enrolAt(town, 'secteur', day);
          for (const annee of [YEAR - 1, YEAR]) await desk.generate(town, annee);
          for (const each of acts) await perform(town, id, each);
          await expectOneAccount(id);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('equals a calculation by hand: arrears of 3 000, a year of 12 000 by quarter, 20 000 paid, 9 000 refunded', async () => {
    const town = await createTown(pool);
    const { id } = await addDebtor(pool, town, { annee: YEAR - 1, montant: 3000 });
    for (const periode of [1, 4, 7, 10]) await bill(pool, town, id, { annee: YEAR, periode, montant: 3000 });
    expect((await pay(superadmin, id, 20_000)).status).toBe(201);
    const paid = await accountOf(id);
    // 3 000 of last year, 12 000 of this one, 5 000 in advance
    expect(paid.exercices).toEqual([
      { annee: YEAR - 1, prevu: 3000, paye: 3000, avance: 0, restant: 0 },
      { annee: YEAR, prevu: 12_000, paye: 17_000, avance: 5000, restant: -5000 },
    ]);
    expect(paid.solde).toMatchObject({ aPayer: 0, credit: 5000, avance: 5000, anterieurs: 0 });
    expect(paid.solde.exercice.etat).toBe('Trop-perçu');
    // the advance of 5 000 goes back first, then the fourth quarter and 1 000 of the third
    expect((await refund(superadmin, id, 9000)).status).toBe(201);
    const { exercices, solde } = await accountOf(id);
    expect(exercices[1]).toEqual({ annee: YEAR, prevu: 12_000, paye: 8000, avance: 0, restant: 4000 });
    expect(solde).toMatchObject({
      aPayer: 4000,
      credit: 0,
      anterieurs: 0,
      exigible: solde.aPayer - solde.aEchoir,
    });
    expect(solde.exercice.etat).toBe('Avance');
  });

  it('does not owe again a sum refunded for a removed line', async () => {
    const town = await desk.townWith(1, [['departement', YEAR, 4000]]);
    const { id } = await desk.enrolAt(town, 'secteur', `${YEAR}-01-05`);
    await desk.generate(town, YEAR);
    expect((await pay(superadmin, id, 4000, { moyenPaiement: MOYEN.mairie })).status).toBe(201);
    const removed = await superadmin.send('PATCH', `/v2/contribuables/${id}`, { lignes: [] });
    expect(removed.status, JSON.stringify(removed.body)).toBe(200);
    expect((await refund(superadmin, id, 3000)).status).toBe(201);
    const { exercices, solde } = await accountOf(id);
    expect(exercices).toEqual([{ annee: YEAR, prevu: 1000, paye: 1000, avance: 0, restant: 0 }]);
    expect([solde.aPayer, solde.credit]).toEqual([0, 0]);
    await expectOneAccount(id);
  });

  it('counts the periods of a year by the frequency of the tax, whichever of them a taxpayer has', async () => {
    const ranked = (kind: string, ...ranks: string[]) => ranks.map((rank) => `${rank} ${kind} ${YEAR}`);
    const names: Record<number, string[]> = {
      1: [`année ${YEAR}`],
      3: ranked('quadrimestre', '2e', '3e'),
      4: ranked('trimestre', '2e', '3e', '4e'),
      5: [3, 4, 5].map((periode) => `période ${periode} sur 5 de ${YEAR}`),
      365: ['juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'].map(
        (month) => `${month} ${YEAR}`,
      ),
    };
    for (const [occurrences, expected] of Object.entries(names)) {
      const town = await desk.townWith(Number(occurrences), [['departement', YEAR, 1000]]);
      const { id } = await desk.enrolAt(town, 'secteur', `${YEAR}-06-01`);
      await desk.generate(town, YEAR);
      // what an import brought of a year before the line is of that whole year
      await bill(pool, town, id, { annee: YEAR - 1, montant: 700 });
      const { echeances } = await accountOf(id);
      expect(echeances.map(periodeText)).toEqual([`année ${YEAR - 1}`, ...expected]);
      // the last one is taken away: the others keep their names
      await pool.query('delete from echeance where id = $1', [echeances.at(-1)?.id]);
      expect((await accountOf(id)).echeances.map(periodeText)).toEqual([
        `année ${YEAR - 1}`,
        ...expected.slice(0, -1),
      ]);
    }
  });

  it('gives the next due date, and how late a due is', async () => {
    const town = await createTown(pool);
    const { id } = await enrol(pool, town, { node: town.nodes[4] });
    await bill(pool, town, id, { annee: YEAR, montant: 700, periode: 1, le: `${YEAR}-01-01` });
    await bill(pool, town, id, { annee: YEAR + 1, montant: 500, periode: 1, le: `${YEAR + 1}-12-01` });
    expect((await accountOf(id)).solde).toMatchObject({
      exigible: 700,
      aEchoir: 500,
      aPayer: 1200,
      aPayerMaintenant: 700,
      suivants: 500,
      prochaine: { jour: `${YEAR + 1}-12-01`, montant: 500 },
    });
  });
});
