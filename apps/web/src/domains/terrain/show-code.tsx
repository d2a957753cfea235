import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { AppareilCode } from '@octroi/contract/terrain/appareils';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useSession } from '#src/platform/session.ts';
import classes from './Terrain.module.css';

/** Shows the enrolment code of a device, only once. */
export function showCode(enrolment: AppareilCode): void {
  const id = modals.open({
    title: `Inscrire ${enrolment.appareil.nom} (${enrolment.appareil.code})`,
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <Code enrolment={enrolment} onEnd={() => modals.close(id)} />,
  });
}

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
