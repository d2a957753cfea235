import { type DocumentId, formatDay } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, testApp, TIME_ZONE } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';

const octroi = await testApp();
const { query } = octroi;

async function textsOf(url: string, body: object, account: Account = 'superadmin'): Promise<string[]> {
  const { status, bytes } = await fileOf(octroi, account, url, body);
  expect(status, bytes.toString()).toBe(200);
  return readPdf(bytes).pages.flat();
}
const printed = async (document: DocumentId, body: object = {}, account?: Account) => ({
  texts: await textsOf(`/v2/impressions/${document}`, body, account),
});

describe('the head of a document', () => {
  it('gives the chosen filters', async () => {
    const [sector] = await query<{ id: number; chemin: string[] }>(
      `select r.id, array(select a.nom from ramification_descendance d join ramification a on a.id = d.ancetre_id
         where d.descendant_id = r.id order by d.distance desc) as chemin
       from ramification r where r.entite_id = 1 and r.parent_id is not null order by r.id limit 1`,
    );
    const { texts } = await printed('liste-des-contribuables', {
      query: `entite=1&ms=[${sector?.id}]&from=2026-01-01&to=2026-06-30&annee=2026&filter[contrib.restant][type]=gte&filter[contrib.restant][x]=12000&filter[user.id][type]=in&filter[user.id][x]=[1]&filter[user.id][connector]=or`,
    });
    expect(texts.slice(0, 5)).toEqual([
      'Ville de Niamey',
      'Liste des contribuables',
      ['Ville de Niamey', ...(sector?.chemin ?? [])].join(' > '),
      'Du 01/01/2026 au 30/06/2026 · Par enrôlement (contribuables enrôlés dans la période) · exercice 2026',
      expect.stringMatching(/^Filtres : Restant supérieur ou égal à 12\u202f000 ou Agent parmi [^°]+$/),
    ]);
    expect(texts[5]).toBe('Ordre : Date, croissant');
    expect(texts[6]).toMatch(/^Édité le \d\d\/\d\d\/\d{4} à \d\d:\d\d:\d\d par /);
  });

  it('gives the conditions that the screen implies: the year, and its own filters', async () => {
    const today = new Date().toLocaleDateString('sv', { timeZone: TIME_ZONE });
    const { texts } = await printed('situation-des-impayes', {
      query: 'entite=1&filter[contrib.fullName][type]=like&filter[contrib.fullName][x]=ou',
    });
    const jour = formatDay(today);
    expect(texts.slice(2, 4)).toEqual([
      `Échéances tombées au ${jour}, encore impayées le ${jour}`,
      'Filtres : Nom complet contient « ou »',
    ]);
    const situation = await printed('situation-des-contribuables', { query: 'entite=1' });
    expect(situation.texts[2]).toBe(
      `Toutes les dates · Par enrôlement (contribuables enrôlés dans la période) · exercice ${today.slice(0, 4)}`,
    );
    const equipment = await printed('equipements', {
      query: 'entite=1&filter[equipement.enabled]=1&filter[teq.id]=1',
    });
    expect(equipment.texts.find((text) => text.startsWith('Filtres : '))).toMatch(
      /^Filtres : Confirmé égal à oui et Type d'équipement égal à [^°]+$/,
    );
  });

  it('names the places of its rows', async () => {
    const quartiers = await query<{ id: number; nom: string }>(
      'select id, nom from ramification where entite_id = 1 and parent_id is null order by id',
    );
    const head = async (body: object, account?: Account) =>
      (await printed('liste-des-contribuables', body, account)).texts.slice(0, 3);
    const [one, two] = quartiers;
    expect(await head({ query: `ms=[${one?.id},${two?.id}]` })).toEqual([
      'Ville de Niamey',
      'Liste des contribuables',
      `Ville de Niamey > ${one?.nom}, ${two?.nom}`,
    ]);
    const all = await query<{ id: number }>('select id from ramification where entite_id = 1 limit 20');
    const many = await head({ query: `ms=[${all.map(({ id }) => id).join(',')}]` });
    expect(many[2]).toBe('Ville de Niamey > 20 sous-entités');
    const [own] = await query<{ nom: string }>(
      "select r.nom from utilisateur_ramification l join ramification r on r.id = l.ramification_id join utilisateur u on u.id = l.utilisateur_id where u.username = 'plateau'",
    );
    expect((await head({}, 'plateau'))[2]).toBe(`Ville de Niamey > ${own?.nom}`);
  });

  it('names records of no collectivité, and only people that the reader may see', async () => {
    const filters = async (account: Account, resource: string, filter: string) =>
      (await textsOf('/v2/exports', { resource, format: 'pdf', query: filter }, account)).find((text) =>
        text.startsWith('Filtres : '),
      );
    expect(await filters('superadmin', 'users', 'filter[g.id]=1')).toMatch(/ égal à Super Admin$/);
    const [colleague, stranger] = await query<{ id: number; nom: string }>(
      `select id, btrim(prenom || ' ' || nom) as nom from utilisateur where username in ('lecture', 'maradi') order by username`,
    );
    const by = (id?: number) => filters('niamey', 'contribuables', `filter[user.id]=${id}`);
    expect(await by(colleague?.id)).toMatch(new RegExp(` égal à ${colleague?.nom}$`));
    expect(await by(stranger?.id)).toMatch(new RegExp(` égal à identifiant ${stranger?.id}$`));
  });

  it('names no period for a list without one', async () => {
    const texts = await textsOf('/v2/exports', { resource: 'villes', format: 'pdf' });
    expect(texts.filter((text) => /dates|^Du |^Le /.test(text))).toEqual([]);
  });
});
