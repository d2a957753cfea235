/** What is said of a collectivité's tills. */
import { type Etat, type Etape, formatDay, OBSTACLE_WORDS, SCREENS } from '@octroi/contract';
import type { Caisses } from './caisses.repository.ts';

type Say = (etape: Etape, etat: Etat, dit: string, lien: string) => void;

/**
 * A collectivité may work without tills; once a régie or the day is given, each part that is missing is said.
 * @param step address of the step
 */
export function sayTills(caisses: Caisses, say: Say, step: string): void {
  const { caisseDepuis, regies, seuils } = caisses;
  if (caisseDepuis === null && regies.length === 0)
    say(
      'encaisser',
      'voir',
      'Les caisses ne sont pas tenues : les espèces s’encaissent sans caisse ouverte ni comptage',
      step,
    );
  else sayConfigured(caisses, say, step);
  if (seuils === 0)
    say(
      'encaisser',
      'voir',
      'Aucun seuil d’approbation : une personne seule rembourse, extourne et passe un écart en perte',
      SCREENS['seuils-approbation'].url,
    );
}

function sayConfigured({ caisseDepuis, regies, caissiers }: Caisses, say: Say, step: string): void {
  if (caisseDepuis === null)
    say(
      'encaisser',
      'voir',
      'Il y a une régie, mais pas de jour « Caisses tenues depuis le » : les espèces s’encaissent encore sans caisse ouverte',
      step,
    );
  else if (regies.length === 0)
    say(
      'encaisser',
      'manque',
      `Les caisses sont tenues depuis le ${formatDay(caisseDepuis)}, mais aucune régie n’est active : personne ne peut ouvrir de caisse, ni encaisser d’espèces`,
      step,
    );
  else say('encaisser', 'fait', `Les caisses sont tenues depuis le ${formatDay(caisseDepuis)}`, step);
  if (caissiers === 0)
    say(
      'encaisser',
      'manque',
      'Personne ne peut encaisser et tenir une caisse : il manque un caissier',
      step,
    );
  for (const regie of regies) sayRegie(regie, say);
}

function sayRegie({ id, nom, regisseur, comptable, suppleants }: Caisses['regies'][number], say: Say): void {
  const link = `${SCREENS.regies.url}/${id}`;
  const people = [
    ['régisseur', regisseur],
    ...suppleants.map((suppleant) => ['suppléant', suppleant] as const),
    ...(comptable ? [['comptable', comptable] as const] : []),
  ] as const;
  const unable = people.filter(([, { obstacle }]) => obstacle !== null);
  for (const [role, person] of unable)
    say(
      'encaisser',
      'manque',
      `« ${nom} » : ${person.nom}, ${role}, ${OBSTACLE_WORDS[person.obstacle!]}`,
      `${SCREENS.users.url}/${person.id}`,
    );
  if (!comptable)
    say(
      'encaisser',
      'voir',
      `« ${nom} » n’a pas de comptable de rattachement : toute personne qui a le droit reçoit à sa place`,
      link,
    );
  if (unable.length === 0)
    say('encaisser', 'fait', `« ${nom} » : ${regisseur.nom} reçoit les versements`, link);
}
