import { describe, expect, it } from 'vitest';
import { transactionSource } from '#src/domains/paiements/lists/transactions.repository.ts';
import { testApp } from '#src/testing/app.ts';
import { readList, readRows } from '../listing.ts';
import { namesAt } from './names.ts';

const { query, db } = await testApp();

const page = async () =>
  (
    await readList(db, transactionSource, { conditions: [], filters: [] }, { page: 1, itemperpage: 20 })
  ).parse().data;
const [first] = await page();
if (!first?.bureauAccepteur) throw new Error('a payment that an agent took was expected');
const { id, ramification, moyenPaiement, bureauAccepteur } = first;
const row = async () => (await page()).find((one) => one.id === id);
const version = async () => (await query<{ n: number }>('select n::int from version_noms'))[0]?.n ?? -1;

describe('names that a list shows', () => {
  it('are the new ones in the next answer, at every level', async () => {
    await query("update ramification set nom = nom || ' neuf' where id = $1", [ramification.id]);
    await query("update ramification set nom = nom || ' haut' where id = $1", [ramification.parent?.id]);
    await query("update entite set nom = nom || ' grande' where id = $1", [ramification.entite.id]);
    await query("update moyen_paiement set nom = nom || ' autre' where id = $1", [moyenPaiement.id]);
    await query("update utilisateur set nom = 'Neuf', username = username || '.neuf' where id = $1", [
      bureauAccepteur.id,
    ]);
    expect(await row()).toMatchObject({
      moyenPaiement: { nom: `${moyenPaiement.nom} autre` },
      ramification: {
        nom: `${ramification.nom} neuf`,
        parent: { nom: `${ramification.parent?.nom} haut` },
        entite: { nom: `${ramification.entite.nom} grande` },
        chemin: [
          ...ramification.chemin.slice(0, -2),
          `${ramification.parent?.nom} haut`,
          `${ramification.nom} neuf`,
        ],
      },
      bureauAccepteur: {
        username: `${bureauAccepteur.username}.neuf`,
        fullName: expect.stringMatching(/ Neuf$/),
      },
    });
  });

  it('are those of the moment when the rows were read, despite concurrent changes', async () => {
    const rename = (name: string) =>
      query(
        `with lieu as (update ramification set nom = $1 where id = $2)
         update moyen_paiement set nom = $1 where id = $3`,
        [name, ramification.id, moyenPaiement.id],
      );
    await rename('premier');
    let isOver = false;
    const renaming = (async () => {
      for (let n = 0; !isOver; n++) await rename(`nom ${n}`);
    })();
    try {
      const seen = new Set<string>();
      while (seen.size < 10) {
        const read = await row();
        const told = read?.ramification.nom ?? '';
        expect([read?.moyenPaiement.nom, read?.ramification.chemin.at(-1)]).toEqual([told, told]);
        seen.add(told);
      }
    } finally {
      isOver = true;
      await renaming;
    }
  });

  it('of an open transaction are visible only inside it', async () => {
    const before = await row();
    const within = await db
      .transaction()
      .execute(async (trx) => {
        await trx
          .updateTable('ramification')
          .set({ nom: 'Jamais' })
          .where('id', '=', ramification.id)
          .execute();
        const [read] = await readRows(trx, transactionSource, [id]);
        expect(read?.ramification.nom).toBe('Jamais');
        expect(await row()).toEqual(before);
        throw new Error('undone');
      })
      .catch((error: Error) => error.message);
    expect(within).toBe('undone');
    expect(await row()).toEqual(before);
  });
});

describe('the version of names', () => {
  it.each([
    ["update ramification set nom = nom || 'x' where id = $1", () => ramification.id],
    ["update entite set nom = nom || 'x' where id = $1", () => ramification.entite.id],
    ["update moyen_paiement set nom = nom || 'x' where id = $1", () => moyenPaiement.id],
    ["update utilisateur set prenom = prenom || 'x' where id = $1", () => bureauAccepteur.id],
    ["update ramification set nom = nom || 'x'", undefined],
  ])('is raised once by a transaction that changes names: %s', async (text, of) => {
    const before = await version();
    await query(text, of ? [of()] : []);
    expect(await version()).toBe(before + 1);
  });

  it.each([
    "update ramification set description = 'x'",
    "update utilisateur set telephone = '90000000'",
    "update entite set adresse = 'x'",
    "update moyen_paiement set description = 'x'",
  ])('does not change if no name changes: %s', async (text) => {
    const before = await version();
    await query(text);
    expect(await version()).toBe(before);
  });

  it('of rows read before a change has no cached names', async () => {
    const wanted = new Map([['moyenPaiement', new Set([moyenPaiement.id])]] as const);
    const before = await version();
    expect((await namesAt(db, before, wanted))?.text('moyenPaiement', moyenPaiement.id)).toContain(
      String(moyenPaiement.id),
    );
    await query("update moyen_paiement set nom = nom || 'y' where id = $1", [moyenPaiement.id]);
    expect(await namesAt(db, await version(), wanted)).toBeDefined();
    expect(await namesAt(db, before, wanted)).toBeUndefined();
  });
});
