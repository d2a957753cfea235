/**
 * Which `sql` templates the tests send to the database: the compiler cannot check what they name, so one that nothing
 * sends is checked by nobody. `npm test` gives every tag of the sources its place (`scripts/lib/proof/sql-tags.mjs`), which is
 * noted when a statement that its template is a part of is compiled.
 */
import fs from 'node:fs';
import { PostgresQueryCompiler, type RawBuilder, type RawNode, type Sql } from 'kysely';

const places = new WeakMap<object, string>();
const noted = new Set<string>();

function note(place: string | undefined): void {
  if (place === undefined || noted.has(place)) return;
  noted.add(place);
  fs.appendFileSync(process.env['OCTROI_STATEMENTS'] ?? '', `${place}\n`);
}

const compiler = PostgresQueryCompiler.prototype as unknown as {
  visitRaw: (this: unknown, node: RawNode) => void;
};
const { visitRaw } = compiler;
compiler.visitRaw = function (node) {
  note(places.get(node));
  visitRaw.call(this, node);
};

/** The tag at a place of the sources, noting what becomes of the templates that it makes. */
export const placed =
  (place: string, tag: Sql) =>
  (...template: Parameters<Sql>): RawBuilder<unknown> => {
    const made = tag(...template);
    for (const name of ['toOperationNode', 'compile', 'execute'] as const) {
      const own = made[name].bind(made) as (...given: unknown[]) => object;
      Object.defineProperty(made, name, {
        value: (...given: unknown[]) => {
          const result = own(...given);
          // as a part of another it is compiled with that one, or never
          if (name === 'toOperationNode') places.set(result, place);
          else note(place);
          return result;
        },
      });
    }
    return made;
  };
