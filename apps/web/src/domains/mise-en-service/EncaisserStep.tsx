import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { GROUPES_CAISSE } from '@octroi/contract/caisse/rules';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf, mayPass } from '#src/platform/query.ts';
import { callsOf } from '#src/platform/resource.ts';
import { useMay } from '#src/platform/session.ts';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { loadRegieForm } from '../caisse/index.ts';
import { ReglagesCaisse } from './ReglagesCaisse.tsx';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';

const RegieForm = lazy(async () => ({ default: (await loadRegieForm()).RegieForm }));
const MAX_REGIES = 100;

/** Who takes cash and receives it, the régies, the day from which tills are kept, and the thresholds. */
export function EncaisserStep({ entite }: { entite: Nested }) {
  return (
    <div className={classes.form}>
      <Groupes entite={entite} />
      <Regies entite={entite} />
      <ReglagesCaisse entite={entite} />
      <section className={classes.part} aria-labelledby="seuils">
        <h3 id="seuils">Seuils d’approbation</h3>
        <p className={classes.hint}>
          Au-delà d’une somme, un remboursement, une extourne ou un écart passé en perte attend une seconde
          personne. Sans seuil, une personne seule suffit.
        </p>
        <div className={classes.acts}>
          <Link to={SCREENS['seuils-approbation'].url}>{SCREENS['seuils-approbation'].nom}</Link>
        </div>
      </section>
    </div>
  );
}

/** The ready groups, with what their members do; one that was renamed or removed is said. */
function Groupes({ entite }: { entite: Nested }) {
  const read = useQuery(callsOf('groups').page({ itemperpage: 200, donnables: 1 }));
  const ready = read.data?.data.map(({ nom }) => nom);
  const failure = failureOf(read);
  return (
    <section className={classes.part} aria-labelledby="groupes">
      <h3 id="groupes">Qui encaisse, qui reçoit</h3>
      <ul className={classes.links}>
        {Object.entries(GROUPES_CAISSE).map(([nom, does]) => (
          <li key={nom}>
            <b>{nom}</b> : {does}
            {ready && !ready.includes(nom) ? (
              <span className={classes.hint}>
                {' '}
                (vous ne pouvez pas donner ce groupe, ou il n’existe plus)
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {failure && mayPass(failure.error) ? (
        <UnreadNote failure={failure}>Les groupes que vous pouvez donner n’ont pas pu être lus.</UnreadNote>
      ) : null}
      <p className={classes.hint}>
        Recevoir un versement demande les droits « Voir » et « Valider » sur {SCREENS.versements.nom}, et
        toute la collectivité : les groupes Régisseur et Comptable les ont.
      </p>
      <div className={classes.acts}>
        <Link to={SCREENS['mise-en-service'].url} search={{ entite: entite.id, etape: 'personnes' }}>
          Ajouter un utilisateur, avec son groupe
        </Link>
      </div>
    </section>
  );
}

type Making = 'regies' | 'mandats';

/** The régies of the collectivité, and the forms of a new one and of a mandate. */
function Regies({ entite }: { entite: Nested }) {
  const refreshAll = useRefreshAll();
  const [making, setMaking] = useState<Making>();
  const mayRegie = useMay('regies', 'Créer');
  const mayMandat = useMay('mandats', 'Créer');
  const query = { itemperpage: MAX_REGIES, 'filter[ent.id]': entite.id };
  const read = useQuery(queryFor('GET /regies', { query }));
  const readMandats = useQuery({
    ...queryFor('GET /mandats', { query }),
    enabled: useMay('mandats', 'Lister'),
  });
  const failure = failureOf(read, readMandats);
  if (failure) return <ErrorState failure={failure} />;
  const mandats = readMandats.data?.data ?? [];
  if (!read.data || readMandats.isLoading) return <ListSkeleton rows={2} columns={1} />;
  const regies = read.data.data;
  const add = (kind: Making, label: string, filled: boolean) => (
    <Button
      variant={filled ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} />}
      onClick={() => setMaking(kind)}
    >
      {label}
    </Button>
  );
  return (
    <section className={classes.part} aria-labelledby="regies">
      <h3 id="regies">Régies</h3>
      {regies.length === 0 ? (
        <p className={classes.hint}>
          Une régie a un régisseur, qui répond des espèces des caissiers, et un plafond par personne. Il en
          faut une pour ouvrir une caisse.
        </p>
      ) : (
        <ul className={classes.links} aria-label="Régies de la commune">
          {regies.map(({ id, nom, regisseur, comptable, plafond, enabled }) => (
            <li key={id}>
              <Link to={`${SCREENS.regies.url}/$id`} params={{ id: String(id) }}>
                {String(nom)}
              </Link>{' '}
              ·{' '}
              {[
                `régisseur ${nameOf(regisseur)}`,
                ...mandats
                  .filter(({ regie }) => (regie as Nested).id === id)
                  .map(({ suppleant }) => `suppléant ${nameOf(suppleant)}`),
                ...(comptable ? [`comptable ${nameOf(comptable)}`] : []),
                `${formatFrancs(Number(plafond))} au plus par personne`,
                ...(enabled ? [] : ['inactive']),
              ].join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {making ? (
        <Suspense fallback={<FormSkeleton />}>
          <RegieForm
            key={making}
            kind={making}
            entite={entite}
            onCreated={() => {
              setMaking(undefined);
              void refreshAll();
            }}
            onCancel={() => setMaking(undefined)}
          />
        </Suspense>
      ) : (
        <div className={classes.acts}>
          {mayRegie ? add('regies', 'Ajouter une régie', regies.length === 0) : null}
          {mayMandat && regies.length > 0 ? add('mandats', 'Nommer un suppléant', false) : null}
        </div>
      )}
    </section>
  );
}

const nameOf = (nested: unknown): string => (nested as Nested | null)?.nom ?? '';
