import {
  ECUSSON_KINDS,
  ECUSSON_MESSAGES,
  MAX_ECUSSON_BYTES,
} from '@octroi/contract/impressions/papier-limits';
import type { PapierRecord } from '@octroi/contract/impressions/papiers';
import { IconPhoto } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { call, callKey, linkTo } from '#src/platform/call.ts';
import { FileField } from '#src/ui/form/FileField.tsx';
import classes from './Papiers.module.css';

/** Why a file cannot be a crest; undefined if it may. The server checks the content. */
function faultOf({ type, size }: File): string | undefined {
  if (!ECUSSON_KINDS.split(',').includes(type)) return ECUSSON_MESSAGES.autreChose;
  return size > MAX_ECUSSON_BYTES ? ECUSSON_MESSAGES.tropGrand : undefined;
}

/** The crest of a collectivité's papers. */
export function EcussonField({ papiers, readOnly }: { papiers: PapierRecord; readOnly: boolean }) {
  const { entite, ecusson } = papiers;
  const params = { id: entite.id };
  const queries = useQueryClient();
  const keep = (record: PapierRecord): void =>
    void queries.setQueryData(callKey('GET /entites/{id}/papiers', { params }), record);
  const send = async (file: File): Promise<string | undefined> => {
    const fault = faultOf(file);
    if (fault) return fault;
    const form = new FormData();
    form.set('ecusson', file);
    keep(await call('POST /entites/{id}/papiers/ecusson', { params, form }));
    return undefined;
  };

  return (
    <FileField
      title="Écusson"
      hasFile={ecusson !== null}
      choose={['Choisir un écusson', 'Changer l’écusson']}
      icon={<IconPhoto size={16} aria-hidden />}
      accept={ECUSSON_KINDS}
      note="PNG ou JPEG, 2 Mo au plus. Il est imprimé en deux centimètres."
      readOnly={readOnly}
      send={send}
      remove={async () => keep(await call('DELETE /entites/{id}/papiers/ecusson', { params }))}
    >
      {ecusson ? (
        <img
          className={classes.ecusson}
          src={`${linkTo('GET /entites/{id}/papiers/ecusson', { params })}?v=${ecusson.slice(0, 12)}`}
          alt={`Écusson de ${entite.nom}`}
        />
      ) : (
        <p className={classes.note}>Pas d’écusson : l’en-tête commence par ses lignes.</p>
      )}
    </FileField>
  );
}
