import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, pay } from '#src/testing/caisse.ts';
import { testApp } from '#src/testing/app.ts';
import {
  closeTill,
  declareVersement,
  inNotes,
  type Keeper,
  openTill,
  receiveVersement,
  type Tills,
  tillsOf,
} from '#src/testing/tills.ts';
import { verify } from '#src/verification/verify.ts';

const octroi = await testApp();
const { newTills, cash, world } = await tillsOf(octroi);

const ACTS = [
  'ouvrir',
  'encaisser',
  'annuler',
  'contrôler',
  'déclarer',
  'transmettre',
  'recevoir',
  'refuser',
  'compter',
  'régler',
] as const;
const act = fc.record({
  acte: fc.constantFrom(...ACTS),
  qui: fc.nat(2),
  /** In which of two régies. */
  ou: fc.nat(1),
  // in coins of five, so that any of it can be counted
  montant: fc.nat(4000).map((five) => five * 5),
  juste: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

interface Book {
  fonds: number;
  recu: number;
  annule: number;
  verse: number;
  /** Received of others. */
  repris: number;
  effet: number;
}
const NEW: Book = { fonds: 0, recu: 0, annule: 0, verse: 0, repris: 0, effet: 0 };
const expectedIn = ({ fonds, recu, annule, verse, repris, effet }: Book): number =>
  fonds + recu - annule - verse + repris + effet;

/** The open till of somebody: in which régie, and what of it may be cancelled. */
interface Till {
  id: number;
  ou: number;
  dedans: number;
}

/** A day of some people in two régies as it is played, and kept in a book beside: by person, then by régie. */
async function play(tills: Tills, regies: readonly number[], acts: readonly Act[]): Promise<Book[][]> {
  const { regisseur, comptable, agents } = tills;
  const people: Keeper[] = [...agents, regisseur];
  const books = people.map(() => regies.map(() => ({ ...NEW })));
  const bookOf = (who: number, where: number): Book => books[who]?.[where] as Book;
  const opened = new Map<number, Till>();
  const waiting: { id: number; ou: number; de: number; vers: number | null; montant: number }[] = [];
  const holding = async (where: number, who: number): Promise<{ attendu: number; disponible: number }> => {
    const [row] = await octroi.query<{ attendu: string; disponible: string }>(
      'select attendu, disponible from detention where regie_id = $1 and utilisateur_id = $2',
      [regies[where], people[who]?.id],
    );
    return { attendu: Number(row?.attendu ?? 0), disponible: Number(row?.disponible ?? 0) };
  };
  const expected = async (where: number, who: number): Promise<number> => (await holding(where, who)).attendu;
  for (const { acte, qui, ou, montant, juste } of acts) {
    const person = people[qui] as Keeper;
    const regie = regies[ou] as number;
    const till = opened.get(qui);
    if (acte === 'ouvrir' && !till) {
      opened.set(qui, { id: (await openTill(person, regie, montant)).body.id, ou, dedans: 0 });
      bookOf(qui, ou).fonds += montant;
    } else if (acte === 'encaisser' && till && montant > 0) {
      await cash(tills, person.id, till.id, montant);
      bookOf(qui, till.ou).recu += montant;
      till.dedans += montant;
    } else if (acte === 'annuler' && till && montant > 0 && montant <= till.dedans) {
      // no more than what lies there is given back
      const { disponible } = await holding(till.ou, qui);
      const back = cash(tills, person.id, till.id, -montant);
      if (montant > disponible) await expect(back).rejects.toThrow(/déjà versé/);
      else {
        await back;
        bookOf(qui, till.ou).annule += montant;
        till.dedans -= montant;
      }
    } else if (acte === 'contrôler' && till) {
      // it finds what it finds, and changes nothing
      const body = { billets: inNotes(montant), procesVerbal: 'Contrôle' };
      const controlled = await comptable.caller.send(
        'POST',
        `/v2/sessions_caisse/${till.id}/controles`,
        body,
      );
      expect(controlled).toMatchObject({
        status: 201,
        body: { compte: montant, attendu: await expected(till.ou, qui) },
      });
    } else if ((acte === 'déclarer' || acte === 'transmettre') && montant > 0) {
      const vers = acte === 'déclarer' ? (qui === 2 ? null : 2) : (qui + 1) % 3;
      const to =
        acte === 'transmettre'
          ? { destination: 'détenteur', destinataire: people[vers as number]?.id }
          : { destination: vers === null ? 'comptable' : 'régisseur' };
      // of an open till any sum; of one that is counted what is held at most
      const { disponible } = await holding(ou, qui);
      const { status, body } = await declareVersement(person, regie, montant, to);
      expect(status).toBe(till?.ou === ou || montant <= disponible ? 201 : 409);
      if (status === 201) waiting.push({ id: body.id, ou, de: qui, vers, montant });
    } else if (acte === 'recevoir' || acte === 'refuser') {
      const versement = waiting.shift();
      if (!versement) continue;
      const receiver = versement.vers === null ? comptable : (people[versement.vers] as Keeper);
      if (acte === 'refuser') {
        const path = `/v2/versements/${versement.id}/refus`;
        expect((await receiver.caller.send('POST', path, { motif: 'Non' })).status).toBe(200);
        continue;
      }
      const recu = juste ? versement.montant : Math.min(versement.montant, montant);
      expect((await receiveVersement(receiver, versement.id, recu, 'Compté devant lui')).status).toBe(200);
      bookOf(versement.de, versement.ou).verse += recu;
      if (versement.vers !== null) bookOf(versement.vers, versement.ou).repris += recu;
    } else if (acte === 'compter' && till) {
      const attendu = await expected(till.ou, qui);
      // what lies in hands is never less than nothing, but for a gap that somebody settled by words
      if (!acts.some((one) => one.acte === 'régler')) expect(attendu).toBeGreaterThanOrEqual(0);
      const compte = juste ? Math.max(0, attendu) : montant;
      const closed = await closeTill(person, till.id, compte);
      expect(closed).toMatchObject({ status: 200, body: { compte, attendu } });
      opened.delete(qui);
    } else if (acte === 'régler') {
      const [ecart] = await octroi.query<{ id: string; montant: string; titulaire_id: number }>(
        `select id, montant, titulaire_id from ecart where regie_id = $1 and statut <> 'réglé' order by id limit 1`,
        [regie],
      );
      if (!ecart) continue;
      const gap = Number(ecart.montant);
      const [{ versement_id: found } = { versement_id: null }] = await octroi.query<{
        versement_id: string | null;
      }>('select versement_id from ecart where id = $1', [ecart.id]);
      const mends = juste && (gap < 0 || found === null);
      const reglement = mends ? 'compensé' : gap < 0 ? 'perte' : 'excédent';
      const path = `/v2/ecarts/${ecart.id}/reglement`;
      expect((await comptable.caller.send('POST', path, { reglement, motif: 'Vu' })).status).toBe(200);
      const holder = people.findIndex(({ id }) => id === ecart.titulaire_id);
      if (!mends) bookOf(holder, ou).effet += gap;
    }
  }
  return books;
}

describe('the held sum', () => {
  it('is float + received - cancelled - handed over, by person, régie and collectivité, on any day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 40, maxLength: 80 }), async (acts) => {
        const tills = await newTills();
        const second = await world.make('regies', {
          nom: 'Régie de la gare',
          entite: tills.town.entite,
          regisseur: tills.regisseur.id,
          comptable: tills.comptable.id,
          plafond: 100_000,
        });
        const regies = [tills.regie, second];
        const books = await play(tills, regies, acts);
        const people = [...tills.agents, tills.regisseur];
        const rows = await octroi.query<{ regie_id: number; utilisateur_id: number; detenu: string }>(
          'select regie_id, utilisateur_id, detenu from detention where entite_id = $1',
          [tills.town.entite],
        );
        const holdings = people.map(({ id }) =>
          regies.map((regie) =>
            Number(rows.find((row) => row.utilisateur_id === id && row.regie_id === regie)?.detenu ?? 0),
          ),
        );
        expect(holdings).toEqual(books.map((book) => book.map(expectedIn)));
        // what goes from hand to hand inside does not leave; a régie has what its holders have, a collectivité its régies
        const sum = (of: readonly (Book | undefined)[]): number =>
          of.reduce((all, book) => all + (book ? expectedIn(book) : 0), 0);
        const totalOf = (where: string, id: number) =>
          octroi.query<{ total: string }>(
            `select coalesce(sum(detenu), 0) as total from detention where ${where} = $1`,
            [id],
          );
        for (const [ou, regie] of regies.entries())
          expect(Number((await totalOf('regie_id', regie))[0]?.total)).toBe(
            sum(books.map((book) => book[ou])),
          );
        expect(Number((await totalOf('entite_id', tills.town.entite))[0]?.total)).toBe(sum(books.flat()));
      }),
      { numRuns: 12 },
    );
    // the same is recomputed there from base rows, and by what it was taken for
    const findings = await verify(octroi.url, () => undefined);
    expect(findings.filter(({ check }) => check.startsWith('caisses'))).toEqual([]);
  }, 240_000);
});

describe('cash at the counter', () => {
  const since = (tills: Tills, day: string | null): Promise<unknown> =>
    octroi.query('update entite set caisse_depuis = $2 where id = $1', [tills.town.entite, day]);
  const sessionOf = async ({ id }: Answer): Promise<number | null> => {
    const [row] = await octroi.query<{ s: string | null }>(
      'select session_caisse_id as s from transaction where id = $1',
      [id],
    );
    return row?.s ? Number(row.s) : null;
  };

  it('enters the cashier’s open till; from the chosen day on an open till is required', async () => {
    const tills = await newTills();
    const [{ caller }] = tills.agents;
    const payment = await pay(caller, tills.payer, 500);
    expect([payment.status, await sessionOf(payment.body)]).toEqual([201, null]);
    await since(tills, '2020-01-01');
    expect(await pay(caller, tills.payer, 505)).toMatchObject({
      status: 409,
      body: { code: 'caisse.session_absente', message: 'Ouvrez votre caisse avant d’encaisser des espèces.' },
    });
    // what is no cash lies in no till
    const mobile = await pay(caller, tills.payer, 510, { moyenPaiement: 1 });
    expect([mobile.status, await sessionOf(mobile.body)]).toEqual([201, null]);
    const { body } = await openTill(tills.agents[0], tills.regie);
    const inside = await pay(caller, tills.payer, 515);
    expect([inside.status, await sessionOf(inside.body)]).toEqual([201, body.id]);
    expect((await closeTill(tills.agents[0], body.id, 515)).body).toMatchObject({
      recu: 515,
      attendu: 515,
      ecart: null,
    });
    expect((await pay(caller, tills.payer, 520)).status).toBe(409);
    await since(tills, '2100-01-01');
    expect((await pay(caller, tills.payer, 525)).status).toBe(201);
  });

  it('is refused until yesterday’s till is counted, and enters no till of another collectivité', async () => {
    const [tills, elsewhere] = [await newTills(), await newTills()];
    const [agent] = tills.agents;
    await since(tills, '2020-01-01');
    const { body } = await openTill(agent, tills.regie);
    await octroi.query(
      `do $$ begin set local session_replication_role = replica;
         update session_caisse set ouverte_le = ouverte_le - interval '1 day' where id = ${body.id}; end $$`,
    );
    const refused = await pay(agent.caller, tills.payer, 500);
    expect([refused.status, refused.body.code]).toEqual([409, 'caisse.session_absente']);
    expect(refused.body.message).toMatch(/^Votre caisse du \d\d\/\d\d\/\d{4} n’est pas comptée/);
    await closeTill(agent, body.id, 0);
    await octroi.query('insert into utilisateur_entite values ($1, $2)', [agent.id, elsewhere.town.entite]);
    await openTill(agent, elsewhere.regie);
    expect(await pay(agent.caller, tills.payer, 500)).toMatchObject({
      status: 409,
      body: { message: 'Votre caisse ouverte est celle d’une autre collectivité.' },
    });
  });

  it('taken while the till is being closed is in the till or refused, never lost', async () => {
    const tills = await newTills();
    const [agent] = tills.agents;
    await since(tills, '2020-01-01');
    const { body } = await openTill(agent, tills.regie);
    const [closed, ...paid] = await Promise.all([
      closeTill(agent, body.id, 0),
      ...Array.from({ length: 8 }, (_, n) => pay(agent.caller, tills.payer, 1000 + n)),
    ]);
    const inside = await octroi.query('select from transaction where session_caisse_id = $1', [body.id]);
    expect(paid.filter(({ status }) => status === 201)).toHaveLength(inside.length);
    expect(paid.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const [{ sum } = { sum: 0 }] = await octroi.query<{ sum: string }>(
      'select coalesce(sum(montant), 0) as sum from transaction where session_caisse_id = $1',
      [body.id],
    );
    expect(closed.body.recu).toBe(Number(sum));
  });
});
