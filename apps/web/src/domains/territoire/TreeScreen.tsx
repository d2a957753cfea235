import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import './tree.css';
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Noeud } from '@octroi/contract/territoire/arbre';
import { IconChevronRight, IconList, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { RowMenu } from '#src/ui/list/acts/RowMenu.tsx';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { CONFIGURATIONS, crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { FigureTable, figureHead } from '#src/ui/figure/FigureTable.tsx';
import { TerritorySelect } from '#src/ui/territory/TerritorySelect.tsx';
import { useTerritory } from '#src/ui/territory/use-territory.ts';
import figures from '#src/ui/figure/FigureTable.module.css';
import { PlaceStatus } from './PlaceStatus.tsx';
import declaration from './ramifications.tsx';
import { type TreeLine, treeLines } from './tree.ts';
import classes from './TreeScreen.module.css';

const route = getRouteApi(`/shell${PAGES.arbre}`);

/** The sub-entities of a collectivité as a tree, with their counts. */
export function TreeScreen() {
  const search = route.useSearch();
  const { collectivites } = useSession();
  const territory = useTerritory(search);
  const entite = territory.entiteId ?? collectivites[0]?.id;
  const patch = usePatchSearch();
  const tree = useQuery({
    ...queryFor('GET /ramifications/arbre', { query: { entite: entite ?? 0 } }),
    select: ({ data }) => data,
    enabled: entite !== undefined,
  });
  return (
    <div>
      <PageHeader
        breadcrumb={[
          TABLEAU_DE_BORD,
          section('Collectivité'),
          CONFIGURATIONS,
          crumb('ramifications'),
          { label: 'Arbre' },
        ]}
        title={SCREENS.ramifications.nom}
        actions={
          <ButtonLink to={SCREENS.ramifications.url} variant="default" leftSection={<IconList size={16} />}>
            Liste
          </ButtonLink>
        }
      />
      <div className={classes.bar}>
        <TerritorySelect
          label="Collectivité"
          everything={undefined}
          options={collectivites.length > 0 ? collectivites : territory.entite ? [territory.entite] : []}
          chosen={collectivites.find(({ id }) => id === entite) ?? territory.entite}
          onChange={(chosen) => patch({ entite: chosen?.id })}
        />
      </div>
      <ErrorState failure={failureOf(tree)} />
      {tree.isPending ? <ListSkeleton rows={8} columns={5} /> : null}
      {tree.data ? <Tree key={entite} nodes={tree.data} /> : null}
    </div>
  );
}

function Tree({ nodes }: { nodes: readonly Noeud[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState('');
  // a town has hundreds of places: drawing them is deferred so that typing and opening stay fast
  const [drawnOpen, drawnSearch] = [useDeferredValue(open), useDeferredValue(search)];
  const lines = useMemo(() => treeLines(nodes, drawnOpen, drawnSearch), [nodes, drawnOpen, drawnSearch]);
  const toggle = useCallback(
    (id: number): void =>
      setOpen((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  if (nodes.length === 0)
    return (
      <EmptyState
        title="Rien encore"
        text="Les sous-entités de cette collectivité apparaîtront ici dès qu’il y en aura."
      />
    );
  return (
    <section className={figures.card} aria-label="Arbre des sous-entités">
      <div className={figures.head}>
        <TextInput
          aria-label="Chercher une sous-entité"
          placeholder="Nom ou code"
          size="xs"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          variant="subtle"
          size="xs"
          onClick={() => setOpen(open.size > 0 ? new Set() : new Set(nodes.map(({ id }) => id)))}
        >
          {open.size > 0 ? 'Tout replier' : 'Tout déplier'}
        </Button>
      </div>
      <FigureTable
        label="Sous-entités"
        heads={[
          'Nom',
          'Code',
          'Type',
          ...['Sous-entités', 'Contribuables'].map(figureHead),
          'Statut',
          { text: <VisuallyHidden>Actions</VisuallyHidden> },
        ]}
      >
        {lines.map((line) => (
          <TreeRow key={line.id} {...line} onToggle={toggle} />
        ))}
      </FigureTable>
      {lines.length === 0 ? (
        <EmptyState title="Rien trouvé" text={`Aucune sous-entité ne s’appelle « ${search} ».`} />
      ) : null}
    </section>
  );
}

/** Memoised: its values are compared, since a search makes every line anew. */
const TreeRow = memo(function TreeRow({ onToggle, ...line }: TreeLine & { onToggle: (id: number) => void }) {
  const { id, nom, code, type, enabled, masquePar, cptr, cptrContrib, depth, open } = line;
  const mayEdit = useMay('ramifications', 'Modifier');
  const mayCreate = useMay('ramifications', 'Créer');
  const acts = (declaration.links ?? [])
    .filter(({ right: [, permission] }) => permission !== 'Créer' || mayCreate)
    .map(({ label, icon, href }) => ({ label, icon, href: href({ ...line, version: 0 }) }));
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: 12 + depth * 22 }}>
        <span className={classes.name}>
          {cptr > 0 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-expanded={open}
              aria-label={`${open ? 'Replier' : 'Déplier'} ${nom}`}
              onClick={() => onToggle(id)}
            >
              <IconChevronRight size={14} className={classes.arrow} data-open={open || undefined} />
            </ActionIcon>
          ) : (
            <span className={classes.leaf} />
          )}
          {mayEdit ? (
            <Link to={`${SCREENS.ramifications.url}/$id`} params={{ id: String(id) }}>
              {nom}
            </Link>
          ) : (
            nom
          )}
        </span>
      </th>
      <td>{code}</td>
      <td>{type.nom}</td>
      <td className={figures.figure}>{formatNumber(cptr)}</td>
      <td className={figures.figure} data-none={cptrContrib === 0 || undefined}>
        <Link to={SCREENS.contribuables.url} search={{ ms: [id], dates: 'toutes', betail: 'tous' }}>
          {formatNumber(cptrContrib)}
        </Link>
      </td>
      <td>
        <PlaceStatus enabled={enabled} masquePar={masquePar} />
      </td>
      <td>
        <RowMenu name={nom} acts={acts} />
      </td>
    </tr>
  );
});
