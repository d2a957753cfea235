import type { ExonerationEffet } from '@octroi/contract/contribuables/exonerations/exonerations';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';

const plural = (count: number): string => `${formatNumber(count)} échéance${count > 1 ? 's' : ''}`;

/** What an exonération takes away from what is billed, as a sentence. */
export function accordText({ echeances, montant, paye }: ExonerationEffet): string {
  if (echeances === 0) return 'Rien n’est encore facturé pour ces années : rien ne le sera.';
  const kept = paye > 0 ? ` Ce qui est déjà payé, ${formatFrancs(paye)}, le reste.` : '';
  return `${plural(echeances)} déjà facturée${echeances > 1 ? 's' : ''} : ${formatFrancs(montant)} ne seront plus dus.${kept}`;
}

/** What a withdrawal makes due again, as a sentence. */
export function retraitText({ echeances, montant }: ExonerationEffet): string {
  return echeances === 0
    ? 'Rien n’est à rouvrir : ces années seront facturées avec les autres.'
    : `${plural(echeances)} de nouveau due${echeances > 1 ? 's' : ''} : ${formatFrancs(montant)}.`;
}
