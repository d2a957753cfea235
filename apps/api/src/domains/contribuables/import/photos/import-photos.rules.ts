/** Finds the picture of an archive that a row names. No I/O. */
import { folded } from '@octroi/contract/platform/values/text';

/** A picture of an archive that was sent beside a file. */
export interface ArchivePhoto {
  /** Its path in the archive. */
  chemin: string;
  /** Its file, drawn anew; null if it was refused. */
  nom: string | null;
  largeur: number | null;
  hauteur: number | null;
  /** Why it was refused, in French. */
  refus: string | null;
  /** The taxpayer whose portrait it is. */
  contribuable: number | null;
}

/** A picture that can be attached. */
export type UsablePhoto = ArchivePhoto & { nom: string; largeur: number; hauteur: number };

/** What a row says of its picture: the picture, or why there is none. */
export type PhotoReading = { photo: UsablePhoto } | { fault: string };

/** Rows that name a picture. `isAlone`: no other picture has that name. */
export interface PhotoUse {
  chemin: string;
  lignes: number[];
  isAlone: boolean;
}

const PICTURE = /\.(?:jpe?g|png|webp)$/;

/** `Photos\Amina.JPG` -> `photos/amina.jpg`: neither case, nor accents, nor the kind of slash count. */
const pathOf = (text: string): string =>
  text
    .replaceAll('\\', '/')
    .split('/')
    .map(folded)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isUsable = (photo: ArchivePhoto): photo is UsablePhoto => photo.nom !== null && photo.refus === null;

/** Pictures listed in a message. */
const SHOWN = 3;

/** Pictures of an archive, with the rows that name each of them. */
export class PhotoIndex {
  readonly #photos: readonly ArchivePhoto[];
  readonly #byName: ReadonlyMap<string, { path: string; photo: ArchivePhoto }[]>;
  readonly #uses = new Map<string, PhotoUse>();

  constructor(photos: readonly ArchivePhoto[]) {
    this.#photos = photos;
    const named = photos.flatMap((photo) => {
      const path = pathOf(photo.chemin);
      const base = baseOf(path);
      // a register often leaves the kind of file out
      return [...new Set([base, base.replace(PICTURE, '')])].map((name) => ({ name, path, photo }));
    });
    this.#byName = Map.groupBy(named, ({ name }) => name);
  }

  /** The pictures that a text names: by its folder too, where several have the name. */
  #find(text: string): ArchivePhoto[] {
    const path = pathOf(text);
    const found = this.#byName.get(baseOf(path)) ?? [];
    if (found.length < 2) return found.map(({ photo }) => photo);
    const there = found.filter(
      (one) =>
        `/${one.path}`.endsWith(`/${path}`) || `/${one.path.replace(PICTURE, '')}`.endsWith(`/${path}`),
    );
    // a path without its folder ends all of them
    return (path.includes('/') && there.length > 0 ? there : found).map(({ photo }) => photo);
  }

  /** Keeps that a row names a picture; every row is added before any is read. */
  add(rang: number, text: string): void {
    const found = text === '' ? [] : this.#find(text);
    for (const { chemin } of found) {
      const use = this.#uses.get(chemin) ?? { chemin, lignes: [], isAlone: true };
      this.#uses.set(chemin, use);
      use.lignes.push(rang);
      if (found.length > 1) use.isAlone = false;
    }
  }

  uses(): PhotoUse[] {
    return [...this.#uses.values()];
  }

  /** What a row says of its picture; undefined if it names none. */
  read(rang: number, text: string): PhotoReading | undefined {
    if (text === '') return undefined;
    const fault = (message: string): PhotoReading => ({ fault: `Photo « ${text} » : ${message}` });
    if (this.#photos.length === 0) return fault('aucune archive de photos n’a été envoyée avec ce fichier');
    const found = this.#find(text);
    const [photo] = found;
    if (!photo) return fault('aucune image de l’archive ne porte ce nom');
    if (found.length > 1) {
      const paths = found.slice(0, SHOWN).map(({ chemin }) => `« ${chemin} »`);
      return fault(
        `plusieurs images de l’archive portent ce nom, ${paths.join(' et ')}${found.length > SHOWN ? '…' : ''} : écrivez aussi le dossier, ou renommez-les`,
      );
    }
    const others = this.#uses.get(photo.chemin)?.lignes.filter((line) => line !== rang) ?? [];
    if (others.length > 0)
      return fault(
        `la ligne ${others[0]} nomme la même image, qui n’est donc jointe à personne ; donnez à chaque ligne la sienne`,
      );
    if (photo.refus !== null) return fault(photo.refus);
    return isUsable(photo) ? { photo } : fault('elle n’a pas encore été lue : vérifiez de nouveau');
  }
}
