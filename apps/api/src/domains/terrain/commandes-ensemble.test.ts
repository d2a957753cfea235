/* Commands share transactions: replies, money and papers are the same as if each had its own. */
import { randomUUID } from 'node:crypto';
import type { CommandesReply } from '@octroi/contract';
import { expect, it } from 'vitest';
import { verify } from '#src/verification/verify.ts';
import { testApp } from '#src/testing/app.ts';
import { enrol } from '#src/testing/books.ts';
import { ESPECES, enrolDevice, ORANGE, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const { newTills } = await tillsOf(octroi);
const on = {
  query: async (text: string, values: unknown[]) => ({ rows: await octroi.query(text, values) }),
} as never;
const DAY = 24 * 3_600_000;

/** A town with taxpayers who owe, and a device with a ceiling and a last contact days ago. */
async function town(): Promise<{ tills: Tills; payers: number[]; phone: Telephone }> {
  const tills = await newTills();
  const payers: number[] = [];
  for (let n = 0; n < 8; n++) {
    const { id } = await enrol(on, tills.town, { node: tills.town.nodes[4] });
    payers.push(Number(id));
    if (n === 7) continue;
    await octroi.query(
      `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
       select l.entite_id, l.contribuable_id, l.id, $2, 2026, 1, 350, '2026-01-01', c.ramification_id
       from enrollement l join contribuable c on c.id = l.contribuable_id where c.id = $1 limit 1 on conflict do nothing`,
      [id, tills.town.taxes[0]],
    );
  }
  const phone = await enrolDevice(octroi, tills, { plafond: 3000 });
  await octroi.query("update appareil_terrain set a_jour_le = now() - interval '5 days' where id = $1", [
    phone.id,
  ]);
  await octroi.query('update entite set plafond_paiement = 2000 where id = $1', [tills.town.entite]);
  await octroi.query('delete from contribuable where id = $1', [payers[7]]);
  return { tills, payers, phone };
}

/** A day with valid and invalid commands of every kind. */
function work({ tills, payers, phone }: Awaited<ReturnType<typeof town>>): void {
  const [a, b, c, d, e, f, g, gone] = payers.map((id) => ({ id })) as [{ id: number }, ...{ id: number }[]];
  const local = randomUUID();
  const yesterday = { faitLe: new Date(Date.now() - DAY) };
  const code = (n: number): string => String(phone.id * 100 + n).padStart(20, '0');
  phone.encaisse(a, 300, { code: code(1) }, yesterday);
  phone.encaisse(b!, 400, { code: code(2) }, yesterday);
  phone.encaisse(c!, 500, { code: code(3) });
  phone.encaisse(d!, 100, { moyenPaiement: ORANGE, noTransaction: `OM ${phone.id}`, code: code(4) });
  phone.encaisse(e!, 600, { annee: 2019 });
  phone.encaisse(a, 200);
  phone.note('visite', { contribuable: b!, issue: 'absent' });
  phone.note('visite', { contribuable: { id: 999_999_999 }, issue: 'absent' });
  phone.note('enrolement', {
    local,
    nom: 'Neuf',
    ramification: tills.town.nodes[4] as number,
    lignes: [{ natureActivite: tills.town.nature }],
  });
  phone.encaisse({ local }, 700);
  phone.encaisse(f!, 800);
  // from here on the day's ceiling is passed
  phone.encaisse(b!, 900);
  phone.encaisse(c!, 1000, { code: code(5) });
  phone.encaisse(gone!, 100, { code: code(6) });
  phone.encaisse(g!, 2500);
  phone.encaisse(d!, 50, { moyenPaiement: ORANGE, noTransaction: `OM ${phone.id}` });
  phone.encaisse(e!, 60, { moyenPaiement: 99 });
  const { recu } = phone.log[2]!.corps as { recu: string };
  phone.encaisse(f!, 70, { recu, rang: 3, code: code(3) });
  phone.encaisse(g!, 80);
}

/** The stored result, in a form that can be compared between towns. */
async function left({ tills, payers, phone }: Awaited<ReturnType<typeof town>>, replies: CommandesReply[]) {
  const { entite } = tills.town;
  const who = `coalesce(array_position($2::bigint[], t.contribuable_id)::text, c.nom) as qui`;
  return {
    reponses: replies.flatMap(({ data }) =>
      data.map(({ sequence, etat, code, resultat }) => [sequence, etat, code, resultat?.classe]),
    ),
    paiements: await octroi.query(
      `select ${who}, t.montant, t.jour, t.statut, t.session_caisse_id, t.annee,
         (select json_agg(json_build_array(i.annee, i.montant, i.echeance_id is null) order by i.id) from imputation i
           where i.entite_id = t.entite_id and i.transaction_id = t.id) as parts,
         (select json_build_array(p.nature, p.impressions, p.contenu -> 'detail', p.numero = t.numero_recu) from piece p
           where p.entite_id = t.entite_id and p.transaction_id = t.id) as piece,
         split_part(t.numero_recu, '-', 4) as rang
       from transaction t join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
       where t.entite_id = $1 order by t.id`,
      [entite, payers],
    ),
    commandes: await octroi.query(
      `select sequence, type, etat, code, cas, montant, annee_serie, rang from commande_terrain
       where appareil_id = $1 order by sequence`,
      [phone.id],
    ),
    actes: await octroi.query(
      'select domaine, acte, count(*)::int as nombre from journal where entite_id = $1 group by 1, 2 order by 1, 2',
      [entite],
    ),
  };
}

it('commands have the same effect in one batch or one by one', async () => {
  const [together, alone] = [await town(), await town()];
  work(together);
  work(alone);
  const whole = [(await together.phone.send()).body];
  const parts = [];
  // it says that it holds more: what was done yesterday still counts for yesterday
  for (const commande of alone.phone.log)
    parts.push((await alone.phone.send([commande], { enAttente: 1 })).body);
  const [one, other] = [await left(together, whole), await left(alone, parts)];
  expect(one.reponses.map(([, etat]) => etat)).toContain('refuse');
  expect(one.reponses.map(([, , code]) => code)).toContain('terrain.plafond');
  expect(one.commandes).toHaveLength(19);
  expect(one).toEqual(other);
  expect(await verify(octroi.url, () => undefined)).toEqual([]);
});

it('devices that name the same taxpayers in different orders, beside a counter, do not deadlock', async () => {
  const { tills, payers, phone } = await town();
  const other = await enrolDevice(octroi, tills, { agent: tills.agents[1] });
  const present = payers.slice(0, 7);
  for (let round = 0; round < 6; round++) {
    for (const id of present) phone.encaisse({ id }, 100);
    for (const id of present.toReversed()) other.encaisse({ id }, 100);
  }
  const superadmin = await octroi.signIn('superadmin');
  const counter = present.toReversed().map((contribuable) =>
    superadmin.send('POST', '/v2/contribuables/transactions', {
      contribuable,
      montant: 100,
      moyenPaiement: ESPECES,
    }),
  );
  const replies = await Promise.all([phone.send(), other.send()]);
  for (const { body } of replies)
    expect(body.data.map(({ etat }) => etat)).toEqual(Array(42).fill('accepte'));
  for (const reply of await Promise.all(counter)) expect(reply.status).toBe(201);
});

it('after a server error the replies name only commands that were committed', async () => {
  const { tills, payers, phone } = await town();
  const [a, b, c] = payers.map((id) => ({ id })) as [{ id: number }, { id: number }, { id: number }];
  phone.encaisse(a, 100);
  phone.encaisse(b, 100);
  phone.note('visite', { contribuable: c, issue: 'absent' });
  phone.encaisse(c, 100);
  await octroi.query(
    `create function panne() returns trigger language plpgsql as $$ begin raise exception 'panne' using errcode = 'XX000'; end $$;
     create trigger panne before insert on visite for each row execute function panne()`,
  );
  const { status } = await phone.send();
  await octroi.query('drop function panne cascade');
  expect(status).toBe(500);
  const kept = async (): Promise<number[]> =>
    (
      await octroi.query<{ montant: number }>('select montant::int from transaction where entite_id = $1', [
        tills.town.entite,
      ])
    ).map(({ montant }) => montant);
  expect(await kept()).toEqual([100, 100]);
  const { body } = await phone.send();
  expect(body.data.map(({ etat }) => etat)).toEqual(['deja', 'deja', 'accepte', 'accepte']);
  expect(await kept()).toEqual([100, 100, 100]);
});
