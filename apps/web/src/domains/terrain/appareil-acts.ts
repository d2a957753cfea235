import {
  IconAlertCircle,
  IconDeviceMobileOff,
  IconDeviceMobileX,
  IconLockOpen,
  IconPencil,
  IconQrcode,
} from '@tabler/icons-react';
import type { AppareilRow, StatutAppareilBody } from '@octroi/contract/terrain/appareils';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import type { RowAct } from '#src/ui/list/acts/acts.ts';
import { SCREENS } from '@octroi/contract/register';
import { linkOptions } from '@tanstack/react-router';
import { askLoss } from './ask-loss.tsx';
import { askAppareil } from './ask-appareil.tsx';
import { showCode } from './show-code.tsx';
import { refreshTerrain } from './refresh.ts';

/** What a new code does to a device that was in use. */
const codeMessage = ({ nom, code, remplacePar }: AppareilRow): string =>
  remplacePar === null
    ? `${nom} s’inscrit à nouveau : ce qui est installé aujourd’hui sur ce téléphone n’envoie plus rien. Un téléphone qui garde encore des actes de ${code} les enverra ; un téléphone vide devient un nouvel appareil, avec une autre série de reçus.`
    : `${code} est remplacé par ${remplacePar} : ce code ne sert qu’au téléphone qui garde encore des actes de ${code}, pour les remettre.`;

async function giveCode(row: AppareilRow): Promise<void> {
  const { id, statut, version } = row;
  const sure =
    statut === 'attendu' ||
    (await askConfirm({
      title: 'Donner un nouveau code',
      message: codeMessage(row),
      confirm: 'Donner un code',
    }));
  if (!sure) return;
  try {
    const enrolment = await call('POST /appareils/{id}/code', { params: { id }, version });
    await refreshTerrain();
    showCode(enrolment);
  } catch (error) {
    toastFailure(error);
    // if somebody else changed it, the list shows that before the next press
    await refreshTerrain();
  }
}

interface Decision {
  statut: StatutAppareilBody['statut'];
  title: string;
  message: string;
  confirm: string;
  done: string;
}

const decide = (
  { id, version }: AppareilRow,
  { statut, title, message, confirm, done }: Decision,
): Promise<void> =>
  performWithReason({
    title,
    message,
    confirm,
    name: `appareil ${id}, ${statut}`,
    act: async (motif) => {
      await call('POST /appareils/{id}/statut', { params: { id }, body: { statut, motif }, version });
      toastSuccess(done);
      void refreshTerrain();
    },
  });

const BLOQUER: Decision = {
  statut: 'bloqué',
  title: 'Bloquer cet appareil',
  message:
    'Dès qu’il l’apprend, il ne prend plus rien et n’offre que de remettre ce qu’il garde, jusqu’à ce que vous le débloquiez.',
  confirm: 'Bloquer',
  done: 'Appareil bloqué',
};
const DEBLOQUER: Decision = {
  statut: 'actif',
  title: 'Débloquer cet appareil',
  message: 'Ce qu’il a gardé sera pris à son prochain envoi.',
  confirm: 'Débloquer',
  done: 'Appareil débloqué',
};
/** Link to all cases of a device. */
export const casOf = ({ id }: AppareilRow): RowAct => ({
  label: 'Voir ses cas',
  icon: IconAlertCircle,
  href: linkOptions({ to: SCREENS['cas-terrain'].url, search: { appareil: id, etat: 'tous' } }),
});

/** The acts on a device, for a person who may change it. */
export function actsOf(row: AppareilRow): RowAct[] {
  const blocked = row.statut === 'bloqué' || row.statut === 'effacé';
  return [
    { label: 'Modifier', icon: IconPencil, run: async () => askAppareil(row) },
    { label: 'Donner un code', icon: IconQrcode, run: () => giveCode(row) },
    ...(blocked && row.inscritLe
      ? [{ label: 'Débloquer', icon: IconLockOpen, run: () => decide(row, DEBLOQUER) }]
      : []),
    ...(blocked ? [] : [{ label: 'Bloquer', icon: IconDeviceMobileOff, run: () => decide(row, BLOQUER) }]),
    ...(row.statut === 'effacé' && row.procesVerbal !== null
      ? []
      : [{ label: 'Déclarer perdu', icon: IconDeviceMobileX, danger: true, run: () => askLoss(row) }]),
  ];
}
