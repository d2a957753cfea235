/** Breaks an axis label into at most two lines, and cuts it only if they are too short. */

/**
 * @param widthOf width of a text in pixels
 * @returns the name with a line break if needed, and an ellipsis if cut
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
