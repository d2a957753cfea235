/** Texts and pictures of the guide, from the files next to this one. */
import { folded } from '@octroi/contract/platform/values/text';
import type { Grants } from '@octroi/contract/rights';
import { lexer, type Token } from 'marked';
import { mayRead } from './besoins.ts';
import { SOMMAIRE, type GuidePage } from './guide.ts';

const texts = import.meta.glob<string>('./pages/*.md', { query: '?raw', import: 'default', eager: true });
const pictures = import.meta.glob<string>('./images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

export interface Page {
  name: GuidePage;
  titre: string;
  contenu: Token[];
  /** Title and text in their search form. */
  words: string;
}

function read(name: GuidePage): Page {
  const text = texts[`./pages/${name}.md`] ?? '';
  const [head, ...contenu] = lexer(text);
  if (head?.type !== 'heading') throw new Error(`${name}.md begins with its title`);
  return { name, titre: head.text as string, contenu, words: folded(text) };
}

/** In reading order. */
const CHAPTERS = Object.entries(SOMMAIRE).map(([chapitre, names]) => ({
  chapitre,
  pages: names.map(read),
}));
const PAGES_BY_NAME = new Map(
  CHAPTERS.flatMap(({ pages }) => pages).map((page) => [page.name as string, page]),
);

export const pageNamed = (name: string): Page | undefined => PAGES_BY_NAME.get(name);

/** The address of a picture of the guide. */
export const pictureNamed = (name: string): string | undefined => pictures[`./images/${name}.png`];

/** The chapters that the person may read; none is empty. */
export const chaptersFor = (grants: Grants): { chapitre: string; pages: Page[] }[] =>
  CHAPTERS.map(({ chapitre, pages }) => ({
    chapitre,
    pages: pages.filter(({ name }) => mayRead(grants, name)),
  })).filter(({ pages }) => pages.length > 0);

/** The pages that contain all the words, of those that the person may read. */
export function pagesWith(words: string, grants: Grants): Page[] {
  const searched = folded(words).split(/\s+/).filter(Boolean);
  const matches = [...PAGES_BY_NAME.values()].filter(
    (page) => mayRead(grants, page.name) && searched.every((word) => page.words.includes(word)),
  );
  const inTitle = (page: Page): number => searched.filter((word) => folded(page.titre).includes(word)).length;
  return matches.toSorted((one, other) => inTitle(other) - inTitle(one));
}
