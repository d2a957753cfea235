/** Prints measures as a table, one row a measure. */
export function printTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
}
