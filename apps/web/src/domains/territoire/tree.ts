import type { Noeud } from '@octroi/contract/territoire/arbre';
import { folded, wordSearch } from '@octroi/contract/platform/values/text';

type Node = Pick<Noeud, 'id' | 'nom' | 'code' | 'parent'>;

export type TreeLine<Kind extends Node = Noeud> = Kind & {
  /** 0 at the top. */
  depth: number;
  open: boolean;
};

/**
 * The visible lines of a tree: expanded nodes, or while searching, matches with their ancestors.
 * @param nodes parents before children
 */
export function treeLines<Kind extends Node>(
  nodes: readonly Kind[],
  open: ReadonlySet<number>,
  search = '',
): TreeLine<Kind>[] {
  const children = Map.groupBy(nodes, ({ parent }) => parent);
  const isSearching = search.trim() !== '';
  const matches = wordSearch(search);
  const lines: TreeLine<Kind>[] = [];
  const walk = (parent: number | null, depth: number): boolean => {
    let hasMatch = false;
    for (const node of children.get(parent) ?? []) {
      const at = lines.length;
      const line = { ...node, depth, open: isSearching || open.has(node.id) };
      lines.push(line);
      const below = line.open && walk(node.id, depth + 1);
      if (!isSearching || below || matches(folded(`${node.nom} ${node.code}`))) {
        line.open = isSearching ? below : line.open;
        hasMatch = true;
      } else lines.splice(at);
    }
    return hasMatch;
  };
  walk(null, 0);
  return lines;
}
