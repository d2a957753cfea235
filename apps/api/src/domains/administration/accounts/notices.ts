/** What a person is told by mail of what happened to the account: whoever else did it is then seen. */
import { PAGES } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import type { AfterReply } from '#src/platform/http/after-reply.ts';
import type { Mail, SendMail } from '#src/platform/mail/mail.ts';
import { findOwner, type ResetOwner } from '../sign-in/reset.repository.ts';

/** By what happened: the mail's subject, and the sentence that says it. */
const SAID = {
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
type Notice = keyof typeof SAID;

/** Who did it: its person, from somewhere, or somebody else by name. */
export type Actor = { address: string } | { by: string };

const subjectOf = (notice: Notice): string => `Octroi : ${SAID[notice][0]}`;

/** Whether a mail tells of an account. */
export const isNotice = ({ subject }: Mail): boolean =>
  Object.keys(SAID).some((notice) => subjectOf(notice as Notice) === subject);

interface NoticeMail {
  notice: Notice;
  owner: ResetOwner;
  actor: Actor;
  at: Date;
  /** The addresses that an email went from and to. */
  moved?: { from: string; to: string } | undefined;
  publicUrl: string;
  timeZone: string;
}

/** What to do where it was not meant: nothing that would help whoever did it. */
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
  const who = 'by' in actor ? `par ${actor.by}` : `depuis l'adresse réseau ${actor.address}`;
  return {
    to: { name: owner.fullName, address: owner.email },
    subject: subjectOf(notice),
    text: `Bonjour ${owner.fullName},

${SAID[notice][1]}${moved ? ` de ${moved.from} en ${moved.to}` : ''}.

Compte : ${owner.username}
Quand : le ${when} (${timeZone})
Qui : ${who}

${advice(mail)}

Octroi
`,
  };
}

/**
 * Tells the person of an account: whoever has it at the act, at that person's address then. Nobody waits for the mail.
 * @param id of the account, which is there still
 * @param moved the addresses that an email went from and to: both are told
 */
export type Notify = (id: number, notice: Notice, actor: Actor, moved?: NoticeMail['moved']) => Promise<void>;

/** Mails about sign-ins of one account in a quarter of an hour: a program that brings no cookie is new each time. */
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
  /** When each account was last told of a sign-in. */
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
      const told = { notice, actor, at, moved, ...frame };
      const addresses = moved ? [moved.from, moved.to] : [owner.email];
      for (const email of addresses) await sendMail(noticeMail({ ...told, owner: { ...owner, email } }));
    });
    // before the reply: what is asked for next may change the address; where it fails, the act is done all the same
    await Promise.allSettled([found]);
  };
}
