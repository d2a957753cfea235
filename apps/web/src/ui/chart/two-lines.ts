/** Names beside an axis: whole on one line or two, cut only where two have no room for them. */

/**
 * @param widthOf pixels that a text takes
 * @returns the name with a line break where it needs one, and an ellipsis where two lines do not hold it
 */
export function twoLines(name: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= width) return name;
  const words = name.split(' ');
  let count = Math.max(1, words.length - 1);
  while (count > 1 && widthOf(words.slice(0, count).join(' ')) > width) count -= 1;
  const first = words.slice(0, count).join(' ');
  const rest = words.slice(count).join(' ');
  if (rest === '' || widthOf(first) > width) return cut(name, width, widthOf);
  return `${first}\n${cut(rest, width, widthOf)}`;
}

function cut(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  let end = text.length - 1;
  while (end > 1 && widthOf(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
