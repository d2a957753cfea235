import { useEffect, useRef } from 'react';
import { Alert, Button } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Plan } from '@octroi/contract/territoire/plan';
import classes from './MiseEnService.module.css';

/** Lines rendered; the server checked all of them. */
const DRAWN = 300;

interface PlanPreviewProps {
  plan: Plan | undefined;
  /** Why the file was refused. */
  fault: string | undefined;
  busy: boolean;
  onWrite: () => Promise<void>;
}

/** Preview of the tree, and errors by line; with errors, nothing is written. */
export function PlanPreview({ plan, fault, busy, onWrite }: PlanPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (plan) place.current?.focus();
  }, [plan]);
  if (fault)
    return (
      <Alert color="red" role="alert">
        {fault}
      </Alert>
    );
  if (!plan) return null;
  const { lieux, fautes, remarques, nouveaux } = plan;
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Aperçu du territoire" className={classes.preview}>
      {fautes.length > 0 ? (
        <Alert color="red" role="alert" title="Rien n’est écrit tant qu’il reste une faute">
          <Lines lines={fautes} />
        </Alert>
      ) : null}
      {remarques.length > 0 ? (
        <Alert color="yellow" role="status" title="Ce qui ne sera pas repris">
          <Lines lines={remarques} />
        </Alert>
      ) : null}
      <ul className={classes.tree} aria-label="Arbre" tabIndex={0}>
        {lieux.slice(0, DRAWN).map(({ rang, nom, type, profondeur, existe, contour }, index) => (
          <li
            key={`${rang} ${index}`}
            style={{ paddingLeft: profondeur * 22 }}
            data-there={existe || undefined}
          >
            <b>{nom}</b> <span>{type.nom}</span>
            {existe ? <span> · déjà là</span> : null}
            {contour ? <span> · avec son contour</span> : null}
          </li>
        ))}
      </ul>
      {lieux.length > DRAWN ? (
        <p className={classes.hint}>… et {formatNumber(lieux.length - DRAWN)} autres.</p>
      ) : null}
      {fautes.length === 0 ? (
        <div className={classes.acts}>
          <Button loading={busy} onClick={() => void onWrite()}>
            {nouveaux === 0
              ? 'Enregistrer'
              : `Ajouter ${formatNumber(nouveaux)} sous-entité${nouveaux > 1 ? 's' : ''}`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const Lines = ({ lines }: { lines: Plan['fautes'] }) => (
  <ul className={classes.lines}>
    {lines.map(({ rang, message }, index) => (
      <li key={index}>
        Ligne {rang} : {message}
      </li>
    ))}
  </ul>
);
