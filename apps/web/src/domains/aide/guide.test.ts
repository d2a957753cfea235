import { GLOSSARY, GLOSSARY_PAGE, termId } from '@octroi/contract/glossary';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { ALL_GRANTS } from '@octroi/contract/rights';
import { lexer, type Token, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { type GuidePage, helpAt, SOMMAIRE } from './guide.ts';
import { mayRead, needText } from './besoins.ts';
import { chaptersFor, pagesWith } from './pages.ts';

const texts = import.meta.glob<string>('./pages/*.md', { query: '?raw', import: 'default', eager: true });
const pictures = import.meta.glob('./images/*.png');
const sources = Object.entries({
  ...import.meta.glob<string>('/apps/web/src/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('/packages/contract/src/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
})
  .filter(([file]) => !/\.test\.tsx?$|\/aide\//.test(file))
  .map(([, source]) => source.replaceAll(/\s+/g, ' '));

const nameOf = (file: string): string => file.replace(/^.*\/|\.\w+$/g, '');
const names: string[] = Object.values(SOMMAIRE).flat();
const tokens: (Token & { page: string })[] = [];
for (const [file, text] of Object.entries(texts))
  void walkTokens(lexer(text), (token) => void tokens.push({ ...token, page: nameOf(file) }));

describe('the user guide', () => {
  it('has a text for each page and a page for each text', () => {
    expect(names.toSorted()).toEqual(Object.keys(texts).map(nameOf).toSorted());
  });

  it('uses only the Markdown that a page can render', () => {
    const drawn = 'heading paragraph list list_item text strong em link image space'.split(' ');
    const others = tokens
      .filter(({ type }) => !drawn.includes(type))
      .map(({ page, raw }) => `${page}: ${raw}`);
    expect(others).toEqual([]);
  });

  it('uses all existing pictures, and no others', () => {
    const shown = tokens.flatMap((token) => (token.type === 'image' ? [String(token['href'])] : []));
    expect([...new Set(shown)].toSorted()).toEqual(Object.keys(pictures).map(nameOf).toSorted());
  });

  it('leads to screens and pages that exist', () => {
    const labelsOfProduct = new Set<string>([
      ...Object.values(SCREENS).map(({ url }) => url),
      ...Object.values(PAGES),
      ...names.map((name) => `/aide/${name}`),
    ]);
    const links = tokens.flatMap((token) => (token.type === 'link' ? [String(token['href'])] : []));
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((href) => !labelsOfProduct.has(href))).toEqual([]);
  });

  it('explains each word that a heading links to the glossary', () => {
    const terms = tokens.flatMap((token) =>
      token.type === 'em' && token.page === GLOSSARY_PAGE ? [String(token['text'])] : [],
    );
    expect(Object.values(GLOSSARY).filter((term) => !terms.includes(term))).toEqual([]);
    expect(new Set(terms.map(termId)).size).toBe(new Set(terms).size);
  });

  it('uses the labels of the screens', () => {
    expect(sources.length).toBeGreaterThan(300);
    const labels = tokens.flatMap(({ type, page, ...token }) =>
      type === 'strong' && 'text' in token ? [{ page, label: token.text as string }] : [],
    );
    const missing = labels.filter(
      ({ label }) =>
        !sources.some((source) => source.includes(label) || source.includes(label.replaceAll('’', "'"))),
    );
    expect(missing).toEqual([]);
  });

  it('is searched regardless of case and accents', () => {
    expect(pagesWith('REMBOURSER', ALL_GRANTS)[0]?.name).toBe('annuler-rembourser');
    expect(pagesWith('echeances generer', ALL_GRANTS)[0]?.name).toBe('generer-les-echeances');
    expect(pagesWith('zzqq', ALL_GRANTS)).toEqual([]);
    const glossary =
      'assiette,base taxable,précision,imputation,exercice,régie,mandat,valeurs inactives,part nta,bétail,quitus';
    for (const word of glossary.split(','))
      expect(
        pagesWith(word, {}).map(({ name }) => name),
        word,
      ).toContain('les-mots');
  });

  it('shows a page only to people who may do what it explains, and names the right', () => {
    expect(chaptersFor(ALL_GRANTS).flatMap(({ pages }) => pages.map(({ name }) => name))).toEqual(names);
    expect(chaptersFor({}).flatMap(({ pages }) => pages.map(({ name }) => name))).toEqual([
      'se-connecter',
      'chercher',
      'lire-une-liste',
      'les-mots',
      // anybody may have asked for an approval
      'approuver',
    ]);
    const cashier = { guichet: ['Voir'], transactions: ['Créer'] };
    expect(mayRead(cashier, 'guichet')).toBe(true);
    expect(mayRead(cashier, 'configurer-une-taxe')).toBe(false);
    expect(pagesWith('taxe tarif', cashier).map(({ name }) => name)).not.toContain('configurer-une-taxe');
    expect(needText('enroler')).toBe('Il faut le droit « Créer » sur « Contribuables ».');
    expect(needText('carte')).toBe('Il faut pouvoir ouvrir « Carte de situation ».');
    const named = names.filter((name) => needText(name as GuidePage) !== undefined);
    expect(names.length - named.length).toBe(4);
  });

  it('has a page for each screen', () => {
    expect(helpAt('/')).toBe('suivre-la-journee');
    expect(helpAt('/51')).toBe('suivre-la-journee');
    expect(helpAt('/contribuables')).toBe('lire-une-liste');
    expect(helpAt('/contribuables/profile/12')).toBe('la-fiche');
    expect(helpAt('/contribuables/create')).toBe('enroler');
    expect(helpAt('/taxes/3')).toBe('configurer-une-taxe');
    expect(helpAt('/exports')).toBe('lire-une-liste');
    expect(helpAt('/aide')).toBeUndefined();
  });
});
