/**
 * Records which `sql` templates the tests send to the database: the compiler does not check them, so an unsent one
 * is never checked. `npm test` adds its place in the sources to every tag (`scripts/lib/proof/sql-tags.mjs`); the
 * place is recorded when a statement with this template is compiled.
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

/** The `sql` tag of a place, which records when its templates are compiled. */
export const placed =
  (place: string, tag: Sql) =>
  (...template: Parameters<Sql>): RawBuilder<unknown> => {
    const made = tag(...template);
    for (const name of ['toOperationNode', 'compile', 'execute'] as const) {
      const own = made[name].bind(made) as (...given: unknown[]) => object;
      Object.defineProperty(made, name, {
        value: (...given: unknown[]) => {
          const result = own(...given);
          // a part is compiled with the statement that contains it, or never
          if (name === 'toOperationNode') places.set(result, place);
          else note(place);
          return result;
        },
      });
    }
    return made;
  };
