import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordFault, passwordFaults } from './password.ts';

const owner = {
  username: 'hadiza.djibo',
  email: 'H.Djibo2026@octroi.test',
  nom: 'Djibo',
  prenom: 'Hadiza Aïcha',
  lieux: ['Ville de Niamey', 'Commune rurale de Téra'],
};

describe('a password', () => {
  it.each([
    'Puits-natte-27',
    'marché de Wadata 7',
    'ñandú-12 vert',
    'la ville aux cent portes 3',
    'sans chiffre',
    'LETTRESMAJUSCULES',
    '4821 9037 5516 2840',
    `trois mots ${'loin '.repeat(37)}1`,
  ])('is accepted: %s', (password) => {
    expect(passwordFault(password, owner)).toBeUndefined();
  });

  it.each([
    ['', /au moins 8/],
    ['abc-123', /au moins 8/],
    [`a1${'x'.repeat(199)}`, /au plus 200/],
    ['2026-11-21', /trop courant/],
    ['90 47 12 38', /trop courant/],
    ['h.djibo2026', /pseudo/],
    ['H.DJIBO2026@OCTROI.TEST', /adresse email/],
    ['MotDePasse123', /trop courant/],
    ['M0tDeP@sse!2027', /trop courant/],
    ['2027 Azerty', /trop courant/],
    ['edcba4321', /trop courant/],
    ['x-123456789', /trop courant/],
    ['hophop-hop1', /trop courant/],
    ['a1a1a1a1a1', /trop courant/],
    ['Octroi-2026!', /produit/],
    ['0ctr01-2026', /produit/],
    ['N1amey-2026', /commune/],
    ['tera2026tera', /commune/],
    ['Aïcha+1998', /vos noms/],
    ['d j i b o 7 7', /pseudo/],
  ])('is refused: %s', (password, message) => {
    expect(passwordFault(password, owner)).toMatch(message);
  });

  it.each([
    'DjiboAicha1',
    'OctroiNiamey2026',
    'Djibo.Niamey.7',
    'niamey-tera-2026',
    'Hadiza-Aicha-Octroi',
    'MairieNiger2026!',
    // a common password, a keyboard row or a repetition is added
    'PasswordNiamey1',
    'M0tDeP@sse.Niamey',
    'DjiboSoleil2026',
    'Hadiza-azerty-123',
    'Niamey qsdfghjklm 7',
    'hophophop Niamey hop',
    'TestUser-Hadiza-99',
    'TogoMali2026 Niamey',
    'bonjour la mairie de Téra',
    // made of common passwords only
    'PasswordAzerty1',
    'Soleil-dragon-27',
    'mdp test root 2026',
    // the mail domain, the kinds of town, look-alike letters
    'Octroi.Test.12',
    'communerurale2026',
    'Ɲiamey-Ɗjibo-ʼ2026',
  ])('is refused if made only of well-known words: %s', (password) => {
    expect(passwordFault(password, owner)).toMatch(/fait/);
  });

  it.each(['MairieDeDosso.2026', 'yahoo-mairie-99'])(
    'is refused if made of the domain of the address: %s',
    (password) => {
      const email = 'caissier@mairie-de-dosso.yahoo.fr';
      expect(passwordFault(password, { email })).toMatch(/fait/);
    },
  );

  it.each(['محمد2026', 'محمد-niamey-77', 'soleil.محمد!'])(
    'is refused if made of a name in other letters: %s',
    (password) => {
      expect(passwordFault(password, { ...owner, prenom: 'محمد' })).toMatch(/fait/);
    },
  );

  it.each([
    // three unrelated words, with or without a number, next to a name or a town
    'calebasse-vélo-orage-12',
    'Moulin.Girafe.Papier',
    'le vent du fleuve 88',
    'tambour citron fenêtre',
    'Hadiza court sous la pluie 3',
    'Niamey-parapluie-bougie-41',
    'trois chèvres à Téra hier',
    'octroi, mangue et pirogue 6',
    'marmite2026guitare',
    // common words within longer ones, or next to enough other letters
    'papaye-malice-tricot-5',
    'Marsouin&cotelette9',
    'chevilles et souffrances',
    'secrétaire-pagne-lundi',
    'testament du vieux puits',
    'anomalie.rootine.42',
    'le soleil tape sur le mil',
    'mon agent vend du tissu 4',
    // random
    'k7Rw-p2Vx-9hTq',
    'zB4!mq8Xw2',
    'gT7#pLv9@xQ2',
    'Wq3nKz8yBf',
    'niamey-x7Qp4wZk2v',
    'u4Jd8sKq1mXz',
    // first letters of a sentence
    'JmtC3fpj,lM!',
    'Lpqvà8h,dMd2c',
    // other scripts
    'بطيخة حصان 42',
    'Niamey سحابة جبل',
    'Ɗaki ɓauna ƙofa 9',
    'ߒߞߏ ߛߓߍ ߞߊ߬ߟߊ߲',
    '月が山の上に光る夜',
    // long, without any known word
    'ventilateur rouillé',
    'quarante-deux zébus',
  ])('that is good is accepted: %s', (password) => {
    expect(passwordFault(password, owner)).toBeUndefined();
  });

  it('needs enough other letters beside known words, also with the longer list', () => {
    const isCommon = (text: string) => text === 'papillon';
    expect(passwordFault('Niamey-papillon-77', owner, isCommon)).toMatch(/fait/);
    expect(passwordFault('Niamey-papillon-77', owner)).toBeUndefined();
    expect(passwordFault('Niamey-papillon-gourde-77', owner, isCommon)).toBeUndefined();
  });

  it('is refused if made of names, places and years, in any order and with any separators', () => {
    const word = fc.constantFrom(
      'Hadiza',
      'AÏCHA',
      'djibo',
      'Niamey',
      'Téra',
      'octroi',
      'Niger',
      '2026',
      '1987',
      'mairie',
      'password',
      'Soleil',
      'azerty',
      'test',
    );
    const between = fc.constantFrom('', '-', '.', ' ', '_', '!');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 6 }),
        between,
        fc.nat(999),
        (words, sign, number) => {
          fc.pre(words.join(sign).length >= 8);
          expect(passwordFault(`${words.join(sign)}${sign}${number}`, owner)).toBeDefined();
        },
      ),
    );
  });

  it('may contain a name beside enough other letters', () => {
    for (const password of ['Hadiza-tambour-natte-29', 'niamey puits calebasse 4'])
      expect(passwordFault(password, owner), password).toBeUndefined();
  });

  it('is refused if it is the pseudo or the address', () => {
    expect(passwordFault('Agent2027', { username: 'agent2027' })).toMatch(/pseudo/);
    expect(passwordFault('caisse.sud9', { email: 'caisse.sud@octroi.test' })).toMatch(/adresse email/);
  });

  it('is refused if in a longer list, with or without digits around the word', () => {
    const isCommon = (text: string) => ['calebasse', '01081988m'].includes(text);
    for (const password of ['Calebasse-77', '01081988M', 'c4lebasse!9'])
      expect(passwordFault(password, {}, isCommon), password).toMatch(/trop courant/);
    expect(passwordFault('Calebasse-dune-77', {}, isCommon)).toBeUndefined();
  });

  it('equals its confirmation', () => {
    expect(passwordFaults({ password: 'Puits-natte-27', passwordConfirm: 'Puits-natte-27' }, owner)).toEqual(
      [],
    );
    expect(passwordFaults({ password: 'Puits-natte-27' }, owner)).toEqual([
      { field: 'passwordConfirm', message: 'Veuillez repeter le mot de passe' },
    ]);
  });
});
