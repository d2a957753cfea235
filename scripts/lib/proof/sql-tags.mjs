// Finds the SQL templates of the API's sources that no test sends. The compiler checks the query builder, but not `sql`
// templates, so an unsent one is never checked.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

const TAG = /(?<![\w.'$])sql(?=`|<[^`]*>`)/g;
/** Templates that only join conditions: they contain no names. */
const NEUTRAL = /^sql(<[^`]*>)?`\s*(and|or|union all|true|false|null::\w+)?\s*`/;
const SOURCES = /^apps\/api\/src\/(?!testing\/|bench\/|demo\/|.*\.test\.ts$).*\.ts$/;

/** The tags of a source in order: their start, and their place as file:line:rank in the line. */
export function tagsOf(file, code) {
  const ranks = new Map();
  return Array.from(code.matchAll(TAG), ({ index }) => {
    const line = code.slice(0, index).split('\n').length;
    const rank = (ranks.get(line) ?? 0) + 1;
    ranks.set(line, rank);
    return { start: index, place: `${file}:${line}:${rank}`, neutral: NEUTRAL.test(code.slice(index)) };
  });
}

/** A source whose tags record their places (apps/api/src/testing/statements.ts); undefined if it has none. */
export function placeTags(file, code) {
  const tags = SOURCES.test(file) ? tagsOf(file, code) : [];
  if (tags.length === 0) return undefined;
  let text = "import { placed as placed$ } from '#src/testing/statements.ts'; ";
  let from = 0;
  for (const { start, place } of tags) {
    text += `${code.slice(from, start)}placed$(${JSON.stringify(place)}, sql)`;
    from = start + 'sql'.length;
  }
  return text + code.slice(from);
}

/** Adds places to every tag of the sources, for a test run that records what it sends. */
export const placedSql = {
  name: 'octroi:placed-sql',
  enforce: 'pre',
  transform: (code, id) => placeTags(path.relative(root, id).replaceAll(path.sep, '/'), code),
};

/** Places of templates that no test sent. @param {string} noted file written by the run */
export function unsentSql(noted) {
  const sent = new Set(fs.existsSync(noted) ? fs.readFileSync(noted, 'utf8').split('\n') : []);
  return fs
    .readdirSync(path.join(root, 'apps/api/src'), { recursive: true })
    .map((name) => `apps/api/src/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => SOURCES.test(file))
    .flatMap((file) => tagsOf(file, fs.readFileSync(path.join(root, file), 'utf8')))
    .filter(({ place, neutral }) => !neutral && !sent.has(place))
    .map(({ place }) => place);
}
