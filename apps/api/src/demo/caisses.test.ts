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
     where (e.cheque_numero is not null) = (m.nature = 'chèque') and e.payeur_nom <> 'Hajia Aïssata Oumarou'
     group by e.id, e.montant, m.nature order by e.id`,
  );
  expect(rows.every(({ juste }) => juste)).toBe(true);
  expect(rows[0]).toMatchObject({ nature: 'espèces', etat: 'Confirmé' });
  expect(rows[0]?.lignes).toBeGreaterThan(1);
  const cheques = rows.slice(1);
  expect(cheques.every(({ nature }) => nature === 'chèque')).toBe(true);
  // those that wait or bounced are there where the collectivité has any
  expect(cheques.length).toBeGreaterThan(1);
  expect(cheques[0]?.etat).toBe('Confirmé');
  // of what was handed over today one line is cancelled
  expect(
    await query(
      `select t.jour = aujourdhui() as aujourdhui, count(*) > 1 as plusieurs, count(x.id)::int as annulees, sum(t.montant) = e.montant as juste
       from encaissement e join transaction t on t.entite_id = e.entite_id and t.encaissement_id = e.id
       left join transaction x on x.entite_id = t.entite_id and x.extourne_de_id = t.id
       where e.payeur_nom = 'Hajia Aïssata Oumarou' group by e.id, t.jour, e.montant`,
    ),
  ).toEqual([{ aujourdhui: true, plusieurs: true, annulees: 1, juste: true }]);
  expect(await verify(url, () => undefined)).toEqual([]);
}, 120_000);

it('the demonstration has devices of weeks in every state, and cases of the field to look at', async () => {
  const { query, url } = await empty();
  await loadDemo(url, { contribuables: 1500, timeZone: 'Africa/Niamey', log: () => undefined });
  expect(
    await query(
      'select numero, statut, proces_verbal is not null as pv from appareil_terrain order by numero',
    ),
  ).toEqual([
    { numero: 1, statut: 'actif', pv: false },
    { numero: 2, statut: 'actif', pv: false },
    { numero: 3, statut: 'actif', pv: false },
    { numero: 4, statut: 'bloqué', pv: false },
    { numero: 5, statut: 'effacé', pv: true },
    { numero: 6, statut: 'attendu', pv: false },
  ]);
  const cas = await query<{ cas: string; nombre: number; regles: number }>(
    `select cas, count(*)::int as nombre, count(regle_le)::int as regles from commande_terrain where cas is not null
     group by 1 order by cas collate "C"`,
  );
  expect(cas.filter(({ cas: motif }) => motif !== 'plafond')).toEqual([
    { cas: 'refus', nombre: 3, regles: 1 },
    { cas: 'à classer', nombre: 2, regles: 0 },
  ]);
  const [sent = {}] = await query(
    `select count(distinct jour_local(fait_le)) > 5 as jours, count(*) filter (where type = 'enrolement') > 0 as enrolements,
       bool_and(recu_le <= now() and recu_le >= fait_le) as "dans l’ordre" from commande_terrain`,
  );
  expect(sent).toEqual({ jours: true, enrolements: true, 'dans l’ordre': true });
  expect(await verify(url, () => undefined)).toEqual([]);
}, 120_000);
