/** Rows that may be somebody of the register, to decide one by one. */
import { NativeSelect } from '@mantine/core';
import type { Import, LigneImport } from '@octroi/contract/contribuables/import/import';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#src/platform/query.ts';
import { FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Card } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { aDeciderQuery, SHOWN, useDecide } from './queries.ts';
import classes from './Import.module.css';

/** @param travail job that last read the file */
export function LignesADecider({ file, travail }: { file: Import; travail: string }) {
  const read = useQuery(aDeciderQuery(file.id, travail));
  const [page, failure] = [read.data, failureOf(read)];
  if (failure) return <UnreadNote failure={failure}>Les lignes à décider n’ont pas pu être lues.</UnreadNote>;
  if (!page || page.data.length === 0) return null;
  const total = page.meta.total_records ?? 0;
  return (
    <Card title={`Lignes à décider (${formatNumber(total)})`}>
      <FigureTable label="Lignes à décider" heads={['Ligne', 'Contenu', 'Raison', 'Décision']}>
        {page.data.map((ligne) => (
          <LigneRow key={ligne.rang} file={file} ligne={ligne} travail={travail} />
        ))}
      </FigureTable>
      <p className={classes.text}>
        Chaque décision est gardée aussitôt, même si vous quittez cette page.
        {total > SHOWN ? ` Les ${SHOWN} premières sont montrées.` : ''}
      </p>
    </Card>
  );
}

function LigneRow({ file, ligne, travail }: { file: Import; ligne: LigneImport; travail: string }) {
  const { decide } = useDecide(file, travail);
  const { rang, valeurs, details, candidats, choix, choixContribuable } = ligne;
  const choose = (value: string): void => {
    const contribuable = /^\d+$/.test(value) ? Number(value) : undefined;
    const chosen = contribuable === undefined ? ((value || null) as LigneImport['choix']) : 'existant';
    void decide({
      lignes: [{ rang, choix: chosen, ...(contribuable === undefined ? {} : { contribuable }) }],
    });
  };
  return (
    <tr>
      <th scope="row">{rang}</th>
      <td className={classes.content}>{valeurs.filter(Boolean).slice(0, 6).join(' · ')}</td>
      <td className={classes.reason}>{details.join(' ; ')}</td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Décision de la ligne ${rang}`}
          value={choix === 'existant' ? String(choixContribuable) : (choix ?? '')}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            { value: '', label: 'À décider' },
            { value: 'nouveau', label: 'Nouveau contribuable' },
            ...candidats.map(({ id, numKlis, nom, lieu }) => ({
              value: String(id),
              label: `C’est ${nom} (${numKlis}, ${lieu})`,
            })),
            { value: 'écarter', label: 'Écarter la ligne' },
          ]}
        />
      </td>
    </tr>
  );
}
