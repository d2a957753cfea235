import type { ActeReport } from '@octroi/contract/contribuables/actes/actes';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { TravailCard } from '#src/ui/travail/TravailCard.tsx';

const TITLES: Readonly<Record<string, string>> = {
  validation: 'Validation des enrôlements',
  'changement-secteur': 'Changement de secteur',
};

/** `12 contribuable(s) sur 15 ; déjà validés : 3`. */
export const reportText = ({ total, faits, laisses }: ActeReport): string =>
  [
    `${formatNumber(faits)} contribuable(s) sur ${formatNumber(total)}`,
    ...laisses.map(({ motif, nombre }) => `${motif.toLowerCase()} : ${formatNumber(nombre)}`),
  ].join(' ; ');

/** Progress and result of a bulk act on enrolments. */
export const ActeCard = ({ travail }: { travail: Travail }) => (
  <TravailCard
    travail={travail}
    title={TITLES[travail.nature] ?? travail.nature}
    report={(now) => <p>{reportText(now.rapport as unknown as ActeReport)}</p>}
  />
);
