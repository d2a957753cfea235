/**
 * What people typed in a form and did not save: kept on this device for the person, until it is saved, thrown away or a
 * week old, or until the person signs out. It survives a reload and the end of a session.
 */
import { stored } from '../storage.ts';

interface Typing {
  personne: number;
  /** Address and name of the form. */
  formulaire: string;
  /** Version of the record that was edited. */
  version?: number | undefined;
  /** When it was last changed, ms. */
  le: number;
  /** The values as JSON. */
  valeurs: string;
}

const MOST = 30;
const WEEK = 7 * 24 * 3_600_000;

const isTyping = (raw: unknown): raw is Typing => {
  const { personne, formulaire, le, valeurs } = (raw ?? {}) as Partial<Record<keyof Typing, unknown>>;
  return (
    typeof personne === 'number' &&
    typeof formulaire === 'string' &&
    typeof le === 'number' &&
    typeof valeurs === 'string'
  );
};
/** JSON has neither maps nor sets, which some forms hold; a number that could not be read is empty. */
const packed = (_name: string, value: unknown): unknown => {
  if (Number.isNaN(value)) return '';
  if (value instanceof Map) return { $map: [...(value as Map<unknown, unknown>)] };
  return value instanceof Set ? { $set: [...(value as Set<unknown>)] } : value;
};
const unpacked = (_name: string, value: unknown): unknown => {
  const { $map, $set } = (value ?? {}) as { $map?: [unknown, unknown][]; $set?: unknown[] };
  if (Array.isArray($map)) return new Map($map);
  return Array.isArray($set) ? new Set($set) : value;
};

const storedTypings = stored<Typing[]>('saisies', (raw) =>
  Array.isArray(raw) ? raw.filter(isTyping) : null,
);

const isOf =
  (personne: number, formulaire: string) =>
  (typing: Typing): boolean =>
    typing.personne === personne && typing.formulaire === formulaire;

const fresh = (): Typing[] => (storedTypings.get() ?? []).filter(({ le }) => Date.now() - le < WEEK);

interface TypedValues extends Pick<Typing, 'version'> {
  valeurs: object;
}

/** What the person typed in a form; undefined if there is nothing, or only for another version of the record. */
export function typedIn(
  personne: number,
  formulaire: string,
  version: number | undefined,
): Record<string, unknown> | undefined {
  const typing = fresh().find(isOf(personne, formulaire));
  if (!typing || typing.version !== version) return undefined;
  return JSON.parse(typing.valeurs, unpacked) as Record<string, unknown>;
}

export function keepTyping(personne: number, formulaire: string, { version, valeurs }: TypedValues): void {
  const isSame = isOf(personne, formulaire);
  const others = fresh().filter((each) => !isSame(each));
  const typing = { personne, formulaire, version, le: Date.now(), valeurs: JSON.stringify(valeurs, packed) };
  storedTypings.set([typing, ...others].slice(0, MOST));
}

export function forgetTyping(personne: number, formulaire: string): void {
  const isSame = isOf(personne, formulaire);
  const others = fresh().filter((each) => !isSame(each));
  storedTypings.set(others.length > 0 ? others : null);
}

/** Removes what one person typed, on sign-out. */
export function forgetTypings(personne: number): void {
  const others = fresh().filter((each) => each.personne !== personne);
  storedTypings.set(others.length > 0 ? others : null);
}
