/** When the échéances of a tax fall due (docs/regles-de-calcul.md); the database has the same rule (`jour_exigible`). Pure, without schemas. */
import { addDays, type Day } from '../../platform/values/period.ts';

export interface Terme {
  /** Day and month on which the year of a yearly tax falls due (`31/03`); null: its first day. */
  limite: string | null;
  /** Days after the first day of a period, for any other tax; null: none. */
  delai: number | null;
}

export const DELAI_MAX = 90;

export const TERME_MESSAGES = {
  limite: 'Entrez le jour et le mois, comme 31/03',
  delai: `Le délai va de 0 à ${DELAI_MAX} jours`,
  annuelle: 'Un jour de l’année va avec une taxe annuelle : donnez à celle-ci un délai en jours',
  periodique:
    'Un délai en jours va avec une taxe qui n’est pas annuelle : donnez à celle-ci un jour de l’année',
} as const;

/** The days of a leap year. */
export const LIMITE =
  /^(?:(?:0[1-9]|[12]\d)\/(?:0[1-9]|1[0-2])|30\/(?:0[13-9]|1[0-2])|31\/(?:0[13578]|1[02]))$/;

/** What a person types, as it is stored: `1/3` -> `01/03`; unchanged if it is not a day and a month. */
export function limiteTapee(typed: string): string {
  const found = /^\s*(\d{1,2})\s*[/.\- ]\s*(\d{1,2})\s*$/.exec(typed);
  return found
    ? found
        .slice(1, 3)
        .map((part) => part.padStart(2, '0'))
        .join('/')
    : typed;
}

export const isLimite = (limite: string): boolean => LIMITE.test(limite);

/** The error of a day or a delay that does not go with the frequency of the tax. */
export function termeFault(
  { limite, delai }: Terme,
  occurrences: number,
): { field: keyof Terme; message: string } | undefined {
  if (limite !== null && occurrences !== 1) return { field: 'limite', message: TERME_MESSAGES.annuelle };
  if (delai !== null && occurrences === 1) return { field: 'delai', message: TERME_MESSAGES.periodique };
  return undefined;
}

/** The day on which the period that begins on `debut` falls due, before the line's own day is known. */
export function jourExigible(debut: Day, { limite, delai }: Terme): Day {
  if (limite === null) return addDays(debut, delai ?? 0);
  const [year, day, month] = [Number(debut.slice(0, 4)), Number(limite.slice(0, 2)), Number(limite.slice(3))];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${debut.slice(0, 4)}-${limite.slice(3)}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** `31/03`, `10 jours de délai`; null if it is the first day. */
export function termeText({ limite, delai }: Terme): string | null {
  if (limite !== null) return limite;
  return delai ? `${delai} jour${delai > 1 ? 's' : ''} de délai` : null;
}
