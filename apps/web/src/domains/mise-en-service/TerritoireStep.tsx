import { useState } from 'react';
import { Button, Checkbox, FileButton, Textarea } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { MAX_PLAN_BYTES, PLAN_KINDS } from '@octroi/contract/territoire/plan-limits';
import type { Plan } from '@octroi/contract/territoire/plan';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reasonOf } from '#src/platform/api.ts';
import { queryFor, call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';

const TYPED = 'saisie.txt';
const EXAMPLE = 'Nord\n  Quartier du Marché\n  Quartier de la Gare\nSud\n  Quartier du Port';

/** A previewed file, kept so that exactly this content is written. */
interface Preview {
  file: File;
  plan: Plan;
}

/** The territory, typed, pasted or from a file: previewed, then written. */
function usePlan(entite: number, niveaux: readonly number[]) {
  const refreshAll = useRefreshAll();
  const [preview, setPreview] = useState<Preview>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function send(file: File, essai: boolean): Promise<Plan> {
    const form = new FormData();
    form.set('entite', String(entite));
    form.set('niveaux', niveaux.join(','));
    form.set('essai', essai ? '1' : '0');
    form.set('fichier', file);
    return call('POST /ramifications/plan', { form });
  }
  async function look(file: File): Promise<void> {
    setBusy(true);
    setFault(undefined);
    setPreview(undefined);
    try {
      if (file.size > MAX_PLAN_BYTES) throw new Error('Ce fichier dépasse 20 Mo.');
      setPreview({ file, plan: await send(file, true) });
    } catch (error) {
      setFault(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }
  /** @returns whether it was written; if not, a new preview is loaded */
  async function write(): Promise<boolean> {
    if (!preview) return false;
    setBusy(true);
    try {
      const { nouveaux } = await send(preview.file, false);
      toastSuccess(`Sous-entités ajoutées : ${nouveaux}`);
      setPreview(undefined);
      await refreshAll();
      return true;
    } catch (error) {
      toastFailure(error);
      await look(preview.file);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { seen: preview, fault, busy, look, write };
}

export function TerritoireStep({ entite }: { entite: Nested }) {
  const missing = useMissing([['ramifications', 'Créer']]);
  const types = useQuery({
    ...queryFor('GET /type_ramifications', { query: { itemperpage: 30, orderBy: 'tr.niveau' } }),
    select: ({ data }) => data.filter(({ enabled }) => enabled === true),
  });
  if (missing) return <MissingRight missing={missing} />;
  const failure = failureOf(types);
  if (failure) return <ErrorState failure={failure} />;
  if (!types.data) return null;
  return <PlanForm entite={entite} types={types.data.map(({ id, nom }) => ({ id, nom: String(nom) }))} />;
}

function PlanForm({ entite, types }: { entite: Nested; types: readonly Nested[] }) {
  const [text, setText] = useState('');
  const [niveaux, setNiveaux] = useState(types.map(({ id }) => String(id)));
  const { seen: preview, fault, busy, look, write } = usePlan(entite.id, niveaux.map(Number));
  return (
    <div className={classes.form}>
      <Checkbox.Group
        label="Niveaux employés"
        description="Décochez ceux que la commune n’a pas."
        value={niveaux}
        onChange={setNiveaux}
      >
        <div className={classes.row}>
          {types.map(({ id, nom }) => (
            <Checkbox key={id} value={String(id)} label={nom} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label="Saisir ou coller"
        description="Un lieu par ligne, décalé à droite sous celui dont il fait partie. Un tableau collé nomme ses colonnes : un niveau par colonne, ou Nom, Parent, Type et Code. Un fichier peut être en CSV, XLSX ou GeoJSON."
        placeholder={EXAMPLE}
        autosize
        minRows={5}
        maxRows={16}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button
          loading={busy}
          disabled={text.trim() === '' || niveaux.length === 0}
          onClick={() => void look(new File([text], TYPED, { type: 'text/plain' }))}
        >
          Vérifier
        </Button>
        <FileButton accept={PLAN_KINDS} onChange={(file) => void (file && look(file))} key={String(busy)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={busy || niveaux.length === 0}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Choisir un fichier
            </Button>
          )}
        </FileButton>
        <Link to={PAGES.arbre} search={{ entite: entite.id }}>
          Voir l’arbre
        </Link>
      </div>
      <PlanPreview
        plan={preview?.plan}
        fault={fault}
        busy={busy}
        onWrite={async () => {
          if (await write()) setText('');
        }}
      />
    </div>
  );
}
