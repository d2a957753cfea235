/** The mail with a link to a new password. */
import { PAGES } from '@octroi/contract';
import type { Mail } from '#src/platform/mail/mail.ts';
import type { ResetLink, ResetOwner } from './reset.repository.ts';

interface ResetMail {
  owner: ResetOwner;
  link: ResetLink;
  /** Network address of the request. */
  address: string;
  /** Name of the requester, if not the owner. */
  by?: string;
  publicUrl: string;
  timeZone: string;
}

/** The token follows `#`, which browsers do not send: it is in no server log. */
export function resetMail({ owner, link, address, by, publicUrl, timeZone }: ResetMail): Mail {
  const until = new Intl.DateTimeFormat('fr-FR', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(link.expiresAt),
  );
  return {
    to: { name: owner.fullName, address: owner.email },
    subject: 'Octroi : choisir un nouveau mot de passe',
    text: `Bonjour ${owner.fullName},

Un nouveau mot de passe a été demandé pour votre compte « ${owner.username} »${by ? ` par ${by}` : ''}, depuis l'adresse réseau ${address}.

Pour le choisir, ouvrez ce lien, qui sert une fois, jusqu'au ${until} (${timeZone}) :

${publicUrl}${PAGES.nouveauMotDePasse}#${link.token}

Si vous n'avez rien demandé, ignorez ce message : votre mot de passe reste le même.

Octroi
`,
  };
}
