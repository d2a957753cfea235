import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { termeText } from '@octroi/contract/fiscalite/taxes/terme';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { treeLines } from '#src/domains/territoire/index.ts';
import { baremeLines } from '../tarifs/bareme-text.ts';
import { type Infos, termeOf } from './infos.ts';
import { type Etat, isInherited, resolve } from '../tarifs/rates.ts';
import { SimulationPanel } from '../tarifs/SimulationPanel.tsx';
import type { LieuNomme } from '../tarifs/use-lieux.ts';
import type { Proposal } from '../tarifs/use-simulation.ts';
import tree from '../tarifs/Applications.module.css';
import classes from './Recap.module.css';

interface RecapStepProps {
  infos: Infos;
  etat: Etat;
  /** The unit of the base; null while it is counted by piece. */
  unite: string | null;
  lieux: readonly LieuNomme[];
  proposal: Proposal;
  /** Whether saving also reprices existing échéances. */
  follows: boolean;
}

/** A recap of at most this many sub-entities shows each of them at once. */
const SHORT = 20;

/**
 * Sub-entities that have a rate of their own, each with those below that inherit it.
 * @param rows in the order of the tree
 */
function parPorteur<Row extends { depth: number }>(
  rows: readonly Row[],
  inherits: (row: Row) => boolean,
): { porteur: Row; heritiers: Row[] }[] {
  const groups: { porteur: Row; heritiers: Row[] }[] = [];
  const above: typeof groups = [];
  for (const row of rows) {
    while (above.length > 0 && (above.at(-1)?.porteur.depth ?? 0) >= row.depth) above.pop();
    const nearest = above.at(-1);
    if (nearest && inherits(row)) nearest.heritiers.push(row);
    else {
      const group = { porteur: row, heritiers: [] };
      groups.push(group);
      above.push(group);
    }
  }
  return groups;
}

/**
 * Summary: collectivité, tax, and the selected sub-entities with their amounts or précisions (specification 1 section
 * 2).
 */
export function RecapStep({ infos, etat, unite, lieux, proposal, follows }: RecapStepProps) {
  const terme = termeText(termeOf(infos));
  const facts: [string, string][] = [
    ['Collectivité', infos.entite?.nom ?? ''],
    ['Taxe', infos.nom],
    ['Catégorie', infos.categorie?.nom ?? ''],
    infos.natureActivite
      ? ['Activité', infos.natureActivite.nom]
      : ['Equipement', infos.typeEquipement?.nom ?? ''],
    ['Frequence', infos.frequence?.nom ?? ''],
    ...(terme === null ? [] : [['Exigible', terme] as [string, string]]),
    ['Année', etat.annees.join(', ')],
  ];
  return (
    <div className={classes.recap}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LieuxTable etat={etat} unite={unite} lieux={lieux} />
      <SimulationPanel proposal={proposal} follows={follows} />
    </div>
  );
}

/** The selected sub-entities with their rates; what inherits one is counted beside it until it is opened. */
function LieuxTable({ etat, unite, lieux }: Pick<RecapStepProps, 'etat' | 'unite' | 'lieux'>) {
  const resolved = useMemo(() => resolve(etat, lieux), [etat, lieux]);
  const rows = useMemo(
    () => treeLines(lieux, new Set(lieux.map(({ id }) => id))).filter(({ id }) => etat.choisies.has(id)),
    [lieux, etat.choisies],
  );
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const groups = useMemo(
    () =>
      parPorteur(rows, ({ id }) => {
        const rates = resolved.get(id);
        return rates !== undefined && isInherited(rates);
      }),
    [rows, resolved],
  );
  return (
    <>
      <h3 className={classes.sub} id="recap-lieux">
        {formatNumber(rows.length)} sous-entité(s)
      </h3>
      <div className={classes.scroller} role="region" tabIndex={0} aria-labelledby="recap-lieux">
        <table className={classes.amounts} aria-labelledby="recap-lieux">
          <thead>
            <tr>
              <th scope="col">Sous-entité</th>
              <th scope="col">Type</th>
              <th scope="col">{etat.precisions ? 'Précisions' : 'Tarif'}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ porteur, heritiers }) => {
              const isOpen = rows.length <= SHORT || open.has(porteur.id);
              return [porteur, ...(isOpen ? heritiers : [])].map(({ id, nom, type, depth }) => {
                const rates = resolved.get(id);
                return rates ? (
                  <tr key={id}>
                    <th scope="row" style={{ paddingLeft: 12 + depth * 16 }}>
                      {nom}
                    </th>
                    <td>{type}</td>
                    <td>
                      {baremeLines(rates.bareme, etat.annees, etat.precisions, unite).map((line) => (
                        <div key={line}>{line}</div>
                      ))}
                      {isInherited(rates) ? <em className={tree.tag}>hérité</em> : null}
                      {id === porteur.id && !isOpen && heritiers.length > 0 ? (
                        <Button
                          classNames={{ root: classes.heritiers, label: classes.heritiersText }}
                          variant="subtle"
                          size="compact-xs"
                          onClick={() => setOpen((now) => new Set(now).add(id))}
                        >
                          {heritiers.length === 1
                            ? 'et une sous-entité qui en hérite'
                            : `et ${formatNumber(heritiers.length)} sous-entités qui en héritent`}
                        </Button>
                      ) : null}
                    </td>
                  </tr>
                ) : null;
              });
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
