import { expect, it } from 'vitest';
import { verify } from '#src/verification/verify.ts';
import { loadDemo } from './index.ts';
import { empty } from './testing.ts';

it('the demonstration has a month of tills with two gaps and an agent who is late, equal to the franc', async () => {
  const { query, url } = await empty();
  await loadDemo(url, { contribuables: 1500, timeZone: 'Africa/Niamey', log: () => undefined });
  expect(await query('select statut, montant::int from ecart order by montant')).toEqual([
    { statut: 'ouvert', montant: -1000 },
    { statut: 'expliqué', montant: -500 },
  ]);
  const [{ sessions, jours } = { sessions: 0, jours: 0 }] = await query<{ sessions: number; jours: number }>(
    'select count(*)::int as sessions, count(distinct jour)::int as jours from session_caisse',
  );
  expect(sessions).toBeGreaterThan(15);
  expect(jours).toBeGreaterThan(8);
  const late = await query(
    `select from detention d join regie r on r.id = d.regie_id
     where d.detenu > 0 and jour_local(d.depuis) + r.delai_jours < aujourdhui() and d.utilisateur_id <> r.regisseur_id
       and d.detenu > 1000`,
  );
  expect(late).toHaveLength(1);
  // what each counted is what was expected, but for the one gap
  expect(await query('select from session_caisse where compte <> attendu')).toHaveLength(1);
  // the last slip to the treasury says by which lines of the budget
  const [slip] = await query<{ montant: string; reparti: string; lignes: number }>(
    `select v.montant, sum(l.montant) as reparti, count(distinct l.code)::int as lignes
     from versement v join versement_ligne l on l.entite_id = v.entite_id and l.versement_id = v.id
     where v.destination = 'comptable' group by v.id, v.montant order by v.id desc limit 1`,
  );
  expect(slip?.reparti).toBe(slip?.montant);
  expect(slip?.lignes).toBeGreaterThan(2);
  // tickets are sold on market days, and some are lost
  const [tickets = {}] = await query(
    `select count(distinct agent_id)::int as vendeurs, count(distinct jour) > 3 as marches, sum(montant) > 0 as vendu,
       (select sum(vendu) from session_caisse) = sum(montant) as "en caisse",
       (select sum(nombre)::int from mouvement_valeur where acte = 'perdu') as perdus from vente_valeur`,
  );
  expect(tickets).toEqual({ vendeurs: 4, marches: true, vendu: true, 'en caisse': true, perdus: 10 });
  const findings = await verify(url, () => undefined);
  expect(findings.filter(({ check }) => check.startsWith('caisses'))).toEqual([]);
}, 120_000);

it('the demonstration has a landlord who pays for several, and cheques with their banks', async () => {
  const { query, url } = await empty();
  await loadDemo(url, { contribuables: 1500, timeZone: 'Africa/Niamey', log: () => undefined });
  const rows = await query<{ nature: string; etat: string; lignes: number; juste: boolean }>(
    `select m.nature, min(t.statut) as etat, count(*)::int as lignes, sum(t.montant) = e.montant as juste
     from encaissement e join transaction t on t.entite_id = e.entite_id and t.encaissement_id = e.id
     join moyen_paiement m on m.id = e.moyen_paiement_id
     where (e.cheque_numero is not null) = (m.nature = 'chèque') group by e.id, e.montant, m.nature order by e.id`,
  );
  expect(rows.every(({ juste }) => juste)).toBe(true);
  expect(rows[0]).toMatchObject({ nature: 'espèces', etat: 'Confirmé' });
  expect(rows[0]?.lignes).toBeGreaterThan(1);
  const cheques = rows.slice(1);
  expect(cheques.every(({ nature }) => nature === 'chèque')).toBe(true);
  // those that wait or bounced are there where the collectivité has any
  expect(cheques.length).toBeGreaterThan(1);
  expect(cheques[0]?.etat).toBe('Confirmé');
  expect(await verify(url, () => undefined)).toEqual([]);
}, 120_000);
