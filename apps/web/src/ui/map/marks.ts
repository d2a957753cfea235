/** The drawings of the marks of a map. */
import type { MapPoint } from './groups.ts';

/** A point, or a group with its count. */
export function plainMark(count: number, tone: MapPoint['tone']): HTMLElement {
  const mark = document.createElement('span');
  const single = count === 1;
  mark.className = single ? 'carte-point' : 'carte-group';
  if (tone) mark.dataset['tone'] = tone;
  if (!single) mark.textContent = short(count);
  return mark;
}

/** A dot with its text beside it. */
export function dotMark(text: string, tone: MapPoint['tone']): HTMLElement {
  const mark = plainMark(1, tone);
  const name = document.createElement('b');
  name.textContent = text;
  mark.append(name);
  mark.classList.add('carte-dot');
  return mark;
}

/** A count over a percentage, with a ring. */
export function shareMark(count: number, share: number | null, tone: MapPoint['tone']): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'carte-share';
  mark.style.setProperty('--share', `${Math.max(0, Math.min(100, share ?? 0))}%`);
  if (tone) mark.dataset['tone'] = tone;
  const [number, part] = [document.createElement('b'), document.createElement('i')];
  number.textContent = short(count);
  part.textContent = share === null ? '–' : `${share} %`;
  mark.append(number, part);
  return mark;
}

/** `943`, `12 k`, `1,2 M`: short enough for a round mark. */
const short = (count: number): string =>
  count < 1000
    ? String(count)
    : new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumSignificantDigits: 2 }).format(count);
