/** What a screen reader is told: the accessibility tree of the browser, by rules that every screen keeps. */
import type { Page } from '@playwright/test';

interface TreeNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

/** Roles that a person acts on: each has a name. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);
/** Parts that a person is told to have entered: each has a name, too. */
const NAMED = new Set([...CONTROLS, 'alertdialog', 'dialog', 'grid', 'heading', 'region', 'table']);
const TABLES = new Set(['grid', 'table', 'treegrid']);
const HEADERS = new Set(['columnheader', 'rowheader']);

const roleOf = ({ role }: TreeNode): string => role?.value ?? '';
const nameOf = ({ name }: TreeNode): string => name?.value?.trim() ?? '';
const propertyOf = ({ properties = [] }: TreeNode, name: string): unknown =>
  properties.find((each) => each.name === name)?.value.value;

/** A node with all nodes below it. */
function withinOf(node: TreeNode, byId: ReadonlyMap<string, TreeNode>): TreeNode[] {
  const below = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
  return [node, ...below.flatMap((each) => withinOf(each, byId))];
}

/** Headings in the order of the page: none skips a level. */
function headingFaults(nodes: readonly TreeNode[]): string[] {
  const headings = nodes.filter((node) => roleOf(node) === 'heading');
  return headings.flatMap((node, index) => {
    const level = Number(propertyOf(node, 'level'));
    const before = index === 0 ? 0 : Number(propertyOf(headings[index - 1]!, 'level'));
    return level > before + 1
      ? [`the heading « ${nameOf(node)} » of level ${level} follows level ${before}`]
      : [];
  });
}

/** The faults of one node. */
function nodeFaults(node: TreeNode, byId: ReadonlyMap<string, TreeNode>): string[] {
  const role = roleOf(node);
  const faults: string[] = [];
  if (NAMED.has(role) && nameOf(node) === '') faults.push(`a ${role} has no name`);
  if (TABLES.has(role)) {
    const within = withinOf(node, byId);
    if (!within.some((each) => HEADERS.has(roleOf(each))))
      faults.push(`the table « ${nameOf(node)} » has no header cell`);
  }
  if (propertyOf(node, 'invalid') === 'true' && !node.description?.value?.trim())
    faults.push(`the field « ${nameOf(node)} » does not say what is wrong with it`);
  return faults;
}

/** Elements in the tab order that are told as no control. */
const rolelessStops = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[tabindex="0"]')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.hasAttribute('role') &&
          !element.matches('a, button, input, select, textarea, summary, [contenteditable]'),
      )
      .map((element) => `a tab stop has no role: ${element.outerHTML.slice(0, 120)}`),
  );

/** Faults of the page as it is now; none is allowed. */
export async function treeFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: TreeNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  // in the order of the page, which the list of nodes does not keep
  const shown = nodes[0] ? withinOf(nodes[0], byId).filter(({ ignored }) => !ignored) : [];
  return [
    ...new Set([
      ...headingFaults(shown),
      ...shown.flatMap((node) => nodeFaults(node, byId)),
      ...(await rolelessStops(page)),
    ]),
  ];
}
