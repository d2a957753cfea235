import type { VersementRow } from '@octroi/contract/caisse/caisse';
import { DESTINATION_WORDS } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { Button } from '@mantine/core';
import { useSession } from '#src/platform/session.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { askReception } from './ask-reception.tsx';
import classes from '../Caisse.module.css';
import { callFile } from '#src/platform/call.ts';
import { PaperButton } from '../PaperButton.tsx';
import { paperOf } from '../paper-of.ts';
import { SlipButton } from './SlipButton.tsx';

/** The person's unreceived versements, and those to be received by them. */
export function OwnVersements({ versements }: { versements: readonly VersementRow[] }) {
  const { user } = useSession();
  if (versements.length === 0) return null;
  return (
    <Card title="En route">
      <Facts
        facts={versements.map((versement) => {
          const mine = versement.declarant.id === user.id;
          const otherParty = mine
            ? (versement.destinataire?.nom ?? DESTINATION_WORDS[versement.destination])
            : `De ${versement.declarant.nom}`;
          return [
            formatFrancs(versement.montant),
            <div key={versement.id} className={classes.route}>
              {otherParty}
              {paperOf(versement) ? (
                <PaperButton
                  label={paperOf(versement) as string}
                  make={() => callFile('POST /versements/{id}/papier', { params: { id: versement.id } })}
                />
              ) : null}
              {mine ? (
                <SlipButton versement={versement} />
              ) : (
                <Button size="compact-sm" onClick={() => askReception(versement)}>
                  Recevoir
                </Button>
              )}
            </div>,
          ] as const;
        })}
      />
    </Card>
  );
}
