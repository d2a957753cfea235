import { useState } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MAX_LIGNE, MAX_TEXTE } from '@octroi/contract/impressions/papier-limits';
import { papierBody, type PapierRecord, type PapierTextes } from '@octroi/contract/impressions/papiers';
import { MESSAGES } from '@octroi/contract/messages';
import { SCREENS } from '@octroi/contract/register';
import { useQueryClient } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call, callKey } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { SaveFailure, toastSaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import classes from './Papiers.module.css';
import { useAct } from '#src/ui/use-act.ts';

const MODALITES = linkOptions({ to: SCREENS['modalites-paiement'].url });

type Line = 'enTete' | 'devise' | 'office' | 'lieu' | 'signataireAvis' | 'signataireFiche';
type Paragraph = 'droits' | 'retard' | 'textes';

const LINES: readonly [field: Line, label: string, description?: string][] = [
  ['enTete', 'Première ligne d’en-tête'],
  ['devise', 'Seconde ligne d’en-tête'],
  ['office', 'Office', 'Après le nom de la collectivité.'],
  ['lieu', 'Fait à'],
  ['signataireAvis', 'Signataire des avis'],
  ['signataireFiche', 'Signataire des fiches'],
];
const PARAGRAPHS: readonly [field: Paragraph, label: string, description: string][] = [
  ['droits', 'Vos droits', 'Comment et dans quel délai réclamer.'],
  ['retard', 'Retard', 'Ce qu’un retard entraîne.'],
  ['textes', 'Textes', 'Lois et délibérations qui fondent ce qui est dû.'],
];

const valuesOf = ({
  entite: _entite,
  ecusson: _ecusson,
  version: _version,
  ...textes
}: PapierRecord): PapierTextes => textes;

interface PapiersFormProps {
  papiers: PapierRecord;
  readOnly: boolean;
  /** Loads a concurrent change. */
  onReload: () => Promise<PapierRecord | undefined>;
}

/** Form state, validation and save; a concurrent change replaces the typed texts only on request. */
function useTextes({ papiers, readOnly, onReload }: PapiersFormProps) {
  const queries = useQueryClient();
  const params = { id: papiers.entite.id };
  const form = useForm<PapierTextes>({ initialValues: valuesOf(papiers) });
  const [failure, setFailure] = useState<ApiError>();
  const { busy: saving, perform } = useAct((error) => {
    toastSaveFailure(error);
    setFailure(error instanceof ApiError ? error : new ApiError(0, 'inconnu', reasonOf(error)));
  });
  useLeaveGuard(!readOnly && form.isDirty(), {
    name: String(papiers.entite.id),
    values: form.values,
    restore: form.setValues,
    version: papiers.version,
  });

  const show = (saved: PapierRecord): void => {
    form.setInitialValues(valuesOf(saved));
    form.setValues(valuesOf(saved));
  };
  const reload = async (): Promise<void> => {
    const theirs = await onReload();
    if (!theirs) return;
    show(theirs);
    setFailure(undefined);
  };
  const save = async (): Promise<void> => {
    const checked = papierBody.safeParse(form.getValues());
    if (!checked.success)
      return form.setErrors(
        Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])),
      );
    setFailure(undefined);
    await perform(async () => {
      const body = checked.data;
      const saved = await call('PUT /entites/{id}/papiers', { params, body, version: papiers.version });
      queries.setQueryData(callKey('GET /entites/{id}/papiers', { params }), saved);
      show(saved);
      toastSuccess(MESSAGES.modifie);
    });
  };
  return { form, failure, saving, save, reload };
}

/** The texts of a collectivité's official papers. */
export function PapiersForm(props: PapiersFormProps) {
  const { readOnly } = props;
  const { form, failure, saving, save, reload } = useTextes(props);
  return (
    <Card title="Textes">
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure ? <SaveFailure failure={failure} onReload={() => void reload()} /> : null}
        <div className={classes.lines}>
          {LINES.map(([field, label, description]) => (
            <TextInput
              key={field}
              label={label}
              description={description}
              maxLength={MAX_LIGNE}
              readOnly={readOnly}
              {...form.getInputProps(field)}
            />
          ))}
        </div>
        <p className={classes.note}>
          Les moyens de payer de l’avis sont les <Link {...MODALITES}>modalités de paiement</Link> actives de
          la collectivité.
        </p>
        {PARAGRAPHS.map(([field, label, description]) => (
          <Textarea
            key={field}
            label={label}
            description={`${description} ${MAX_TEXTE} caractères au plus.`}
            autosize
            minRows={2}
            readOnly={readOnly}
            {...form.getInputProps(field)}
          />
        ))}
        {readOnly ? (
          <p className={classes.note}>
            Vous pouvez lire ces papiers. Les changer demande le droit « Modifier » sur « Papiers officiels »
            et toute la collectivité : demandez-le à son administrateur.
          </p>
        ) : (
          <div className={classes.acts}>
            <Button type="submit" size="md" loading={saving} disabled={!form.isDirty()}>
              Enregistrer
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
