/** A territory as it grows from the lines of a file over what stands already, and what is wrong with them. */
import type { Forme } from '@octroi/contract';
import { folded, tidied } from '@octroi/contract/platform/values/text';
import { isError, isFormula } from '#src/platform/import/cells.ts';
import type { TableRow } from '#src/platform/import/table.ts';

export interface Niveau {
  id: number;
  nom: string;
  niveau: number;
}
/** A sub-entity that stands. */
export interface Standing {
  id: number;
  nom: string;
  code: string;
  parent: number | null;
  type: Niveau;
  contour: boolean;
}
export interface Place {
  /** Null for one that does not stand yet. */
  id: number | null;
  rang: number;
  nom: string;
  code: string | null;
  type: Niveau;
  parent: Place | null;
  forme?: Forme | undefined;
}
export interface Said {
  rang: number;
  message: string;
}

export interface Known {
  /** Types in use, the highest first. */
  niveaux: readonly Niveau[];
  /** All types. */
  types: readonly Niveau[];
  standing: readonly Standing[];
}

/** What the database takes. */
const MAX_NOM = 255;
const MAX_CODE = 40;
/** Faults that are told: beyond, they only repeat themselves. */
const TOLD = 200;

const keyOf = (parent: Place | null, nom: string, at: ReadonlyMap<Place, number>): string =>
  `${parent ? at.get(parent) : ''} ${folded(nom)}`;

/** The tree as it grows: each place once, found by its name beneath its parent, by its code, or by its name alone. */
export class Growing {
  readonly fautes: Said[] = [];
  readonly remarques: Said[] = [];
  /** In the order in which they are first spoken of. */
  readonly spoken = new Set<Place>();
  private readonly numbers = new Map<Place, number>();
  private readonly byKey = new Map<string, Place>();
  private readonly byCode = new Map<string, Place>();
  private readonly byName = new Map<string, Place[]>();
  /** Line that gave each of the file's own. */
  private readonly givenBy = new Map<Place, number>();
  private readonly outlined = new Set<number>();

  readonly known: Known;
  /** Types in use, the highest first. */
  private niveaux: readonly Niveau[];

  constructor(known: Known) {
    this.known = known;
    this.niveaux = known.niveaux;
    const byId = new Map<number, Place>();
    for (const { parent, contour, ...one } of known.standing) {
      const place: Place = { ...one, rang: 0, parent: parent === null ? null : (byId.get(parent) ?? null) };
      byId.set(one.id, place);
      if (contour) this.outlined.add(one.id);
      this.number(place);
    }
  }

  private number(place: Place): void {
    this.numbers.set(place, this.numbers.size);
    this.byKey.set(keyOf(place.parent, place.nom, this.numbers), place);
    if (place.code) this.byCode.set(folded(place.code), place);
    this.byName.set(folded(place.nom), [...(this.byName.get(folded(place.nom)) ?? []), place]);
  }

  fault(rang: number, message: string): undefined {
    if (this.fautes.length < TOLD) this.fautes.push({ rang, message });
    return undefined;
  }

  /** Places that a text may mean: by code, else by name or the end of its path. */
  named(text: string): Place[] {
    const wanted = folded(text);
    const byCode = this.byCode.get(wanted);
    if (byCode) return [byCode];
    const [last = '', ...above] = wanted.split(/\s*[>›]\s*/).toReversed();
    return (this.byName.get(last) ?? []).filter((place) => {
      let at = place.parent;
      for (const part of above) {
        if (!at || folded(at.nom) !== part) return false;
        at = at.parent;
      }
      return true;
    });
  }

  /** The sub-entity that stands with this code and name: a list that we exported names its parent without a path. */
  standing(code: string, nom: string): Place | undefined {
    const place = this.byCode.get(folded(code));
    return place && place.id !== null && folded(place.nom) === folded(nom) ? place : undefined;
  }

  /** A file whose columns are levels uses these, and beneath them those that are in use anyway. */
  use(levels: readonly Niveau[]): void {
    const lowest = Math.max(...levels.map(({ niveau }) => niveau));
    this.niveaux = [...levels, ...this.known.niveaux.filter(({ niveau }) => niveau > lowest)];
  }

  /** The level beneath a place: the next one in use. */
  beneath(parent: Place | null): Niveau | undefined {
    return this.niveaux.find(({ niveau }) => niveau > (parent?.type.niveau ?? 0));
  }

  /**
   * The place of this name there: the one that stands, or a new one.
   * @param own whether the line is about it, and not only about what lies beneath
   * @returns nothing where something is wrong with it, which is told
   */
  place(
    given: { rang: number; nom: string; parent: Place | null; type?: Niveau | undefined; code?: string },
    own: boolean,
  ): Place | undefined {
    const { rang, nom, parent, code = '' } = given;
    const found = this.byKey.get(keyOf(parent, nom, this.numbers));
    const type = given.type ?? found?.type ?? this.beneath(parent);
    if (!type) return this.fault(rang, `« ${nom} » : il n’y a pas de niveau sous ${parent?.type.nom}`);
    const before = found && this.givenBy.get(found);
    if (own && found && before !== undefined)
      return this.again({ rang, nom, parent, type, code }, found, before);
    if (found && found.type.id !== type.id)
      return this.fault(rang, `« ${nom} » ${under(parent)} est déjà de type ${found.type.nom}`);
    const place = found ?? this.make({ rang, nom, parent, type, code });
    if (!place) return undefined;
    this.spoken.add(place);
    if (own) this.givenBy.set(place, rang);
    return place;
  }

  /** A line that gives a place once more: told as the same where it says nothing else of it. */
  private again({ rang, nom, type, code, parent }: Making, found: Place, before: number): Place | undefined {
    if (found.type.id !== type.id || (code !== '' && folded(code) !== folded(found.code ?? '')))
      return this.fault(
        rang,
        `« ${nom} » est nommé deux fois ${under(parent)}, avec un autre type ou un autre code : c’est déjà la ligne ${before}`,
      );
    this.remarques.push({
      rang,
      message: `« ${nom} » est le même lieu que « ${found.nom} », ligne ${before}`,
    });
    return found;
  }

  private make({ rang, nom: given, parent, type, code }: Making): Place | undefined {
    const nom = tidied(given);
    const failed = [given, code].find((text) => isError(text) || isFormula(text));
    if (failed !== undefined)
      return this.fault(
        rang,
        `« ${failed} » est une erreur ou une formule du classeur, pas un nom : corrigez-la`,
      );
    if (folded(nom) === '') return this.fault(rang, `le nom « ${given} » n’a aucune lettre`);
    if (nom.length > MAX_NOM) return this.fault(rang, `le nom dépasse ${MAX_NOM} caractères`);
    if (code.length > MAX_CODE) return this.fault(rang, `le code « ${code} » dépasse ${MAX_CODE} caractères`);
    const taken = code ? this.byCode.get(folded(code)) : undefined;
    if (taken) return this.fault(rang, `le code « ${code} » est déjà celui de « ${taken.nom} »`);
    if (!this.demandLevel(rang, nom, type, parent)) return undefined;
    const place: Place = { id: null, rang, nom, code: code || null, type, parent };
    this.number(place);
    return place;
  }

  /** Each level lies beneath the one above it that is in use. */
  private demandLevel(rang: number, nom: string, type: Niveau, parent: Place | null): boolean {
    if (parent && type.niveau <= parent.type.niveau) {
      this.fault(
        rang,
        `« ${nom} » : le type ${type.nom} ne se place pas sous « ${parent.nom} », de type ${parent.type.nom}`,
      );
      return false;
    }
    const between = this.niveaux.find(
      ({ niveau }) => niveau > (parent?.type.niveau ?? 0) && niveau < type.niveau,
    );
    if (between) this.fault(rang, `« ${nom} » : le niveau ${between.nom} manque ${under(parent)}`);
    return !between;
  }

  /** Keeps the outline of a line, unless its place has one already. */
  outline(place: Place, { rang, forme, sansForme }: TableRow): void {
    if (sansForme) this.remarques.push({ rang, message: `contour non repris. ${sansForme}` });
    if (forme && !(place.id !== null && this.outlined.has(place.id))) place.forme = forme;
  }
}

type Making = Omit<Place, 'id' | 'code' | 'forme'> & { code: string };

/** Where a place lies, in a sentence. */
const under = (parent: Place | null): string => (parent ? `sous « ${parent.nom} »` : 'au premier niveau');

export const depthOf = ({ parent }: Place): number => (parent ? depthOf(parent) + 1 : 0);
