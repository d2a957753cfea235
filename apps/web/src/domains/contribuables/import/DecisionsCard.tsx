/** What a person decides for the whole file, where it can be read in several ways. */
import { NativeSelect } from '@mantine/core';
import type { DecisionsImport, Import, ImportReport } from '@octroi/contract/contribuables/import/import';
import { QUESTIONS, type QuestionImport } from '@octroi/contract/contribuables/import/import-sorts';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { Card } from '#src/ui/page/Card.tsx';
import { useDecide } from './queries.ts';
import classes from './Import.module.css';

interface Question {
  label: string;
  /** The first one is what happens without a decision. */
  options: readonly (readonly [value: string, label: string])[];
}

const TEXTS: Readonly<Record<QuestionImport, Question>> = {
  nombres: {
    label: 'Nombres du fichier',
    options: [
      ['', 'Reconnus d’après leur colonne, sinon refusés'],
      ['virgule', '1.500,00 : le point sépare les milliers'],
      ['point', '1,500.00 : la virgule sépare les milliers'],
    ],
  },
  jours: {
    label: 'Dates du fichier',
    options: [
      ['', 'Refuser celles qui se lisent de deux façons'],
      ['jour', '03/04 est le 3 avril'],
      ['mois', '03/04 est le 4 mars'],
    ],
  },
  coordonnees: {
    label: 'Coordonnées du fichier',
    options: [
      ['', 'Refuser celles qui se lisent de deux façons'],
      ['latitude', 'La latitude d’abord, puis la longitude'],
      ['longitude', 'La longitude d’abord, puis la latitude'],
    ],
  },
  octets: {
    label: 'Accents du fichier',
    options: [
      ['', 'Refuser les lignes qui en portent'],
      ['windows-1252', 'Enregistré sous Windows'],
      ['macintosh', 'Enregistré sur un Mac'],
    ],
  },
  homonymes: {
    label: 'Même nom et même lieu, sans téléphone ni numéro',
    options: [
      ['', 'Plusieurs personnes'],
      ['une', 'Une seule personne'],
    ],
  },
  semblables: {
    label: 'Lignes qui ressemblent à quelqu’un du registre',
    options: [
      ['', 'Les décider une à une'],
      ['nouveaux', 'Toutes de nouveaux contribuables'],
      ['écarter', 'Toutes écartées'],
    ],
  },
  differences: {
    label: 'Contribuables déjà là, avec d’autres valeurs',
    options: [
      ['', 'Garder le registre'],
      ['corriger', 'Corriger d’après le fichier'],
    ],
  },
  precisions: {
    label: 'Bases sans leur précision : rien n’y serait dû',
    options: [
      ['', 'Refuser ces lignes'],
      ['garder', 'Les garder, sans rien de dû'],
    ],
  },
};

interface DecisionsCardProps {
  file: Import;
  report: ImportReport;
}

/** Each decision is stored at once; the next check takes it into account. */
export function DecisionsCard({ file, report }: DecisionsCardProps) {
  const { decide } = useDecide(file);
  const asked = QUESTIONS.filter(
    (nature) =>
      file.decisions[nature] !== undefined || report.questions.some((question) => question.nature === nature),
  );
  if (asked.length === 0) return null;
  const choose = (nature: QuestionImport, value: string): void => {
    const { [nature]: _, ...others } = file.decisions;
    void decide({ decisions: (value === '' ? others : { ...others, [nature]: value }) as DecisionsImport });
  };
  return (
    <Card title="Décisions pour tout le fichier">
      <div className={classes.decisions}>
        {asked.map((nature) => {
          const { label, options } = TEXTS[nature];
          const question = report.questions.find((one) => one.nature === nature);
          return (
            <NativeSelect
              key={nature}
              label={label}
              description={
                question
                  ? `${formatNumber(question.lignes)} ligne${question.lignes > 1 ? 's' : ''}. ${question.exemple}`
                  : undefined
              }
              inputWrapperOrder={['label', 'input', 'description']}
              value={file.decisions[nature] ?? ''}
              onChange={({ currentTarget }) => choose(nature, currentTarget.value)}
              data={options.map(([value, text]) => ({ value, label: text }))}
            />
          );
        })}
      </div>
      <p className={classes.text}>
        Chaque décision est gardée aussitôt. Vérifiez de nouveau pour en voir l’effet.
      </p>
    </Card>
  );
}
