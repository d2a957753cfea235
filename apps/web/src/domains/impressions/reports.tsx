import { contribuablePreview, impayePreview, transactionPreview } from './columns.ts';
import { previewOf, type Report, ReportScreen } from './ReportScreen.tsx';

const ofContribuables = (
  document: Report<'contribuables'>['document'],
  empty: string,
): Report<'contribuables'> => ({
  path: 'contribuables',
  document,
  columns: contribuablePreview(document),
  columnsBy: { encaissement: contribuablePreview(document, 'encaissement') },
  defaults: previewOf(document),
  empty,
});

const RECOUVREMENTS = ofContribuables(
  'situation-des-recouvrements',
  'Rien n’a été reçu dans ce lieu et à ces dates.',
);
const IMPAYES: Report<'impayes'> = {
  path: 'impayes',
  document: 'situation-des-impayes',
  columns: impayePreview('situation-des-impayes'),
  defaults: previewOf('situation-des-impayes'),
  empty: 'Rien de ce qui est tombé à ces dates dans ce lieu ne reste dû.',
  releves: true,
};
const CONTRIBUABLES = ofContribuables(
  'situation-des-contribuables',
  'Aucun contribuable n’a été enrôlé dans ce lieu et à ces dates.',
);
const RELEVE: Report<'transactions'> = {
  path: 'transactions',
  document: 'releve-des-recouvrements',
  columns: transactionPreview('releve-des-recouvrements'),
  defaults: previewOf('releve-des-recouvrements'),
  empty: 'Aucun paiement confirmé dans ce lieu et à ces dates.',
};

/** Taxpayers who paid something (specification 2 section 5). */
export const SituationRecouvrementsScreen = () => <ReportScreen {...RECOUVREMENTS} />;
/** Taxpayers who still owe something. */
export const SituationImpayesScreen = () => <ReportScreen {...IMPAYES} />;
/** All taxpayers with their totals and balance state. */
export const SituationContribuablesScreen = () => <ReportScreen {...CONTRIBUABLES} />;
/** Confirmed payments only. */
export const ReleveRecouvrementsScreen = () => <ReportScreen {...RELEVE} />;
