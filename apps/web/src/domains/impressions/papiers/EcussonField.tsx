import { useState } from 'react';
import { Button, FileButton } from '@mantine/core';
import {
  ECUSSON_KINDS,
  ECUSSON_MESSAGES,
  MAX_ECUSSON_BYTES,
} from '@octroi/contract/impressions/papier-limits';
import type { PapierRecord } from '@octroi/contract/impressions/papiers';
import { MESSAGES } from '@octroi/contract/messages';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call, callKey, linkTo } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { Card } from '#src/ui/Card.tsx';
import classes from './Papiers.module.css';

/** Why a chosen file cannot be a crest; undefined where it may. The server looks at what it holds. */
function faultOf({ type, size }: File): string | undefined {
  if (!ECUSSON_KINDS.split(',').includes(type)) return ECUSSON_MESSAGES.autreChose;
  return size > MAX_ECUSSON_BYTES ? ECUSSON_MESSAGES.tropGrand : undefined;
}

/** The crest: sent and removed at once, apart from the texts, which stay as they are being typed. */
export function EcussonField({ papiers, readOnly }: { papiers: PapierRecord; readOnly: boolean }) {
  const { entite, ecusson } = papiers;
  const params = { id: entite.id };
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const change = async (send: () => Promise<PapierRecord>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      queries.setQueryData(callKey('GET /entites/{id}/papiers', { params }), await send());
      toastSuccess(MESSAGES.modifie);
    } catch (error) {
      setFault(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  const take = (file: File | null): void => {
    if (!file) return;
    const told = faultOf(file);
    if (told) return setFault(told);
    const form = new FormData();
    form.set('ecusson', file);
    void change(() => call('POST /entites/{id}/papiers/ecusson', { params, form }));
  };

  return (
    <Card title="Écusson">
      <div className={classes.ecusson}>
        {ecusson ? (
          <img
            src={`${linkTo('GET /entites/{id}/papiers/ecusson', { params })}?v=${ecusson.slice(0, 12)}`}
            alt={`Écusson de ${entite.nom}`}
          />
        ) : (
          <p className={classes.note}>Pas d’écusson : l’en-tête commence par ses lignes.</p>
        )}
        {readOnly ? null : (
          <div className={classes.acts}>
            <FileButton accept={ECUSSON_KINDS} onChange={take} key={`${busy} ${fault}`}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={busy}
                  leftSection={<IconPhoto size={16} aria-hidden />}
                >
                  {ecusson ? 'Changer l’écusson' : 'Choisir un écusson'}
                </Button>
              )}
            </FileButton>
            {ecusson ? (
              <Button
                variant="default"
                disabled={busy}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void change(() => call('DELETE /entites/{id}/papiers/ecusson', { params }))}
              >
                Retirer
              </Button>
            ) : null}
          </div>
        )}
        {fault ? (
          <p className={classes.fault} role="alert">
            {fault}
          </p>
        ) : (
          <p className={classes.note}>PNG ou JPEG, 2 Mo au plus. Il est imprimé en deux centimètres.</p>
        )}
      </div>
    </Card>
  );
}
