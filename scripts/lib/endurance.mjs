// What repeated runs of the proof say together.

/**
 * Runs that an earlier call left unfinished: they count on where they are of the same sources and lanes.
 * @param before what that call kept, if anything
 */
export function runsToKeep(before, { commit, lanes }, wanted) {
  const same = before?.commit === commit && before.lanes.join() === lanes.join();
  return same && before.runs.length < wanted ? before.runs : [];
}

const firstLines = (message, count) =>
  message
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, count);

/** A run on one line, and what fell in it beneath, with its message. */
export function tellRun({ passed, failed, seconds, fallen }, rank, wanted) {
  const lines = [`run ${rank}/${wanted}: ${passed} passed, ${failed} failed, ${seconds} s`];
  for (const { step, test, message } of fallen)
    lines.push(`  ${step} › ${test}`, ...firstLines(message, 6).map((line) => `      ${line}`));
  return lines.join('\n');
}

/** What fell, with the number of runs in which it did, most often first. */
export function fallenOf(runs) {
  const times = new Map();
  for (const { fallen } of runs)
    for (const name of new Set(fallen.map(({ step, test }) => `${step} › ${test}`)))
      times.set(name, (times.get(name) ?? 0) + 1);
  return [...times]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([name, count]) => `${count} of ${runs.length}: ${name}`);
}
