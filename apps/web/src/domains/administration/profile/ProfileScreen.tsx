import { type ReactNode, useId } from 'react';
import { useSession } from '#src/platform/session.ts';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfilePassword } from './ProfilePassword.tsx';
import { ProfileSessions } from './ProfileSessions.tsx';
import { SecondFactorCard } from '../second-factor/SecondFactorCard.tsx';
import classes from './ProfileScreen.module.css';

const names = (list: readonly { nom: string }[]): string => list.map(({ nom }) => nom).join(', ');

/** The person's own account: what they may change, and what only an administrator may. */
export function ProfileScreen() {
  const { user } = useSession();
  return (
    <div className={classes.frame}>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, { label: 'Profile' }]} title={user.fullName ?? ''} />
      <div className={classes.sections}>
        <Section title="Informations">
          <ProfileForm />
        </Section>
        <Section title="Compte" flush>
          <Facts />
        </Section>
        <Section title="Mot de passe">
          <ProfilePassword />
        </Section>
        <Section title="Vérification en deux étapes">
          <SecondFactorCard />
        </Section>
        <Section title="Sessions ouvertes" flush>
          <ProfileSessions />
        </Section>
      </div>
    </div>
  );
}

interface SectionProps {
  title: string;
  /** Rows without side padding. */
  flush?: boolean;
  children: ReactNode;
}

function Section({ title, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}

/** Read-only facts: role and places, which only an administrator may correct. */
function Facts() {
  const { user, timeZone } = useSession();
  const facts: [string, ReactNode][] = [
    ['Pseudo', user.username],
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
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
