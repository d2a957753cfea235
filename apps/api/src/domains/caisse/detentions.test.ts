import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, pay } from '#src/testing/caisse.ts';
import { testApp } from '#src/testing/app.ts';
import { close, declare, type Keeper, open, receive, type Tills, tillsOf } from '#src/testing/tills.ts';
import { verify } from '#src/verification/verify.ts';

const octroi = await testApp();
const { found, cash } = await tillsOf(octroi);

const ACTS = [
  'ouvrir',
  'encaisser',
  'annuler',
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
  session: number | null;
  /** Of the open session, what may be cancelled. */
  dedans: number;
}
const NEW = { fonds: 0, recu: 0, annule: 0, verse: 0, repris: 0, effet: 0, session: null, dedans: 0 };
const heldIn = ({ fonds, recu, annule, verse, repris, effet }: Book): number =>
  fonds + recu - annule - verse + repris + effet;

/** A day of some people as it is played, and kept in a book beside. */
async function play(tills: Tills, acts: readonly Act[]): Promise<Book[]> {
  const { regie, regisseur, comptable, agents } = tills;
  const people: Keeper[] = [...agents, regisseur];
  const books: Book[] = people.map(() => ({ ...NEW }));
  const waiting: { id: number; de: number; vers: number | null; montant: number }[] = [];
  for (const { acte, qui, montant, juste } of acts) {
    const [person, book] = [people[qui] as Keeper, books[qui] as Book];
    if (acte === 'ouvrir' && book.session === null) {
      book.session = (await open(person, regie, montant)).body.id;
      Object.assign(book, { fonds: book.fonds + montant, dedans: 0 });
    } else if (acte === 'encaisser' && book.session !== null && montant > 0) {
      await cash(tills, person.id, book.session, montant);
      Object.assign(book, { recu: book.recu + montant, dedans: book.dedans + montant });
    } else if (acte === 'annuler' && book.session !== null && montant > 0 && montant <= book.dedans) {
      await cash(tills, person.id, book.session, -montant);
      Object.assign(book, { annule: book.annule + montant, dedans: book.dedans - montant });
    } else if ((acte === 'déclarer' || acte === 'transmettre') && montant > 0) {
      const vers = acte === 'déclarer' ? (qui === 2 ? null : 2) : (qui + 1) % 3;
      const to =
        acte === 'transmettre'
          ? { destination: 'détenteur', destinataire: people[vers as number]?.id }
          : { destination: vers === null ? 'comptable' : 'régisseur' };
      const { status, body } = await declare(person, regie, montant, to);
      if (status === 201) waiting.push({ id: body.id, de: qui, vers, montant });
      else expect(status).toBe(409);
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
      expect((await receive(receiver, versement.id, recu, 'Compté devant lui')).status).toBe(200);
      (books[versement.de] as Book).verse += recu;
      if (versement.vers !== null) (books[versement.vers] as Book).repris += recu;
    } else if (acte === 'compter' && book.session !== null) {
      const [{ attendu } = { attendu: 0 }] = await octroi.query<{ attendu: string }>(
        'select attendu from detention where regie_id = $1 and utilisateur_id = $2',
        [regie, person.id],
      );
      const compte = juste ? Math.max(0, Number(attendu)) : montant;
      const closed = await close(person, book.session, compte);
      expect(closed).toMatchObject({ status: 200, body: { compte, attendu: Number(attendu) } });
      book.session = null;
    } else if (acte === 'régler') {
      const [ecart] = await octroi.query<{ id: string; montant: string; titulaire_id: number }>(
        `select id, montant, titulaire_id from ecart where regie_id = $1 and statut <> 'réglé' order by id limit 1`,
        [regie],
      );
      if (!ecart) continue;
      const gap = Number(ecart.montant);
      const reglement = juste ? 'compensé' : gap < 0 ? 'perte' : 'excédent';
      const path = `/v2/ecarts/${ecart.id}/reglement`;
      expect((await comptable.caller.send('POST', path, { reglement, motif: 'Vu' })).status).toBe(200);
      const holder = books[people.findIndex(({ id }) => id === ecart.titulaire_id)] as Book;
      if (!juste) holder.effet += gap;
    }
  }
  return books;
}

describe('what is held', () => {
  it('is float + received - cancelled - handed over, by person, régie and collectivité, on any day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 70 }), async (acts) => {
        const tills = await found();
        const books = await play(tills, acts);
        const people = [...tills.agents, tills.regisseur];
        const rows = await octroi.query<{ utilisateur_id: number; detenu: string }>(
          'select utilisateur_id, detenu from detention where entite_id = $1',
          [tills.town.entite],
        );
        const held = people.map(({ id }) =>
          Number(rows.find(({ utilisateur_id }) => utilisateur_id === id)?.detenu ?? 0),
        );
        expect(held).toEqual(books.map(heldIn));
        const [{ total } = { total: 0 }] = await octroi.query<{ total: string }>(
          'select coalesce(sum(detenu), 0) as total from detention where regie_id = $1',
          [tills.regie],
        );
        const sum = (of: (book: Book) => number): number => books.reduce((all, book) => all + of(book), 0);
        // what goes from hand to hand inside does not leave
        expect(Number(total)).toBe(
          sum(({ fonds, recu, annule, effet }) => fonds + recu - annule + effet) -
            sum(({ verse }) => verse) +
            sum(({ repris }) => repris),
        );
      }),
      { numRuns: 12 },
    );
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

  it('goes into the open till of whoever takes it; from the chosen day on none is taken without one', async () => {
    const tills = await found();
    const [{ caller }] = tills.agents;
    const taken = await pay(caller, tills.payer, 500);
    expect([taken.status, await sessionOf(taken.body)]).toEqual([201, null]);
    await since(tills, '2020-01-01');
    expect(await pay(caller, tills.payer, 505)).toMatchObject({
      status: 409,
      body: { code: 'caisse.session_absente', message: 'Ouvrez votre caisse avant d’encaisser des espèces.' },
    });
    // what is no cash lies in no till
    const mobile = await pay(caller, tills.payer, 510, { moyenPaiement: 1 });
    expect([mobile.status, await sessionOf(mobile.body)]).toEqual([201, null]);
    const { body } = await open(tills.agents[0], tills.regie);
    const inside = await pay(caller, tills.payer, 515);
    expect([inside.status, await sessionOf(inside.body)]).toEqual([201, body.id]);
    expect((await close(tills.agents[0], body.id, 515)).body).toMatchObject({
      recu: 515,
      attendu: 515,
      ecart: null,
    });
    expect((await pay(caller, tills.payer, 520)).status).toBe(409);
    await since(tills, '2100-01-01');
    expect((await pay(caller, tills.payer, 525)).status).toBe(201);
  });

  it('waits until yesterday’s till is counted, and goes into none of another collectivité', async () => {
    const [tills, elsewhere] = [await found(), await found()];
    const [agent] = tills.agents;
    await since(tills, '2020-01-01');
    const { body } = await open(agent, tills.regie);
    await octroi.query(
      `do $$ begin set local session_replication_role = replica;
         update session_caisse set ouverte_le = ouverte_le - interval '1 day' where id = ${body.id}; end $$`,
    );
    const refused = await pay(agent.caller, tills.payer, 500);
    expect([refused.status, refused.body.code]).toEqual([409, 'caisse.session_absente']);
    expect(refused.body.message).toMatch(/^Votre caisse du \d\d\/\d\d\/\d{4} n’est pas comptée/);
    await close(agent, body.id, 0);
    await octroi.query('insert into utilisateur_entite values ($1, $2)', [agent.id, elsewhere.town.entite]);
    await open(agent, elsewhere.regie);
    expect(await pay(agent.caller, tills.payer, 500)).toMatchObject({
      status: 409,
      body: { message: 'Votre caisse ouverte est celle d’une autre collectivité.' },
    });
  });

  it('that comes while a till is closed is in it, or refused, never beside', async () => {
    const tills = await found();
    const [agent] = tills.agents;
    await since(tills, '2020-01-01');
    const { body } = await open(agent, tills.regie);
    const [closed, ...paid] = await Promise.all([
      close(agent, body.id, 0),
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
