import { Button } from '@mantine/core';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { IconCalendarDollar, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { MissingRight, useMissing } from '#src/ui/page/MissingRight.tsx';
import { generateEcheances } from '../fiscalite/index.ts';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';
import { useAct } from '#src/ui/use-act.ts';

/** Generates the first échéances of the year for the whole collectivité, then leads to its notices. */
export function EcheancesStep({ entite, annee }: { entite: Nested; annee: number }) {
  const missing = useMissing([['ramifications', 'Valider']]);
  const refreshAll = useRefreshAll();
  const { busy, perform } = useAct();
  if (missing) return <MissingRight missing={missing} />;
  const generate = async (): Promise<void> => {
    await perform(async () => {
      await generateEcheances({ entite: entite.id, annee, aBlanc: false });
      await refreshAll();
    });
  };
  return (
    <div className={classes.form}>
      <p className={classes.hint}>
        Chaque ligne taxable reçoit ce qu’elle doit pour {annee}. La génération se relance sans rien doubler ;
        un contribuable enrôlé plus tard a les siennes aussitôt. Les avis s’impriment de la liste des
        contribuables : cochez-les, puis « Action ».
      </p>
      <div className={classes.acts}>
        <Button
          loading={busy}
          leftSection={<IconCalendarDollar size={16} aria-hidden />}
          onClick={() => void generate()}
        >
          Générer les écheances {annee}
        </Button>
        <ButtonLink
          to={SCREENS.contribuables.url}
          search={{ entite: entite.id, dates: 'toutes' }}
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          Imprimer les avis
        </ButtonLink>
        <Link to={SCREENS.echeances.url}>{SCREENS.echeances.nom}</Link>
      </div>
    </div>
  );
}
