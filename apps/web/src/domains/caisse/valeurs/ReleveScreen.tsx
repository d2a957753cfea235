import { Button } from '@mantine/core';
import { releveValeurColumns, releveValeurList } from '@octroi/contract/caisse/valeurs/valeur-columns';
import { SCREENS } from '@octroi/contract/register';
import { IconPrinter } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import { type ListDefaults, scopeQuery } from '#src/ui/list/list-state.ts';
import { usePatchSearch } from '#src/ui/list/use-list.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { crumb, section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { Segments } from '#src/ui/Segments.tsx';
import { printDocument } from '#src/ui/file/take-file.ts';
import { useEntite } from '../refresh.ts';
import classes from './Valeurs.module.css';
import { useAct } from '#src/ui/use-act.ts';

const route = getRouteApi(`/shell${SCREENS['releve-valeurs'].url}`);

const DEFAULTS: ListDefaults = { orderBy: 'cv.nom', sortOrder: 'asc', itemperpage: 50 };
const { nom } = SCREENS['releve-valeurs'];

/** Ticket movements of each agent in a period, in numbers: opening + received − sold − returned − lost = closing. */
export function ReleveScreen() {
  const { from, to, compte, ...search } = route.useSearch();
  const patch = usePatchSearch();
  const prints = useMay('valeurs-inactives', 'Exporter');
  const query = { ...useEntite(), from, to, compte };
  const totals = useListTotals('releves_valeurs', search, query, releveValeurColumns);
  return (
    <ListScreen
      path="releves_valeurs"
      title={nom}
      breadcrumb={[TABLEAU_DE_BORD, section('Caisse'), crumb('valeurs-inactives'), { label: nom }]}
      columns={releveValeurColumns}
      filters={releveValeurList.fields}
      defaults={DEFAULTS}
      query={query}
      exporter="valeurs-inactives"
      totals={totals}
      toolbar={
        <div className={classes.bar}>
          <PeriodPicker
            value={{ from, to }}
            open
            onChange={(range) => patch({ from: range.from, to: range.to, dates: undefined })}
          />
          <Segments
            label="Compte"
            segments={[
              { value: 'agents', label: 'Agents' },
              { value: 'regie', label: 'Régies' },
            ]}
            value={compte ?? 'agents'}
            onChange={(value) => patch({ compte: value === 'regie' ? 'regie' : undefined })}
          />
        </div>
      }
      actions={
        prints ? (
          <SignButton query={new URLSearchParams(scopeQuery(search.f ?? [], query)).toString()} />
        ) : null
      }
      emptyText="Rien n’est entré ni sorti : les valeurs se reçoivent et se remettent sur « Valeurs inactives »."
    />
  );
}

/** The statement on paper, with a signature column. */
function SignButton({ query }: { query: string }) {
  const { busy, perform } = useAct();
  const print = async (): Promise<void> => {
    await perform(async () => {
      await printDocument('releve-valeurs', { query, format: 'pdf' }, { emargement: '1' });
    });
  };
  return (
    <Button leftSection={<IconPrinter size={16} />} loading={busy} onClick={() => void print()}>
      Relevé à signer
    </Button>
  );
}
