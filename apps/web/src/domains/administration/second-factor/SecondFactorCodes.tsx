import { useEffect, useRef } from 'react';
import { Alert, Button } from '@mantine/core';
import { toastError, toastSuccess } from '#src/platform/toasts.ts';
import classes from './SecondFactor.module.css';

interface SecondFactorCodesProps {
  codes: readonly string[];
  /** Called once the person confirms that they noted the codes. */
  onDone: () => void;
}

/** The recovery codes, shown only once. */
export function SecondFactorCodes({ codes, onDone }: SecondFactorCodesProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const text = codes.join('\n');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => toastSuccess('Codes copiés'),
      () => toastError('Ce navigateur ne laisse pas copier', 'Notez les codes, ou téléchargez-les.'),
    );
  return (
    <div className={classes.setup}>
      <h3 ref={head} tabIndex={-1} className={classes.codesTitle}>
        Vos codes de secours
      </h3>
      <Alert color="yellow">
        Notez ces codes et gardez-les en lieu sûr&nbsp;: ils ne seront plus montrés. Chacun ouvre une
        connexion, une seule fois, si vous n’avez plus votre téléphone.
      </Alert>
      <ul className={classes.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.acts}>
        <Button size="md" onClick={onDone}>
          J’ai noté ces codes
        </Button>
        <Button size="md" variant="default" onClick={copy}>
          Copier
        </Button>
        <Button
          size="md"
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Octroi, codes de secours\n\n${text}\n`)}`}
          download="octroi-codes-de-secours.txt"
        >
          Télécharger
        </Button>
      </div>
    </div>
  );
}
