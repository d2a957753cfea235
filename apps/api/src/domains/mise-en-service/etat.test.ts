import {
  type EtatMiseEnService,
  type Etape,
  type Etat,
  OBSTACLE_WORDS,
  PAGES,
  type Point,
  SCREENS,
} from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { newPerson } from '#src/testing/people.ts';
import { sentFile } from '#src/testing/files/photos.ts';

const { signIn, query } = await testApp();
let superadmin: Caller;
beforeAll(async () => {
  superadmin = await signIn('superadmin');
});

const etat = async (entite: number, search = ''): Promise<EtatMiseEnService> => {
  const { status, body } = await superadmin.get<EtatMiseEnService>(
    `/v2/mise-en-service?entite=${entite}${search}`,
  );
  expect(status).toBe(200);
  return body;
};
const at = ({ points }: EtatMiseEnService, etape: Etape, state?: Etat): string[] =>
  points.flatMap((point) => (point.etape === etape && (!state || point.etat === state) ? point.dit : []));
const missing = ({ points }: EtatMiseEnService): string[] =>
  points.flatMap(({ etat: state, dit }) => (state === 'manque' ? dit : []));

describe('what a collectivité lacks', () => {
  it('is listed from an empty collectivité to its first échéances, and each line disappears when it is done', async () => {
    const fields = { nom: 'Commune de Gothèye', nomCourt: 'Gothèye', code: 'GOT', ville: 1 };
    const { body: commune } = await superadmin.send<{ id: number }>('POST', '/v2/entites', fields);
    const entite = commune.id;
    const step = `${SCREENS['mise-en-service'].url}?entite=${entite}&etape=`;
    const before = await etat(entite);
    expect(before).toMatchObject({ entite: { id: entite, nom: fields.nom }, annee: YEAR });
    expect(missing(before)).toEqual([
      'Commune de Gothèye est inactive : elle n’est proposée nulle part',
      'Aucune sous-entité active : personne ne peut être enrôlé',
      'Personne ne peut enrôler : il manque un agent',
      'Aucune taxe active',
      'Aucun contribuable : importez un fichier, ou enrôlez',
      `Aucune échéance pour ${YEAR}`,
    ]);
    expect(at(before, 'commune', 'voir')).toEqual([
      'Les papiers officiels n’ont pas d’écusson',
      'Les papiers officiels portent les mentions et le signataire par défaut',
    ]);
    expect(at(before, 'tarifs', 'voir')).toEqual([
      'Aucune modalité de paiement : l’avis ne dit pas où payer',
    ]);
    expect(before.points.find(({ etape }) => etape === 'territoire')?.lien).toBe(`${step}territoire`);

    await superadmin.send('PATCH', `/v2/entites/${entite}`, { enabled: true });
    const plan = { entite: String(entite), essai: '0' };
    const tree = sentFile('Nord\n Gare\nSud', {
      name: 'saisie.txt',
      type: 'text/plain',
      part: 'fichier',
      fields: plan,
    });
    await superadmin.send('POST', '/v2/ramifications/plan', tree.body, tree.headers);
    const laid = await etat(entite);
    expect(at(laid, 'territoire', 'fait')).toEqual(['3 sous-entités actives, jusqu’au niveau Quartier']);
    expect(at(laid, 'territoire', 'voir')).toEqual(['Rien au niveau Quartier sous : Sud']);

    const [gare] = await query<{ id: number }>(
      "select id from ramification where entite_id = $1 and nom = 'Gare'",
      [entite],
    );
    const agent = newPerson({ type: 2, ramifications: [gare?.id ?? 0] });
    expect((await superadmin.send('POST', '/v2/users', agent)).status).toBe(201);
    const peopled = await etat(entite);
    expect(at(peopled, 'personnes')).toEqual([
      '1 personne peut enrôler',
      'Aucun administrateur : seul un Super Admin crée les comptes',
    ]);

    const copied = await superadmin.send<{ data: { id: number }[] }>('POST', '/v2/entite_taxes/copies', {
      entite,
      annee: YEAR,
      taxes: [{ cle: 'usuelle:hangar', tarifs: [{ libelle: null, tarif: 4500 }] }],
    });
    const taxed = await etat(entite);
    expect(at(taxed, 'taxes')).toEqual(['1 taxe active']);
    expect(at(taxed, 'tarifs', 'fait')).toEqual([`Chaque taxe a ses tarifs de ${YEAR} partout`]);
    const next = await etat(entite, `&annee=${YEAR + 1}`);
    const [line] = next.points.filter(
      ({ etape, etat: state }: Point) => etape === 'tarifs' && state === 'manque',
    );
    expect(line).toMatchObject({
      dit: `« Droit de hangar » n’a pas de tarif pour ${YEAR + 1} dans 3 sous-entités, dont Gare`,
      lien: `${SCREENS.taxes.url}/${copied.body.data[0]?.id}`,
    });
    expect(missing(taxed)).toEqual([
      'Aucun contribuable : importez un fichier, ou enrôlez',
      `Aucune échéance pour ${YEAR}`,
    ]);
  });

  it('is empty for a collectivité in use', async () => {
    expect(missing(await etat(1))).toEqual([]);
  });

  it('names half configured tills: a day without a régie, and people of a régie who cannot receive', async () => {
    const fields = { nom: 'Commune de Torodi', nomCourt: 'Torodi', code: 'TOR', ville: 1, enabled: true };
    const { body: commune } = await superadmin.send<{ id: number }>('POST', '/v2/entites', fields);
    const entite = commune.id;
    expect(at(await etat(entite), 'encaisser')).toEqual([
      'Les caisses ne sont pas tenues : les espèces s’encaissent sans caisse ouverte ni comptage',
      'Aucun seuil d’approbation : une personne seule rembourse, extourne et passe un écart en perte',
    ]);
    await superadmin.send('PATCH', `/v2/entites/${entite}`, { caisseDepuis: '2026-01-05' });
    const step = `${SCREENS['mise-en-service'].url}?entite=${entite}&etape=encaisser`;
    const lacking = async (): Promise<Point[]> =>
      (await etat(entite)).points.filter((point) => point.etape === 'encaisser' && point.etat === 'manque');
    expect(await lacking()).toMatchObject([
      {
        dit: 'Les caisses sont tenues depuis le 05/01/2026, mais aucune régie n’est active : personne ne peut ouvrir de caisse, ni encaisser d’espèces',
        lien: step,
      },
      { dit: 'Personne ne peut encaisser et tenir une caisse : il manque un caissier', lien: step },
    ]);

    const named = async (groupe: number, more: Record<string, unknown> = {}) => {
      const person = newPerson({ groupe, entites: [entite], ...more });
      return (await superadmin.send<{ id: number; fullName: string }>('POST', '/v2/users', person)).body;
    };
    const regisseur = await named(GROUPE_ID.consultation);
    await named(GROUPE_ID.caissier);
    const regie = { nom: 'Régie', entite, regisseur: regisseur.id, plafond: 100_000, delaiJours: 7 };
    const { body: made } = await superadmin.send<{ id: number }>('POST', '/v2/regies', regie);
    expect(await lacking()).toMatchObject([
      {
        dit: `« Régie » : ${regisseur.fullName}, régisseur, ${OBSTACLE_WORDS.droit}`,
        lien: `${SCREENS.users.url}/${regisseur.id}`,
      },
    ]);
    await superadmin.send('PATCH', `/v2/users/${regisseur.id}`, { groupe: GROUPE_ID.regisseur });
    const whole = await etat(entite);
    expect(at(whole, 'encaisser', 'fait')).toEqual([
      'Les caisses sont tenues depuis le 05/01/2026',
      `« Régie » : ${regisseur.fullName} reçoit les versements`,
    ]);
    expect(at(whole, 'encaisser', 'manque')).toEqual([]);
    const agent = await named(GROUPE_ID.consultation, { type: 2 });
    const mandat = { entite, regie: made.id, suppleant: agent.id, debut: '2026-01-05' };
    expect((await superadmin.send('POST', '/v2/mandats', mandat)).status).toBe(201);
    expect((await lacking()).map(({ dit }) => dit)).toEqual([
      `« Régie » : ${agent.fullName}, suppléant, ${OBSTACLE_WORDS.agent}`,
    ]);
  });

  it('names what is inactive, and a year that is closed', async () => {
    await query("update moyen_paiement set enabled = false where nom in ('Cheque', 'Virement')");
    await query('insert into annee_close (entite_id, annee) values (1, $1)', [YEAR]);
    await query("update taxe set enabled = false where entite_id = 1 and nom = 'Taxe de voirie'");
    await query("update ramification set enabled = false where entite_id = 1 and code = 'NIA-1'");
    const told = await etat(1);
    expect(missing(told)).toEqual([`L’exercice ${YEAR} est clos : rien ne peut plus être généré`]);
    const seen = told.points.flatMap(({ etat: state, dit, lien }) => (state === 'voir' ? [[dit, lien]] : []));
    expect(seen).toEqual(
      expect.arrayContaining([
        ['Moyens de paiement inactifs : Cheque, Virement', SCREENS['moyens-paiement'].url],
        ['Taxes inactives : Taxe de voirie', SCREENS.taxes.url],
        ['Sous-entités inactives : Niamey I', `${PAGES.arbre}?entite=1`],
      ]),
    );
  });

  it('is shown only to a user with the whole collectivité', async () => {
    const [niamey, plateau] = await Promise.all([signIn('niamey'), signIn('plateau')]);
    expect((await niamey.get('/v2/mise-en-service?entite=1')).status).toBe(200);
    expect((await niamey.get('/v2/mise-en-service?entite=2')).status).toBe(404);
    expect((await plateau.get('/v2/mise-en-service?entite=1')).status).toBe(403);
    expect((await superadmin.get('/v2/mise-en-service?entite=999999')).status).toBe(404);
  });
});
