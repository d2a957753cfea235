import { contribuableList, type ContribuableRow, placeText } from '@octroi/contract';
import readXlsxFile from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';

/* Where the rows of lists stand, on screen and in files. */
const octroi = await testApp();
const { signIn, query } = octroi;
let superadmin: Caller;
interface Row {
  id: number;
  ramification: ContribuableRow['ramification'];
}
const LISTS = ['contribuables', 'transactions', 'equipements', 'enrollements', 'imputations'];

async function rowsOf(path: string, parameters: string): Promise<Row[]> {
  const { status, body } = await superadmin.get<{ data: Row[] }>(`/v2/${path}?${parameters}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
/** Names from the highest sub-entity down, climbing by parents. */
const climb = async (id: number): Promise<string[]> =>
  (
    await query<{ nom: string }>(
      `with recursive montee as (
         select id, nom, parent_id, 0 as rang from ramification where id = $1
         union all select r.id, r.nom, r.parent_id, rang - 1 from ramification r join montee m on r.id = m.parent_id)
       select nom from montee order by rang`,
      [id],
    )
  ).map(({ nom }) => nom);
/** Somebody's sub-entities from the département down. */
const placeOf = async (entite: number): Promise<number[]> =>
  (
    await query<{ id: number }>(
      `select d.ancetre_id as id from ramification_descendance d
       where d.descendant_id = (select ramification_id from contribuable where entite_id = $1 order by id limit 1)
       order by d.distance desc`,
      [entite],
    )
  ).map(({ id }) => id);

beforeAll(async () => {
  superadmin = await signIn('superadmin');
});

describe('a row’s place', () => {
  it.each(LISTS)('in the list of %s shows the places above it', async (path) => {
    const rows = await rowsOf(path, 'entite=1&itemperpage=30');
    expect(rows.length).toBeGreaterThan(5);
    for (const { ramification } of rows) expect(ramification.chemin).toEqual(await climb(ramification.id));
    expect(placeText((rows[0] as Row).ramification).split(' › ')).toHaveLength(3);
  });

  it.each(LISTS)('omits in the list of %s the place to which the list is limited', async (path) => {
    const place = await placeOf(1);
    for (const [level, ms] of place.entries()) {
      for (const { ramification } of await rowsOf(path, `ms=${ms}&itemperpage=20`)) {
        const whole = await climb(ramification.id);
        expect(ramification.chemin).toEqual(whole.slice(Math.min(level + 1, whole.length - 1)));
      }
    }
    const [one, other] = [place.at(-1), (await placeOf(2)).at(-1)];
    for (const { ramification } of await rowsOf(path, `ms=${one},${other}&itemperpage=20`))
      expect(ramification.chemin).toEqual(await climb(ramification.id));
  });

  it('orders a list by all the places above', async () => {
    const rows = await rowsOf('contribuables', 'entite=1&orderBy=ram.nom&itemperpage=5000');
    const [sorted] = await query<{ ids: number[] }>(
      `select array_agg(c.id order by r.chemin, c.id)::int[] as ids
       from contribuable c join ramification r on r.id = c.ramification_id where c.entite_id = 1`,
    );
    expect(rows.map(({ id }) => id)).toEqual(sorted?.ids);
  });

  it('follows a new name and a new parent at any level above', async () => {
    const [departement, quartier, , secteur] = (await placeOf(2)) as [number, number, number, number];
    await query('update ramification set nom = $1 where id = $2', ['Nouveau nom', quartier]);
    expect((await rowsOf('contribuables', `filter[ram.id]=${secteur}`))[0]?.ramification.chemin).toEqual(
      await climb(secteur),
    );
    const [other] = await query<{ id: number }>(
      'select id from ramification where entite_id = 2 and type_id = 1 and id <> $1 limit 1',
      [departement],
    );
    if (other) await query('update ramification set parent_id = $1 where id = $2', [other.id, quartier]);
    await query("update ramification set chemin = '{faux}' where id = $1", [secteur]);
    const wrong = await query(
      `select r.id from ramification r where r.chemin is distinct from array(
         select a.nom::text from ramification_descendance d join ramification a on a.id = d.ancetre_id
         where d.descendant_id = r.id order by d.distance desc)`,
    );
    expect(wrong).toEqual([]);
    expect((await climb(secteur))[1]).toBe('Nouveau nom');
  });
});

describe('a file of a list', () => {
  const file = async (format: string, query: string): Promise<string> => {
    const { bytes, status } = await fileOf(octroi, 'superadmin', '/v2/exports', {
      resource: 'contribuables',
      format,
      query,
    });
    expect(status).toBe(200);
    return format === 'csv' ? bytes.toString() : JSON.stringify(await readXlsxFile(bytes));
  };

  it.each(['csv', 'xlsx'])('names places as the screen does: %s', async (format) => {
    const [row] = await rowsOf('contribuables', 'entite=1&itemperpage=1');
    const text = await file(format, 'entite=1');
    expect(text).toContain(placeText((row as Row).ramification));
    expect(text).not.toContain(contribuableList.columns.collectivite.header);
    const all = await file(format, '');
    expect(all).toContain(contribuableList.columns.collectivite.header);
    expect(all).toContain('Ville de Maradi');
  });

  it('fits names of 200 letters on every paper', async () => {
    const long = 'Quartier au nom sans fin '.repeat(8);
    expect(long.length).toBe(200);
    const [, quartier] = (await placeOf(1)) as [number, number];
    await query('update ramification set nom = $1 where id = $2', [long.trim() + 'x', quartier]);
    await query("update ramification set nom = repeat('W', 200) where id = $1", [(await placeOf(1)).at(-1)]);
    for (const document of [
      'contribuables',
      'enrollements',
      'equipements',
      'transactions',
      'liste-des-contribuables',
      'liste-des-transactions',
      'situation-des-contribuables',
      'situation-des-recouvrements',
      'situation-des-impayes',
      'releve-des-recouvrements',
    ]) {
      const reply = await fileOf(octroi, 'superadmin', `/v2/impressions/${document}`, {
        query: `ms=${quartier}`,
      });
      expect(reply.status, document).toBe(200);
      const { pages } = readPdf(reply.bytes);
      expect(pages.flat().join(' '), document).toContain('Total');
      expect(pages.length, document).toBeLessThan(8);
    }
  });
});
