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
  const findings = await verify(url, () => undefined);
  expect(findings.filter(({ check }) => check.startsWith('caisses'))).toEqual([]);
}, 120_000);
