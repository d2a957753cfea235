import { Button } from '@mantine/core';
import type { AppareilCode } from '@octroi/contract/terrain/appareils';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useSession } from '#src/platform/session.ts';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import classes from './Terrain.module.css';

/** Shows the enrolment code of a device, only once. */
export const showCode = (enrolment: AppareilCode): void =>
  openDialog(`Inscrire ${enrolment.appareil.nom} (${enrolment.appareil.code})`, (close) => (
    <Code enrolment={enrolment} onEnd={close} />
  ));

function Code({
  enrolment: { appareil, code, expireLe, lien, qr },
  onEnd,
}: {
  enrolment: AppareilCode;
  onEnd: () => void;
}) {
  const { timeZone } = useSession();
  const until = formatInstant(expireLe, timeZone);
  return (
    <div className={classes.code}>
      <p>
        {appareil.agent.fullName} ouvre l’application de terrain, scanne ce QR ou tape le code, puis se
        connecte. Il sert une fois, jusqu’au {until.jour} à {until.heure}, et ne sera plus montré.
      </p>
      <img className={classes.qr} src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={`QR : ${lien}`} />
      <output aria-label="Code">{code}</output>
      <Button onClick={onEnd}>Fermer</Button>
    </div>
  );
}
