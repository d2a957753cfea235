/** Mails that tell a person about changes of their account, so that misuse is noticed. */
import { PAGES } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import type { AfterReply } from '#src/platform/http/after-reply.ts';
import type { Mail, SendMail } from '#src/platform/mail/mail.ts';
import { findOwner, type ResetOwner } from '../sign-in/reset.repository.ts';

/** Subject and sentence of the mail, by event. */
const TEXTS = {
  'mot de passe': ['votre mot de passe a été changé', 'Le mot de passe de votre compte a été changé'],
  'mot de passe donné': [
    'un mot de passe vous a été donné',
    'Un nouveau mot de passe a été donné à votre compte ; vous en choisirez un autre à la prochaine connexion',
  ],
  email: ['votre adresse email a été changée', "L'adresse email de votre compte a été changée"],
  'second facteur activé': [
    'la vérification en deux étapes est activée',
    'La vérification en deux étapes de votre compte a été activée',
  ],
  'second facteur retiré': [
    'la vérification en deux étapes est retirée',
    'La vérification en deux étapes de votre compte a été retirée : le mot de passe suffit désormais',
  ],
  'codes de secours': [
    'vos codes de secours ont été refaits',
    'Les codes de secours de votre compte ont été refaits ; les précédents ne servent plus',
  ],
  appareil: [
    'une connexion depuis un nouvel appareil',
    'Votre compte a été ouvert depuis un nouvel appareil',
  ],
} as const;
type Notice = keyof typeof TEXTS;

/** Author of the change: the person, from a network address, or somebody else by name. */
export type Actor = { address: string } | { by: string };

const subjectOf = (notice: Notice): string => `Octroi : ${TEXTS[notice][0]}`;

/** Whether a mail is one of these notices. */
export const isNotice = ({ subject }: Mail): boolean =>
  Object.keys(TEXTS).some((notice) => subjectOf(notice as Notice) === subject);

interface NoticeMail {
  notice: Notice;
  owner: ResetOwner;
  actor: Actor;
  at: Date;
  /** Former and new email address. */
  moved?: { from: string; to: string } | undefined;
  publicUrl: string;
  timeZone: string;
}

/** What to do if the person did not make the change. Nothing in it helps an attacker. */
function advice({ actor, moved, publicUrl }: NoticeMail): string {
  const warn = 'prévenez aussitôt votre administrateur';
  if ('by' in actor) return `Si vous n'attendiez pas ce changement, ${warn}.`;
  if (moved)
    return `Si c'est vous, il n'y a rien à faire. Sinon, ${warn} : les liens vers un nouveau mot de passe vont désormais à la nouvelle adresse.`;
  return `Si c'est vous, il n'y a rien à faire. Sinon, choisissez aussitôt un autre mot de passe, par un lien que vous demandez ici, et prévenez votre administrateur :

${publicUrl}${PAGES.motDePasseOublie}`;
}

function noticeMail(mail: NoticeMail): Mail {
  const { notice, owner, actor, at, moved, timeZone } = mail;
  const when = new Intl.DateTimeFormat('fr-FR', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(
    at,
  );
  const actorText = 'by' in actor ? `par ${actor.by}` : `depuis l'adresse réseau ${actor.address}`;
  return {
    to: { name: owner.fullName, address: owner.email },
    subject: subjectOf(notice),
    text: `Bonjour ${owner.fullName},

${TEXTS[notice][1]}${moved ? ` de ${moved.from} en ${moved.to}` : ''}.

Compte : ${owner.username}
Quand : le ${when} (${timeZone})
Qui : ${actorText}

${advice(mail)}

Octroi
`,
  };
}

/**
 * Sends a notice to the person who has the account at the time of the change, at their address of that time. Nobody
 * waits for the mail.
 * @param id of the account, which still exists
 * @param moved former and new email address: both get the mail
 */
export type Notify = (id: number, notice: Notice, actor: Actor, moved?: NoticeMail['moved']) => Promise<void>;

/** Sign-in mails for one account in fifteen minutes: a program without cookies looks like a new device each time. */
const SIGN_INS = 5;
const WINDOW_MS = 15 * 60_000;

interface Notifying {
  db: Database;
  sendMail: SendMail;
  publicUrl: string;
  timeZone: string;
  later: AfterReply;
}

export function notifier({ db, sendMail, later, ...frame }: Notifying): Notify {
  /** Instants of the latest sign-in mails, by account. */
  const signIns = new Map<number, number[]>();
  const isTooMany = (id: number): boolean => {
    const recent = (signIns.get(id) ?? []).filter((at) => at > Date.now() - WINDOW_MS);
    if (recent.length >= SIGN_INS) return true;
    signIns.set(id, [...recent, Date.now()]);
    return false;
  };
  return async (id, notice, actor, moved) => {
    if (notice === 'appareil' && isTooMany(id)) return;
    const at = new Date();
    const found = findOwner(db, id);
    later(async () => {
      const owner = await found;
      if (!owner) return;
      const mail = { notice, actor, at, moved, ...frame };
      const addresses = moved ? [moved.from, moved.to] : [owner.email];
      for (const email of addresses) await sendMail(noticeMail({ ...mail, owner: { ...owner, email } }));
    });
    // the owner is read before the reply, since the next request may change the address; a failure does not undo the
    // change
    await Promise.allSettled([found]);
  };
}
