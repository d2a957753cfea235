import { SCREENS } from '@octroi/contract/register';
import { useEffect, useRef } from 'react';
import { Button, VisuallyHidden } from '@mantine/core';
import type { Import, ImportReport } from '@octroi/contract/contribuables/import/import';
import { QUESTIONS, SORTS, SORTS_LIGNE } from '@octroi/contract/contribuables/import/import-sorts';
import { formatFrancs, formatNumber, sumBy } from '@octroi/contract/platform/values/money';
import { isOver } from '@octroi/contract/platform/jobs/statuts';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { IconDownload } from '@tabler/icons-react';
import { mayOpen } from '@octroi/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { linkTo, type Reply } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Card } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { TravailCard } from '#src/ui/travail/TravailCard.tsx';
import { useTravail } from '#src/ui/travail/use-travail.ts';
import { DecisionsCard } from './DecisionsCard.tsx';
import { LignesADecider } from './LignesADecider.tsx';
import { aDeciderQuery, rejetsQuery, SHOWN } from './queries.ts';
import classes from './Import.module.css';

/** What the report of an earlier version does not say. */
const EARLIER = { sorts: {}, questions: [], exercices: [], photos: { jointes: 0, manquantes: 0 } };

interface ImportWorkProps {
  file: Import;
  travail: Travail;
  /** Whether the person just started it: it is then scrolled into view and announced. */
  justStarted: boolean;
  onImport: () => Promise<void>;
  /** Checks the file again, after decisions. */
  onCheck: () => Promise<void>;
}

/** Progress and result of a trial or an import. */
export function ImportWork({ file, travail: started, justStarted, onImport, onCheck }: ImportWorkProps) {
  const { permissions } = useSession();
  const { travail } = useTravail(started);
  // a job of an earlier version has no fates
  const report = travail.rapport && ({ ...EARLIER, ...travail.rapport } as unknown as ImportReport);
  const essai = travail.parametres['essai'] === true;
  const done = travail.statut === 'terminé' && report !== null;
  const ended = isOver(travail);
  const isDecidedSince = useDecidedSince(file, travail);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (justStarted) place.current?.focus({ preventScroll: true });
  }, [justStarted]);
  const readRejets = useQuery({
    ...rejetsQuery(file.id, travail.id),
    enabled: ended && (report?.rejetees ?? 0) > 0,
  });
  const [rejets, failure] = [readRejets.data, failureOf(readRejets)];
  useEffect(() => {
    // again at the end and once the result is loaded: only then is the page long enough to scroll
    if (justStarted) place.current?.scrollIntoView({ block: 'start' });
  }, [justStarted, ended, rejets]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={classes.work}
      role="group"
      aria-label={essai ? 'Résultat de la vérification' : 'Résultat de l’import'}
    >
      <VisuallyHidden role="status">{done ? summaryOf(report) : ended ? travail.statut : ''}</VisuallyHidden>
      <TravailCard
        travail={started}
        title={essai ? 'Vérification' : 'Import'}
        report={({ rapport }) => <Report report={rapport as unknown as ImportReport} />}
      />
      {done ? <Sorts file={file} report={report} /> : null}
      {done && report.exercices.length > 0 ? <Exercices report={report} /> : null}
      {done ? <DecisionsCard file={file} report={report} /> : null}
      {done ? <LignesADecider file={file} travail={travail.id} /> : null}
      {done && essai ? (
        <div className={classes.acts}>
          {!isDecidedSince && report.bonnes + (report.sorts.corrigée ?? 0) > 0 ? (
            <Button onClick={() => void onImport()}>{importText(report)}</Button>
          ) : null}
          <Button variant="default" onClick={() => void onCheck()}>
            Vérifier de nouveau
          </Button>
        </div>
      ) : null}
      {done && !essai && report.bonnes > 0 ? (
        <div className={classes.acts}>
          <ButtonLink to={SCREENS.contribuables.url} variant="default">
            Voir les contribuables
          </ButtonLink>
          {mayOpen(permissions, 'mise-en-service') ? (
            <ButtonLink
              to={SCREENS['mise-en-service'].url}
              search={{ entite: file.entite.id, etape: 'echeances' }}
              variant="default"
            >
              {SCREENS['mise-en-service'].nom}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {failure ? (
        <UnreadNote failure={failure}>Les lignes rejetées n’ont pas pu être lues.</UnreadNote>
      ) : null}
      {rejets ? <Rejets file={file} rejets={rejets} /> : null}
    </div>
  );
}

/** Whether decisions were taken after this check: its counts are then not what an import would do. */
function useDecidedSince(file: Import, travail: Travail): boolean {
  // rows have no fate before the end of the check
  const { data: page } = useQuery({ ...aDeciderQuery(file.id, travail.id), enabled: isOver(travail) });
  const before = (travail.parametres['decisions'] ?? {}) as Import['decisions'];
  return (
    QUESTIONS.some((nature) => before[nature] !== file.decisions[nature]) ||
    (page?.data.some(({ choix }) => choix !== null) ?? false)
  );
}

function importText({ bonnes, sorts: { corrigée = 0 } }: ImportReport): string {
  const plural = (count: number): string => (count > 1 ? 's' : '');
  const parts = [
    ...(bonnes > 0 ? [`Importer ${formatNumber(bonnes)} contribuable${plural(bonnes)}`] : []),
    ...(corrigée > 0 ? [`${bonnes > 0 ? 'en corriger' : 'Corriger'} ${formatNumber(corrigée)}`] : []),
  ];
  return parts.join(' et ');
}

/** Number of rows by fate, and the file that tells the fate of each. */
function Sorts({ file, report: { sorts } }: { file: Import; report: ImportReport }) {
  return (
    <Card
      title="Sort des lignes"
      actions={
        <Button
          component="a"
          href={linkTo('GET /contribuables/imports/{import}/lignes.csv', { params: { import: file.id } })}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Le sort de chaque ligne (CSV)
        </Button>
      }
    >
      <FigureTable label="Sort des lignes" heads={['Sort', figureHead('Lignes')]}>
        {SORTS.filter((sort) => sorts[sort]).map((sort) => (
          <tr key={sort}>
            <th scope="row">{SORTS_LIGNE[sort]}</th>
            <FigureCell value={sorts[sort] ?? 0} />
          </tr>
        ))}
      </FigureTable>
    </Card>
  );
}

/** What the file brings along from before Octroi, to compare with the sums of the old register. */
function Exercices({ report: { essai, exercices } }: { report: ImportReport }) {
  const total = (name: 'impayes' | 'payes'): number => sumBy(exercices, (one) => one[name]);
  return (
    <Card title={essai ? 'Ce que le fichier reprendra' : 'Ce que le fichier a repris'}>
      <FigureTable
        label="Sommes reprises par exercice"
        heads={['Exercice', figureHead('Déjà payé'), figureHead('Reste dû')]}
      >
        {exercices.map(({ annee, payes, impayes }) => (
          <tr key={annee}>
            <th scope="row">{annee}</th>
            <FigureCell value={payes} />
            <FigureCell value={impayes} />
          </tr>
        ))}
        <tr>
          <th scope="row">TOTAL</th>
          <FigureCell value={total('payes')} />
          <FigureCell value={total('impayes')} />
        </tr>
      </FigureTable>
      <p className={classes.text}>
        En francs. Ce qui est déjà payé est enregistré sous le moyen « Reprise », à son jour : sans numéro de
        reçu, sans caisse et sans commission.
      </p>
    </Card>
  );
}

/** The result as announced to screen readers. */
const summaryOf = ({ essai, lignes, bonnes, deja, rejetees, sorts }: ImportReport): string =>
  `${lignes} lignes lues : ${bonnes} ${essai ? 'à enrôler' : 'enrôlées'}, ${deja} déjà là, ${rejetees} rejetées${heldText(sorts)}`;

/** Rows that wait for a decision, if any. */
const heldText = ({ 'à décider': held = 0 }: ImportReport['sorts'] = {}): string =>
  held > 0 ? `, ${formatNumber(held)} à décider` : '';

/** What becomes of the pictures that the rows name. */
function photosText({ essai, photos }: ImportReport): string {
  const { jointes, manquantes } = photos ?? EARLIER.photos;
  if (jointes + manquantes === 0) return '';
  const plural = jointes > 1 ? 's' : '';
  const missing =
    manquantes > 0
      ? `, ${formatNumber(manquantes)} introuvable${manquantes > 1 ? 's' : ''} ou refusée${manquantes > 1 ? 's' : ''} (voir le sort des lignes)`
      : '';
  return ` ${formatNumber(jointes)} photo${plural} ${essai ? 'à joindre' : `jointe${plural}`}${missing}.`;
}

function Report({ report }: { report: ImportReport }) {
  const { essai, lignes, bonnes, deja, rejetees, impayes, sorts } = report;
  return (
    <p className={classes.report}>
      {formatNumber(lignes)} lignes lues : <strong>{formatNumber(bonnes)}</strong>{' '}
      {essai ? 'à enrôler' : 'enrôlées'}, {formatNumber(deja)} déjà là, {formatNumber(rejetees)} rejetées
      {heldText(sorts)}
      {impayes > 0 ? ` ; impayés des années passées : ${formatFrancs(impayes)}` : ''}.{photosText(report)}
    </p>
  );
}

type ReadRejets = Reply<'GET /contribuables/imports/{import}/rejets'>;

/** Rejected rows with their reason; a file lists all of them, to be corrected and sent again. */
function Rejets({ file, rejets: { data, meta } }: { file: Import; rejets: ReadRejets }) {
  const total = meta.total_records ?? 0;
  return (
    <Card
      title={`Lignes rejetées (${formatNumber(total)})`}
      actions={
        <Button
          component="a"
          href={linkTo('GET /contribuables/imports/{import}/rejets.csv', { params: { import: file.id } })}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Télécharger (CSV)
        </Button>
      }
    >
      <FigureTable label="Lignes rejetées" heads={['Ligne', 'Motif', 'Contenu']}>
        {data.map(({ rang, erreurs, valeurs }) => (
          <tr key={rang}>
            <th scope="row">{rang}</th>
            <td className={classes.motif}>{erreurs.join(' ; ')}</td>
            <td className={classes.content}>{valeurs.filter(Boolean).slice(0, 6).join(' · ')}</td>
          </tr>
        ))}
      </FigureTable>
      {total > SHOWN ? (
        <p className={classes.text}>Les {SHOWN} premières ; le fichier les porte toutes.</p>
      ) : null}
    </Card>
  );
}
