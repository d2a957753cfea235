/**
 * Reminds by mail whoever holds cash too long or too much, and the person responsible for the régie: at most once a
 * day.
 */
import { formatDay, formatFrancs, SCREENS } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import type { Mail, SendMail } from '#src/platform/mail/mail.ts';
import {
  type Destinataire,
  readResponsables,
  readRetards,
  type Retard,
  takeRappels,
} from './retards.repository.ts';

interface Frame {
  sendMail: SendMail;
  /** Base address of links in mails. */
  publicUrl: string;
}

/** Reasons of a reminder. Amounts are left out, since an open till must be counted without knowing them. */
function reasons({ tropDetenu, tropLongtemps, plafond, delaiJours, depuis }: Retard): string {
  const much = `plus que le plafond de ${formatFrancs(plafond)}`;
  const long = `depuis le ${depuis ? formatDay(depuis) : '—'}, au-delà des ${delaiJours} jours de la régie`;
  return [...(tropDetenu ? [much] : []), ...(tropLongtemps ? [long] : [])].join(', et ');
}

function mailOf(
  { nom, email }: Destinataire,
  own: readonly Retard[],
  others: readonly Retard[],
  publicUrl: string,
): Mail {
  const parts = [
    ...(own.length > 0
      ? [
          `Vous détenez des espèces à verser :\n\n${own.map((one) => `- ${one.regie}, ${one.entite} : ${reasons(one)}`).join('\n')}\n\nDéclarez un versement : ${publicUrl}${SCREENS['ma-caisse'].url}`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `Dans vos régies, détiennent des espèces à verser :\n\n${others.map((one) => `- ${one.titulaire} (${one.regie}, ${one.entite}) : ${reasons(one)}`).join('\n')}\n\nQui détient combien : ${publicUrl}${SCREENS.detentions.url}`,
        ]
      : []),
  ];
  return {
    to: { name: nom, address: email },
    subject: 'Octroi : des espèces sont à verser',
    text: `Bonjour ${nom},\n\n${parts.join('\n\n')}\n\nOctroi\n`,
  };
}

/** Sends the reminders that are due; nobody gets two on the same day, however often it is called. */
export async function rappelerVersements(db: Database, { sendMail, publicUrl }: Frame): Promise<void> {
  const retards = await readRetards(db);
  if (retards.length === 0) return;
  const responsables = await readResponsables(db, [...new Set(retards.map(({ regieId }) => regieId))]);
  const concerned = retards.flatMap(({ titulaireId, regieId }) => [
    titulaireId,
    ...(responsables.get(regieId) ?? []),
  ]);
  for (const person of await db.transaction().execute((trx) => takeRappels(trx, [...new Set(concerned)]))) {
    const own = retards.filter(({ titulaireId }) => titulaireId === person.id);
    const others = retards.filter(
      ({ titulaireId, regieId }) =>
        titulaireId !== person.id && responsables.get(regieId)?.includes(person.id),
    );
    await sendMail(mailOf(person, own, others, publicUrl));
  }
}
