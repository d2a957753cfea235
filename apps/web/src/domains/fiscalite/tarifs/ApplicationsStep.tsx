import { memo, useDeferredValue, useMemo, useState } from 'react';
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { treeLines } from '#src/domains/territoire/index.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { BaremeTable } from './BaremeTable.tsx';
import { baremeText } from './bareme-text.ts';
import {
  type Bareme,
  type Etat,
  isComplete,
  isInherited,
  type Ligne,
  resolve,
  withChoix,
  withoutPropre,
  withPropre,
} from './rates.ts';
import type { LieuNomme } from './use-lieux.ts';
import classes from './Applications.module.css';

/** A tree of at most this many sub-entities opens expanded. */
const SMALL = 60;

interface ApplicationsStepProps {
  lieux: readonly LieuNomme[];
  etat: Etat;
  /** The unit of the base; null while it is counted by piece. */
  unite: string | null;
  /** Periods per year of the tax; undefined while they load. */
  occurrences: number | undefined;
  readOnly: boolean;
  /** Whether missing values are reported. */
  showErrors: boolean;
  onEtat: (change: (now: Etat) => Etat) => void;
}

/** State of the tree: open nodes and search text. */
function useTree(lieux: readonly LieuNomme[]) {
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(lieux.length <= SMALL ? lieux.map(({ id }) => id) : []),
  );
  const [search, setSearch] = useState('');
  // hundreds of rows are drawn after the key that asks for them, so that typing and opening stay fast
  const [drawnOpen, drawnSearch] = [useDeferredValue(open), useDeferredValue(search)];
  const lines = useMemo(() => treeLines(lieux, drawnOpen, drawnSearch), [lieux, drawnOpen, drawnSearch]);
  return { open, setOpen, wanted: search, setWanted: setSearch, lines };
}

/** The tree of sub-entities: which ones the tax applies to, and the rates that differ. */
export function ApplicationsStep({
  lieux,
  etat,
  unite,
  occurrences,
  readOnly,
  showErrors,
  onEtat,
}: ApplicationsStepProps) {
  const resolved = useMemo(() => resolve(etat, lieux), [etat, lieux]);
  // a rate may change hundreds of rows: rendering them is deferred so that typing stays fast
  const deferredEtat = useDeferredValue(etat);
  const following = useMemo(() => resolve(deferredEtat, lieux), [deferredEtat, lieux]);
  const branches = useMemo(() => subtrees(lieux), [lieux]);
  const tree = useTree(lieux);
  const { lines, wanted: search, setOpen } = tree;
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const on = useMemo<RowActs>(
    () => ({
      choose: (ids, checked) => onEtat((now) => withChoix(now, ids, checked)),
      open: (id) => setOpen((now) => toggled(now, id)),
      edit: (id) => setEdited((now) => toggled(now, id)),
      rates: (id, from, annee, lignes) => onEtat((now) => withPropre(now, id, from, annee, lignes)),
      inherit: (id) => onEtat((now) => withoutPropre(now, id)),
    }),
    [onEtat, setOpen],
  );
  if (lieux.length === 0)
    return (
      <EmptyState title="Rien encore" text="Cette collectivité n’a pas de sous-entité : créez-en d’abord." />
    );
  return (
    <div>
      <TreeBar lieux={lieux} chosen={etat.choisies.size} tree={tree} onChoose={readOnly ? null : on.choose} />
      {lines.length === 0 ? (
        <EmptyState title="Rien trouvé" text={`Aucune sous-entité ne s’appelle « ${search} ».`} />
      ) : null}
      <ul className={classes.tree}>
        {lines.map((line) => {
          const rates = resolved.get(line.id);
          const late = following.get(line.id);
          if (!rates || !late) return null;
          const branch = branches.get(line.id) ?? [line.id];
          const missing = showErrors && rates.choisie && !isComplete(rates.bareme, etat);
          const shown = edited.has(line.id) || (missing && rates.propre);
          return (
            <Row
              key={line.id}
              id={line.id}
              nom={line.nom}
              type={line.type}
              depth={line.depth}
              open={line.open}
              branch={branch}
              branchChosen={branch.every((id) => etat.choisies.has(id))}
              choisie={rates.choisie}
              excluded={!late.choisie && late.stockees.length > 0}
              inherited={isInherited(late)}
              propre={rates.propre}
              text={baremeText(late.bareme, etat.annees, etat.precisions, unite)}
              unite={unite}
              occurrences={occurrences}
              bareme={shown ? rates.bareme : undefined}
              annees={etat.annees}
              precisions={etat.precisions}
              readOnly={readOnly}
              showErrors={showErrors}
              on={on}
            />
          );
        })}
      </ul>
    </div>
  );
}

interface TreeBarProps {
  lieux: readonly LieuNomme[];
  /** Number of sub-entities that the tax applies to. */
  chosen: number;
  tree: ReturnType<typeof useTree>;
  onChoose: RowActs['choose'] | null;
}

/** Search, and expand or choose all. */
function TreeBar({
  lieux,
  chosen,
  tree: { open, setOpen, wanted: search, setWanted: setSearch },
  onChoose,
}: TreeBarProps) {
  const all = lieux.map(({ id }) => id);
  return (
    <div className={classes.bar}>
      <TextInput
        aria-label="Chercher une sous-entité"
        placeholder="Nom ou code"
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <span className={classes.count} role="status">
        {formatNumber(chosen)} / {formatNumber(lieux.length)} sous-entité(s)
      </span>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(new Set(open.size > 0 ? [] : all))}>
        {open.size > 0 ? 'Tout replier' : 'Tout déplier'}
      </Button>
      {onChoose ? (
        <>
          <Button variant="subtle" size="compact-sm" onClick={() => onChoose(all, true)}>
            Tout cocher
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => onChoose(all, false)}>
            Tout décocher
          </Button>
        </>
      ) : null}
    </div>
  );
}

function toggled(now: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(now);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Every sub-entity with its subtree, itself first. */
function subtrees(lieux: readonly LieuNomme[]): Map<number, number[]> {
  const children = Map.groupBy(lieux, ({ parent }) => parent);
  const branches = new Map<number, number[]>();
  const walk = (id: number): number[] => {
    const ids = [id, ...(children.get(id) ?? []).flatMap((child) => walk(child.id))];
    branches.set(id, ids);
    return ids;
  };
  for (const top of children.get(null) ?? []) walk(top.id);
  return branches;
}

interface RowActs {
  choose: (ids: readonly number[], on: boolean) => void;
  open: (id: number) => void;
  edit: (id: number) => void;
  rates: (id: number, from: Bareme, annee: number, lignes: readonly Ligne[]) => void;
  inherit: (id: number) => void;
}

interface RowProps {
  id: number;
  nom: string;
  type: string;
  depth: number;
  open: boolean;
  /** The sub-entity and its subtree. */
  branch: readonly number[];
  branchChosen: boolean;
  choisie: boolean;
  excluded: boolean;
  inherited: boolean;
  propre: boolean;
  text: string;
  /** Its rates, while their table is open. */
  bareme: Bareme | undefined;
  annees: readonly number[];
  precisions: boolean;
  unite: string | null;
  occurrences: number | undefined;
  readOnly: boolean;
  showErrors: boolean;
  on: RowActs;
}

/** Memoised, because there are hundreds of rows. */
const Row = memo(function Row(props: RowProps) {
  const { id, nom, type, depth, branch, branchChosen, choisie, bareme, readOnly, on } = props;
  return (
    <li className={classes.lieu} style={{ paddingLeft: 8 + Math.min(depth, 6) * 20 }}>
      <div className={classes.line}>
        {branch.length > 1 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-expanded={props.open}
            aria-label={`${props.open ? 'Replier' : 'Déplier'} ${nom}`}
            onClick={() => on.open(id)}
          >
            <IconChevronRight size={14} className={classes.arrow} data-open={props.open || undefined} />
          </ActionIcon>
        ) : (
          <span className={classes.leaf} />
        )}
        <Switch
          size="sm"
          checked={choisie}
          disabled={readOnly}
          onChange={(event) => on.choose([id], event.currentTarget.checked)}
          label={
            <>
              {nom} <span className={classes.type}>{type}</span>
            </>
          }
        />
        <Rates {...props} />
        {choisie ? (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={bareme !== undefined}
            aria-label={`Tarifs de ${nom}`}
            onClick={() => on.edit(id)}
          >
            Tarifs
          </Button>
        ) : null}
        {branch.length > 1 && !readOnly ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={classes.branch}
            aria-label={`${branchChosen ? 'Décocher' : 'Cocher'} la branche ${nom}`}
            onClick={() => on.choose(branch, !branchChosen)}
          >
            {branchChosen ? 'Décocher la branche' : 'Cocher la branche'}
          </Button>
        ) : null}
      </div>
      {choisie && bareme ? <OwnRates {...props} bareme={bareme} /> : null}
    </li>
  );
});

/** The rates in short, and whether they are inherited. */
const Rates = ({ choisie, text, excluded, inherited, propre }: RowProps) => (
  <span className={classes.rates}>
    <span className={classes.text} title={choisie ? text : undefined}>
      {choisie ? text : excluded ? 'laissée hors de la taxe' : null}
    </span>
    {inherited ? <em className={classes.tag}>hérité</em> : null}
    {propre && !inherited ? (
      <em className={classes.tag} data-own>
        tarif propre
      </em>
    ) : null}
  </span>
);

/** The table of its rates; the first typed rate makes them its own. */
function OwnRates({ bareme, ...props }: RowProps & { bareme: Bareme }) {
  const { id, nom, readOnly, on } = props;
  return (
    <div className={classes.own}>
      <BaremeTable
        name={nom}
        annees={props.annees}
        bareme={bareme}
        precisions={props.precisions}
        unite={props.unite}
        occurrences={props.occurrences}
        readOnly={readOnly}
        showErrors={props.showErrors}
        onChange={(annee, lignes) => on.rates(id, bareme, annee, lignes)}
      />
      {props.propre && !readOnly ? (
        <Button variant="default" size="compact-xs" onClick={() => on.inherit(id)}>
          Reprendre le tarif hérité
        </Button>
      ) : null}
    </div>
  );
}
