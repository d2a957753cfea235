import { isSuperAdmin } from '@octroi/contract/rights';
import { Fragment, useState } from 'react';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { MESSAGES } from '@octroi/contract/messages';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { useQuery } from '@tanstack/react-query';
import { useAddressId } from '#src/platform/address.ts';
import { ApiError, EnAttente, reasonOf } from '#src/platform/api.ts';
import { callsOf } from '#src/platform/resource.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { ButtonLink } from '../ButtonLink.tsx';
import { askConfirm } from '../dialog/confirm.tsx';
import { ErrorState } from '../page/ErrorState.tsx';
import { useBackToList, useRefresh } from '../list/index.ts';
import { lastList } from '../list/last-list.ts';
import { type Missing, MissingRight, ReadOnlyNote } from '../page/MissingRight.tsx';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '../page/crumbs.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { labelOf } from '../form/resource-options.ts';
import { toastSaveFailure } from '../form/SaveFailure.tsx';
import { FormSkeleton, SaveForm } from '../form/SaveForm.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import type { RoutedResource } from './declaration.ts';
import {
  check,
  formFields,
  type FormValue,
  type FormValues,
  initialValues,
  type Mode,
  valuesOfRecord,
} from './form-values.ts';
import { offerToActivate } from './offer-to-activate.ts';
import { RecordFacts } from './RecordFacts.tsx';
import { ResourceField } from './ResourceField.tsx';
import { isOfPlatform, useResourceRights } from './use-rights.ts';
import classes from './ResourceForm.module.css';

export function ResourceCreate({ declaration }: { declaration: RoutedResource }) {
  const { resource } = declaration;
  const { chosenPlace } = useChosenPlace();
  const rights = useResourceRights(resource);
  const entite = chosenPlace?.kind === 'entite' ? chosenPlace : chosenPlace?.entite;
  const chosen: FormValues = entite && 'entite' in resource.fields ? { entite: String(entite.id) } : {};
  return (
    <ResourceFrame declaration={declaration} title={`Création - ${resource.label.one}`}>
      <ResourceForm
        declaration={declaration}
        mode="create"
        initial={{ ...initialValues(resource), ...chosen }}
        labels={entite ? { entite } : {}}
        missing={rights.missing('Créer')}
      />
    </ResourceFrame>
  );
}

export function ResourceEdit({ declaration }: { declaration: RoutedResource }) {
  const { resource, Below } = declaration;
  const id = useAddressId();
  const session = useSession();
  const rights = useResourceRights(resource);
  const record = useQuery({
    ...callsOf(resource.path).record(id),
    // the form edits this version: a refetch must not replace it while the person types
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = record;
  const missing: Missing | undefined =
    data && !isSuperAdmin(session.user) && isOfPlatform(resource, data)
      ? { kind: 'platform', screen: resource.screen }
      : rights.missing('Modifier');
  const title = missing ? 'Consultation' : 'Modification';
  return (
    <ResourceFrame
      declaration={declaration}
      title={`${title} - ${data ? labelOf(data) : resource.label.one}`}
    >
      <ErrorState failure={failureOf(record)} />
      {record.isPending ? <FormSkeleton /> : null}
      {data && (record.isFetchedAfterMount || !record.isFetching) ? (
        <ResourceForm
          key={data.id}
          declaration={declaration}
          mode="edit"
          record={data}
          initial={valuesOfRecord(resource, data)}
          labels={data}
          missing={missing}
        />
      ) : null}
      {data && Below ? <Below key={`sous-${data.id}`} row={data} readOnly={missing !== undefined} /> : null}
    </ResourceFrame>
  );
}

interface ResourceFrameProps {
  declaration: RoutedResource;
  title: string;
  children: React.ReactNode;
}

/** Breadcrumb and title of a form. */
export function ResourceFrame({ declaration, title, children }: ResourceFrameProps) {
  const { resource, route, title: list = resource.label.many, section = [CONFIGURATIONS] } = declaration;
  return (
    <div className={classes.frame}>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, ...section, { label: list, to: route }]} title={title} />
      {children}
    </div>
  );
}

interface ResourceFormProps {
  declaration: RoutedResource;
  mode: Mode;
  initial: FormValues;
  record?: ResourceRow;
  /** Names of the chosen references, by field. */
  labels: Readonly<Record<string, unknown>>;
  /** Why the person may not save: the values are then shown without a form. */
  missing: Missing | undefined;
  /** Values of a new record that the form does not show. */
  presetValues?:
    | Readonly<Record<string, unknown>>
    | ((values: FormValues) => Readonly<Record<string, unknown>>);
  /** Fields shown but not editable. */
  locked?: readonly string[];
  /** Receives the created record, instead of returning to the list: the form is then above another one. */
  onCreated?: (row: ResourceRow) => void;
  onCancel?: () => void;
  /** Further filters on the choices of references, by field. */
  choices?: Readonly<Record<string, readonly FilterRow[]>>;
}

/** The filter of a choice that depends on another field; empty while that field is. */
function narrowedTo(column: string, chosen: FormValue | undefined): FilterRow[] {
  if (typeof chosen === 'string') return [{ column, operator: 'eq', x: chosen }];
  return Array.isArray(chosen) && chosen.length > 0 ? [{ column, operator: 'in', x: chosen }] : [];
}

const nameIn = (nested: unknown, id: unknown): string | undefined =>
  typeof nested === 'object' &&
  nested !== null &&
  'id' in nested &&
  'nom' in nested &&
  String(nested.id) === id
    ? String(nested.nom)
    : undefined;

/** What is kept of the form while it is not saved: no password. */
const keptValues = (
  { path, fields }: RoutedResource['resource'],
  form: UseFormReturnType<FormValues>,
  version: number | undefined,
) => ({
  name: path,
  values: form.values,
  restore: form.setValues,
  version,
  secret: Object.keys(fields).filter((name) => fields[name]?.kind === 'secret'),
});

/** Form state, validation and save; a successful save returns to the list. */
function useRecordForm({ declaration, mode, initial, record, labels, ...options }: ResourceFormProps) {
  const { resource, route } = declaration;
  const { presetValues = declaration.presetValues, onCreated } = options;
  const form = useForm<FormValues>({ initialValues: initial, validateInputOnChange: false });
  const [names, setNames] = useState(labels);
  const chosen = (field: string) => nameIn(names[field], form.getValues()[field]);
  const name = (field: string, id: unknown, nom: unknown): void =>
    setNames((now) => ({ ...now, [field]: { id, nom } }));
  const [failure, setFailure] = useState<ApiError>();
  const [version, setVersion] = useState(record?.version);
  const [saving, setSaving] = useState(false);
  const back = useBackToList(route);
  const calls = callsOf(resource.path);
  const { modifier } = useResourceRights(resource);
  const refresh = useRefresh(resource.path);
  const release = useLeaveGuard(
    form.isDirty() && !onCreated,
    onCreated ? undefined : keptValues(resource, form, version),
  );

  const save = async (version: number | undefined): Promise<void> => {
    const values = form.getValues();
    const unseen = typeof presetValues === 'function' ? presetValues(values) : presetValues;
    const checked = check(resource, mode, values, declaration.form?.[mode], unseen);
    const missing = Object.entries(declaration.required?.(values, chosen) ?? {}).filter(([, hint]) => hint);
    if (!checked.ok || missing.length > 0)
      return form.setErrors({ ...Object.fromEntries(missing), ...(checked.ok ? {} : checked.errors) });
    setSaving(true);
    setFailure(undefined);
    try {
      const question = record && (await declaration.question?.(record, form.getInitialValues(), values));
      if (question && !(await askConfirm(question))) return;
      const saved = record
        ? await calls.change(record.id, checked.body, version)
        : await calls.create(checked.body);
      toastSuccess(mode === 'create' ? MESSAGES.ajoute : MESSAGES.modifie);
      release();
      if (onCreated) {
        await refresh();
        return onCreated(saved);
      }
      if (mode === 'create' && modifier) await offerToActivate(resource, saved);
      await refresh();
      back();
    } catch (error) {
      toastSaveFailure(error);
      if (error instanceof EnAttente) {
        release();
        return back();
      }
      setFailure(error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error)));
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    } finally {
      setSaving(false);
    }
  };
  /** After a concurrent change: replaces the typed values with the stored ones. */
  const takeTheirs = async (): Promise<void> => {
    const theirs = await calls.find(record?.id ?? '');
    form.setInitialValues(valuesOfRecord(resource, theirs));
    form.setValues(valuesOfRecord(resource, theirs));
    setVersion(theirs.version);
    setFailure(undefined);
  };
  /** … or overwrites the stored ones. */
  const keepMine = async (): Promise<void> => {
    const theirs = await calls.find(record?.id ?? '');
    setVersion(theirs.version);
    await save(theirs.version);
  };
  return { form, chosen, name, failure, saving, save: () => save(version), takeTheirs, keepMine };
}

const toastOnFailure = (work: Promise<void>): void =>
  void work.catch((error: unknown) => toastFailure(error));

/** Creates or edits one record; read-only without the right. */
export function ResourceForm(props: ResourceFormProps) {
  const { declaration, mode, record, missing } = props;
  if (!missing) return <WritableForm {...props} />;
  const back = (
    <ButtonLink {...lastList(declaration.route)} size="md" variant="default">
      Retour
    </ButtonLink>
  );
  if (!record) return <MissingRight missing={missing} action={back} />;
  return (
    <>
      <ReadOnlyNote missing={missing} />
      <RecordFacts resource={declaration.resource} row={record} only={declaration.form?.[mode]} />
      <div className={classes.back}>{back}</div>
    </>
  );
}

function WritableForm(props: ResourceFormProps) {
  const { declaration, mode, locked = [], choices = {}, onCancel } = props;
  const { resource, route, narrow = {} } = declaration;
  const {
    form,
    chosen,
    name: nameChosen,
    failure,
    saving,
    save,
    takeTheirs,
    keepMine,
  } = useRecordForm(props);
  const fields = formFields(resource, declaration.form?.[mode]);
  const required = declaration.required?.(form.values, chosen) ?? {};
  return (
    <SaveForm
      list={route}
      onCancel={onCancel}
      errors={form.errors}
      saving={saving}
      failure={failure}
      onSave={() => void save()}
      onReload={() => toastOnFailure(takeTheirs())}
      onSaveOver={() => toastOnFailure(keepMine())}
    >
      {fields.map(([name, field], index) => {
        const by = narrow[name];
        const parent = by ? form.values[by.by] : undefined;
        const input = form.getInputProps(name);
        const dependents = Object.entries(narrow).filter(([, rule]) => rule.by === name);
        const Note = declaration.notes?.[name];
        const value = form.values[name] ?? null;
        return (
          <Fragment key={name}>
            <ResourceField
              field={name in required ? { ...field, required: true } : field}
              input={{
                ...input,
                onChange: (next: unknown, nom?: string) => {
                  input.onChange(next);
                  if (nom !== undefined) nameChosen(name, next, nom);
                  for (const [dependent] of dependents)
                    form.setFieldValue(dependent, Array.isArray(form.values[dependent]) ? [] : null);
                },
              }}
              value={value}
              valueLabel={chosen(name)}
              filters={[...(choices[name] ?? []), ...(by ? narrowedTo(by.column, parent) : [])]}
              disabled={locked.includes(name) || (mode === 'edit' && field.fixed === true)}
              kept={mode === 'edit'}
              autoFocus={index === 0 && mode === 'create'}
            />
            {Note ? <Note value={value} name={chosen(name)} values={form.values} /> : null}
          </Fragment>
        );
      })}
    </SaveForm>
  );
}
