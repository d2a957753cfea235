/**
 * Several tabs may show the same form. Each one claims a name of its own for it while it is shown, so that no tab takes
 * or overwrites what is typed in another one. The browser ends the claim of a tab that is closed or crashes.
 */

/** Tabs with the same form; more of them share one name. */
const MOST = 9;
/** A page that is reloaded gives up its claim later than the new page asks for it: on a slow machine, that long. */
const RELOAD_MS = 3000;

export interface Claim {
  /** The name under which this tab stores what is typed in the form. */
  name: string;
  release: () => void;
}

const NO_RELEASE = (): void => undefined;

const nameOf = (form: string, rank: number): string => (rank === 0 ? form : `${form} ${rank + 1}`);

/** @returns undefined if another form has the name */
function hold(name: string, options: LockOptions): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const keep = (lock: Lock | null): Promise<void> | undefined => {
      if (lock) return new Promise((release) => resolve(release));
      resolve(undefined);
      return undefined;
    };
    navigator.locks.request(`octroi ${name}`, options, keep).catch(() => resolve(undefined));
  });
}

/** Waits only for what is not free: a page busy with drawing may hear of its lock later than of the end of its patience. */
async function holdSoon(name: string): Promise<(() => void) | undefined> {
  const free = await hold(name, { ifAvailable: true });
  return free ?? hold(name, { signal: AbortSignal.timeout(RELOAD_MS) });
}

/** The rank that this tab had for the form, also before a reload. */
function formerRank(form: string): number | undefined {
  try {
    const text = sessionStorage.getItem(`octroi.saisie ${form}`);
    return text === null ? undefined : Number(text);
  } catch {
    return undefined;
  }
}

function rememberRank(form: string, rank: number): void {
  try {
    sessionStorage.setItem(`octroi.saisie ${form}`, String(rank));
  } catch {
    // Storage refused: after a reload the tab takes the first free name.
  }
}

/** Claims a form: under the name that this tab had for it, or else the first one that no other tab has. */
export async function claimForm(form: string): Promise<Claim> {
  // without HTTPS browsers have no locks: all tabs share one name
  if (!('locks' in navigator)) return { name: form, release: NO_RELEASE };
  const former = formerRank(form);
  if (former !== undefined) {
    const name = nameOf(form, former);
    const release = await holdSoon(name);
    if (release) return { name, release };
  }
  for (let rank = 0; rank < MOST; rank++) {
    const name = nameOf(form, rank);
    const release = await hold(name, { ifAvailable: true });
    if (!release) continue;
    rememberRank(form, rank);
    return { name, release };
  }
  return { name: nameOf(form, MOST), release: NO_RELEASE };
}
