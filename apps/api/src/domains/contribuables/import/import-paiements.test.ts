import type { Dashboard, Problem, Transaction, TransactionRow } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#src/demo/random.ts';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { openPool } from '#src/platform/database/database.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { csvOf, importDesk } from '#src/testing/imports.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';
import { CHECKS } from '#src/verification/checks.ts';

const octroi = await testApp({ thresholds: { pas: 50 } });
const desk = await enrolmentDesk(octroi);
const { query } = octroi;
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(() => pool.end());
const imports = importDesk(desk.by('niamey'));
/** Somebody who may reverse payments. */
const chief = importDesk(desk.by('admin.nta'));
const LAST = YEAR - 1;
const HEADS = [
  'Nom',
  'Localisation',
  'Téléphone',
  'Base taxable',
  `Impayé ${LAST}`,
  `Déjà payé ${LAST}`,
  `Payé le ${LAST}`,
  `Quittance ${LAST}`,
  `Déjà payé ${YEAR}`,
];
let kiosque = '';
beforeAll(async () => {
  [{ nom: kiosque } = { nom: '' }] = await query<{ nom: string }>(
    'select nom from type_equipement where id = $1',
    [desk.kiosque],
  );
});

const lieu = desk.haut.nom;
const file = (...rows: string[][]): string => csvOf(HEADS, rows);
const idOf = async (nom: string): Promise<number> =>
  (await query<{ id: number }>('select id::int from contribuable where nom = $1', [nom]))[0]?.id ?? 0;
const duesOf = (nom: string) =>
  query<{ annee: number; montant: number; paye: number }>(
    `select x.annee::int, x.montant::int, x.paye::int from echeance x join contribuable c on c.id = x.contribuable_id
     where c.nom = $1 order by 1`,
    [nom],
  );
const paymentsOf = (nom: string) =>
  query<{ id: number; montant: number; jour: string }>(
    `select t.id::int, t.montant::int, t.jour::text from transaction t join contribuable c on c.id = t.contribuable_id
     where c.nom = $1 order by t.id`,
    [nom],
  );
const booked = async (): Promise<number> =>
  (await query<{ n: number }>("select count(*)::int as n from transaction where origine = 'reprise'"))[0]
    ?.n ?? 0;
const failing = async (): Promise<string[]> => {
  const wrong: string[] = [];
  for (const { name, sql } of CHECKS)
    if (name.startsWith('paiements') || name.startsWith('transactions') || name.startsWith('imputations'))
      if ((await query(sql)).length > 0) wrong.push(name);
  return wrong;
};

describe('a payment made before Octroi', () => {
  const telephones = new Map<string, string>();
  const row = (nom: string, ...money: string[]): string[] => {
    const telephone = telephones.get(nom) ?? String(83_110_000 + telephones.size);
    telephones.set(nom, telephone);
    return [nom, lieu, telephone, kiosque, ...money];
  };

  it('is told by the trial, then booked on its year and day, without receipt, till, agent or commission', async () => {
    const [before] = await query<{ valeur: number }>(
      "select coalesce(max(valeur), 0)::int as valeur from compteur where serie = 'recu' and entite_id = 1",
    );
    const sent = await imports.send(
      file(row('Dafobuke', '7 500', '5 000', `12/03/${LAST}`, 'A 004512', '2 000')),
    );
    const trial = await imports.run(sent, true);
    const exercices = [
      { annee: LAST, impayes: 7500, payes: 5000 },
      { annee: YEAR, impayes: 0, payes: 2000 },
    ];
    expect(trial).toMatchObject({ bonnes: 1, impayes: 7500, exercices });
    expect(await booked()).toBe(0);

    expect(await imports.run(sent, false)).toMatchObject({ bonnes: 1, exercices });
    expect(await duesOf('Dafobuke')).toEqual([
      { annee: LAST, montant: 12_500, paye: 5000 },
      { annee: YEAR, montant: 5000, paye: 2000 },
    ]);
    const id = await idOf('Dafobuke');
    const stored = await query(
      `select t.montant::int, t.jour::text, t.annee::int, t.origine, t.statut, t.frais::int, t.numero_recu, t.numero_imprime, t.bureau_accepteur_id,
         t.session_caisse_id, m.nom as moyen from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id
       where t.contribuable_id = $1 order by t.annee`,
      [id],
    );
    const common = {
      origine: 'reprise',
      statut: 'Confirmé',
      frais: 0,
      numero_recu: null,
      bureau_accepteur_id: null,
      session_caisse_id: null,
      moyen: 'Reprise',
    };
    expect(stored).toMatchObject([
      { ...common, montant: 5000, annee: LAST, jour: `${LAST}-03-12`, numero_imprime: 'A 004512' },
      { ...common, montant: 2000, annee: YEAR, numero_imprime: null },
    ]);
    const [after] = await query<{ valeur: number }>(
      "select coalesce(max(valeur), 0)::int as valeur from compteur where serie = 'recu' and entite_id = 1",
    );
    expect(after).toEqual(before);
    expect(await failing()).toEqual([]);
    expect(await drift(pool)).toEqual([]);
  });

  it('is listed and shown as a reprise with its old receipt, and Octroi prints none', async () => {
    const [{ id } = { id: 0 }] = await paymentsOf('Dafobuke');
    const by = desk.by('niamey');
    const shown = await by.get<Transaction>(`/v2/transactions/${id}`);
    expect(shown.body).toMatchObject({ origine: 'reprise', numeroRecu: null, numeroImprime: 'A 004512' });
    const listed = await by.get<{ data: TransactionRow[] }>(
      '/v2/transactions?filter[mp.nom][type]=eq&filter[mp.nom][x]=Reprise',
    );
    expect(listed.body.data.map(({ origine }) => origine)).toEqual(['reprise', 'reprise']);
    const printed = await by.send<Problem>('POST', `/v2/transactions/${id}/recu`);
    expect(printed.status).toBe(409);
    expect(printed.body.message).toMatch(/avant Octroi.*n° A 004512/);
  });

  it('counts as paid on the dashboard, and not for the share of NTA', async () => {
    const figures = async () => {
      const read = async (base: string) => {
        const { body } = await desk
          .by('niamey')
          .get<Dashboard>(`/v2/dashboard/entite-details/1?base=${base}&annee=${YEAR}`);
        return body.stats;
      };
      return { enrolement: await read('enrolement'), encaissement: await read('encaissement') };
    };
    const before = await figures();
    const sent = await imports.send(file(row('Nitazobe', '', '', '', '', '4 000')));
    await imports.run(sent, false);
    const after = await figures();
    for (const base of ['enrolement', 'encaissement'] as const) {
      expect(after[base].paiement - before[base].paiement).toBe(4000);
      expect(after[base].partNta).toBe(before[base].partNta);
    }
  });

  it('is booked once, however often its file is sent, with or without these columns', async () => {
    const before = await booked();
    const again = await imports.send(
      file(row('Dafobuke', '7 500', '5 000', `12/03/${LAST}`, 'A 004512', '2 000')),
    );
    await imports.decide(again.id, { decisions: { differences: 'corriger' } });
    expect((await imports.run(again, false)).sorts).toEqual({ identique: 1 });
    const heads = HEADS.slice(0, 5);
    const without = await imports.send(csvOf(heads, [row('Dafobuke', '7 500')]));
    await imports.decide(without.id, { decisions: { differences: 'corriger' } });
    expect((await imports.run(without, false)).sorts).toEqual({ identique: 1 });
    expect(await booked()).toBe(before);
  });

  it('is corrected upwards by a complement, and taken back only by who may reverse payments', async () => {
    const corrected = async (by: typeof imports, ...money: string[]) => {
      const sent = await by.send(file(row('Dafobuke', ...money)));
      await by.decide(sent.id, { decisions: { differences: 'corriger' } });
      await by.run(sent, false);
      return (await by.lignes(sent.id))[0];
    };
    const more = await corrected(imports, '7 500', '6 000', `12/03/${LAST}`, 'A 004512', '2 000');
    expect([more?.sort, more?.details]).toEqual([
      'corrigée',
      [expect.stringMatching(/^Déjà payé .*5.000.* dans le registre, 6.000.* dans le fichier$/)],
    ]);
    expect((await paymentsOf('Dafobuke')).map(({ montant }) => montant)).toEqual([5000, 2000, 1000]);
    expect((await duesOf('Dafobuke'))[0]).toEqual({ annee: LAST, montant: 13_500, paye: 6000 });

    const less = ['7 500', '4 000', `12/03/${LAST}`, 'A 004512', '2 000'];
    const refused = await corrected(imports, ...less);
    expect(refused?.sort).toBe('différente');
    expect(refused?.details).toContainEqual(expect.stringContaining('s’annule depuis sa page'));
    expect((await duesOf('Dafobuke'))[0]).toEqual({ annee: LAST, montant: 13_500, paye: 6000 });

    expect((await corrected(chief, ...less))?.sort).toBe('corrigée');
    expect((await duesOf('Dafobuke'))[0]).toEqual({ annee: LAST, montant: 11_500, paye: 4000 });
    const ofLast = (await paymentsOf('Dafobuke')).filter(({ jour }) => jour.startsWith(String(LAST)));
    expect(ofLast.reduce((sum, { montant }) => sum + montant, 0)).toBe(4000);
    expect((await corrected(chief, ...less))?.sort).toBe('identique');
    expect(await drift(pool)).toEqual([]);
  });

  it('stays as it was where the rest of its correction is refused', async () => {
    // the rate of this base asks for a précision where the taxpayer now is, and not where the file says
    const [{ autre } = { autre: 0 }] = await query<{ autre: number }>(
      `select min(r.id)::int as autre from ramification r where r.entite_id = 1 and r.parent_id is null and not exists (
         select from ramification_descendance d where d.ancetre_id = r.id and d.descendant_id = $1)`,
      [desk.haut.id],
    );
    await query(
      `with type as (insert into type_equipement (entite_id, nom, enabled) values (1, 'Nacelle', true) returning id),
         taxe as (insert into taxe (entite_id, nom, categorie_id, type_equipement_id, frequence_id)
           select 1, 'Nacelles', (select min(id) from categorie_taxe where entite_id = 1), type.id,
             (select id from frequence where occurrences = 1 limit 1) from type returning id),
         simple as (insert into application (entite_id, taxe_id, ramification_id, annee, tarif)
           select 1, taxe.id, $1, $3, 100 from taxe),
         precise as (insert into application (entite_id, taxe_id, ramification_id, annee)
           select 1, taxe.id, $2, $3 from taxe returning id),
         precision as (insert into precision_taxe (annee, libelle, tarif) values ($3, 'Grande', 200) returning id)
       insert into application_precision (application_id, precision_id) select precise.id, precision.id from precise, precision`,
      [desk.haut.id, autre, YEAR],
    );
    const first = await chief.send(file(row('Refusatu', '', '3 000', '', 'C 1', '')));
    await chief.run(first, false);
    const moved = await desk.by('superadmin').send('PATCH', `/v2/contribuables/${await idOf('Refusatu')}`, {
      ramification: autre,
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const heads = [...HEADS, 'Deuxième base taxable'];
    const sent = await chief.send(
      csvOf(heads, [[...row('Refusatu', '', '2 000', '', 'C 1', ''), 'Nacelle']]),
    );
    await chief.decide(sent.id, { decisions: { differences: 'corriger' } });
    await chief.run(sent, false);
    const [ligne] = await chief.lignes(sent.id);
    expect([ligne?.sort, ligne?.details.join()]).toEqual(['rejetée', expect.stringContaining('Grande')]);
    expect((await paymentsOf('Refusatu')).map(({ montant }) => montant)).toEqual([3000]);
    expect(await drift(pool)).toEqual([]);
  });

  it('that was cancelled is not booked again unless the file is to correct the register', async () => {
    const money = ['', '3 000', '', 'B 1', ''];
    const sent = await imports.send(file(row('Gofatile', ...money)));
    await imports.run(sent, false);
    const [{ id } = { id: 0 }] = await paymentsOf('Gofatile');
    const removed = await desk.by('admin.nta').send('DELETE', `/v2/transactions/${id}?motif=Registre%20faux`);
    expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300);
    const again = await imports.send(file(row('Gofatile', ...money)));
    expect((await imports.run(again, false)).sorts).toEqual({ différente: 1 });
    await imports.decide(again.id, { decisions: { differences: 'corriger' } });
    expect((await imports.run(again, false)).sorts).toEqual({ corrigée: 1 });
    expect((await paymentsOf('Gofatile')).map(({ montant }) => montant)).toEqual([3000, -3000, 3000]);
    expect(await drift(pool)).toEqual([]);
  });

  it.each([
    ['in a closed year', ['', '500', '', '', ''], new RegExp(`l’exercice ${LAST} est clos`)],
    ['dated in a closed year', ['', '', '', '', '500'], /est clos, rien ne s’y reçoit plus/],
  ])('is refused %s', async (_, money, expected) => {
    await query('insert into annee_close (entite_id, annee) values (1, $1) on conflict do nothing', [LAST]);
    try {
      const heads = [...HEADS, `Payé le ${YEAR}`];
      const sent = await imports.send(
        csvOf(heads, [[...row('Pulote', ...money), money[4] ? `31/12/${LAST}` : '']]),
      );
      await imports.run(sent, true);
      expect((await imports.lignes(sent.id))[0]?.details.join()).toMatch(expected);
    } finally {
      await query('delete from annee_close where entite_id = 1 and annee = $1', [LAST]);
    }
  });

  it.each([
    ['of a day to come', ['', '500', `01/01/${YEAR + 5}`, '', ''], /est dans l’avenir/],
    ['with a day but no amount', ['', '', `01/02/${LAST}`, '', ''], /sans montant/],
    ['below zero', ['', '-500', '', '', ''], /au-dessus de zéro/],
  ])('is refused %s', async (_, money, expected) => {
    const sent = await imports.send(file(row('Pulote', ...money)));
    await imports.run(sent, true);
    const [ligne] = await imports.lignes(sent.id);
    expect([ligne?.sort, ligne?.details.join()]).toEqual(['rejetée', expect.stringMatching(expected)]);
  });

  it('is not booked by who may not confirm payments, nor is its day read without its amount', async () => {
    await query(
      "delete from permission p using navigation n where n.id = p.navigation_id and p.groupe_id = $1 and n.cle = 'transactions' and p.nom = 'Valider'",
      [GROUPE_ID.gestionnaire],
    );
    const caller = await octroi.signIn('plateau');
    const own = importDesk(caller);
    const sent = await own.send(file(row('Pulote', '', '500', '', '', '')));
    const start = (correspondance: object, essai: boolean) =>
      caller.send<Problem>('POST', `/v2/contribuables/imports/${sent.id}/travail`, { correspondance, essai });
    expect((await start(sent.correspondance, false)).status).toBe(403);
    const { [`paye${LAST}`]: _, ...alone } = sent.correspondance;
    const refused = await start(alone, true);
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([
      400,
      expect.stringMatching(/Choisissez aussi la colonne « Déjà payé/),
    ]);
  });
});

it('the sums of a register, year by year, are those that are booked, and again after its corrections', async () => {
  const random = new Random(20_261_127);
  const years = [YEAR - 3, YEAR - 2, LAST];
  const heads = [
    'Nom',
    'Localisation',
    'Téléphone',
    'Base taxable',
    ...years.flatMap((annee) => [
      `Impayé ${annee}`,
      `Déjà payé ${annee}`,
      `Payé le ${annee}`,
      `Quittance ${annee}`,
    ]),
  ];
  const two = (n: number): string => String(n).padStart(2, '0');
  const amount = (): number => (random.int(0, 3) === 0 ? 0 : random.int(1, 900) * 25);
  const people = Array.from({ length: 250 }, (_, rank) => ({
    nom: `Sommaire ${rank}`,
    telephone: String(84_000_000 + rank),
    money: years.map((annee) => ({ annee, impaye: amount(), paye: amount() })),
  }));
  const written = (montant: number): string =>
    [String(montant), montant.toLocaleString('fr-FR'), `${montant} F`][random.int(0, 2)] ?? '';
  const rows = () =>
    people.map(({ nom, telephone, money }) => [
      nom,
      lieu,
      telephone,
      kiosque,
      ...money.flatMap(({ annee, impaye, paye }) => [
        impaye === 0 ? '' : written(impaye),
        String(paye),
        paye > 0 && random.int(0, 1) === 0
          ? `${two(random.int(1, 28))}/${two(random.int(1, 12))}/${annee}`
          : '',
        paye > 0 && random.int(0, 1) === 0 ? `Q${random.int(1, 9999)}` : '',
      ]),
    ]);
  const sums = (name: 'impaye' | 'paye') =>
    years.map((annee) =>
      people.reduce((sum, { money }) => sum + (money.find((one) => one.annee === annee)?.[name] ?? 0), 0),
    );
  const stored = async () => {
    const found = await query<{ annee: number; paye: number; reste: number }>(
      `select x.annee::int, sum(x.paye)::int as paye, sum(x.montant - x.paye)::int as reste
       from echeance x join contribuable c on c.id = x.contribuable_id
       where c.nom like 'Sommaire %' and x.annee < $1 group by 1 order by 1`,
      [YEAR],
    );
    const received = await query<{ recu: number }>(
      `select sum(t.montant)::int as recu from transaction t join contribuable c on c.id = t.contribuable_id
       where c.nom like 'Sommaire %' group by extract(year from t.jour) order by extract(year from t.jour)`,
    );
    return {
      paye: found.map(({ paye }) => paye),
      impaye: found.map(({ reste }) => reste),
      recu: received.map(({ recu }) => recu),
    };
  };
  const expected = () => ({ paye: sums('paye'), impaye: sums('impaye'), recu: sums('paye') });

  const sent = await chief.send(csvOf(heads, rows()));
  const report = await chief.run(sent, false);
  expect(report.sorts).toEqual({ nouvelle: people.length });
  expect(report.exercices).toEqual(
    years.map((annee, at) => ({ annee, impayes: sums('impaye')[at], payes: sums('paye')[at] })),
  );
  expect(await stored()).toEqual(expected());

  for (const { money } of people)
    if (random.int(0, 2) === 0)
      for (const one of money) if (one.impaye > 0) [one.paye, one.impaye] = [amount(), one.impaye + 25];
  const corrected = await chief.send(csvOf(heads, rows()));
  await chief.decide(corrected.id, { decisions: { differences: 'corriger' } });
  await chief.run(corrected, false);
  expect(await stored()).toEqual(expected());
  expect(await failing()).toEqual([]);
  expect(await drift(pool)).toEqual([]);
}, 120_000);
