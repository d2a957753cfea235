import type { ReactNode } from 'react';
import { useSession } from '#src/app/session.ts';
import { PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import classes from './ProfileScreen.module.css';

const names = (list: readonly { nom: string }[]): string => list.map(({ nom }) => nom).join(', ');

/** Who the person is to Octroi, and where they work. What is wrong here an administrator corrects. */
export function ProfileScreen() {
  const { user, timeZone } = useSession();
  const facts: [string, ReactNode][] = [
    ['Nom', user.nom],
    ['Prénom', user.prenom],
    ['Pseudo', user.username],
    ['Email', user.email],
    ['Groupe', user.groupe?.nom ?? 'Sans groupe'],
    ['Type', user.type.nom],
    ['Collectivités', user.groupe?.nom === 'Super Admin' ? 'Toutes' : names(user.entites) || 'Aucune'],
    ...(user.ramifications.length > 0
      ? [['Sous-entités', names(user.ramifications)] satisfies [string, string]]
      : []),
    ['Statut', <StatusBadge key="statut" status={user.enabled} />],
    ['Fuseau horaire', timeZone],
  ];
  return (
    <div className={classes.frame}>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, { label: 'Profile' }]} title={user.fullName} />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
