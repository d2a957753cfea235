import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { entites } from '@octroi/contract/territoire/resources';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ADMINISTRATION } from '#src/ui/page/crumbs.ts';
import type { RoutedResource } from '#src/ui/resource/declaration.ts';
import { initialValues } from '#src/ui/resource/form-values.ts';
import { ResourceForm } from '#src/ui/resource/ResourceForm.tsx';
import { useResourceRights } from '#src/ui/resource/use-rights.ts';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';

const { url } = SCREENS['mise-en-service'];
const route = getRouteApi(`/shell${url}`);

const declaration: RoutedResource = {
  resource: entites,
  route: SCREENS.collectivites.url,
  section: [ADMINISTRATION],
  columns: [],
  form: { create: ['nom', 'nomCourt', 'code', 'ville', 'adresse', 'telephone'] },
  // created active, since an inactive collectivité cannot be chosen anywhere
  presetValues: { enabled: true },
};

/** Creates the collectivité, or links to the existing one. */
export function CommuneStep({ entite }: { entite: Nested | undefined }) {
  const navigate = route.useNavigate();
  const refreshAll = useRefreshAll();
  const { missing } = useResourceRights(entites);
  if (entite)
    return (
      <ul className={classes.links}>
        <li>
          <Link to={`${SCREENS.collectivites.url}/$id`} params={{ id: String(entite.id) }}>
            {entite.nom} : nom, code, ville, commission
          </Link>
        </li>
        <li>
          <Link to={SCREENS.papiers.url} search={{ entite: entite.id }}>
            {SCREENS.papiers.nom} : écusson, signataires, textes
          </Link>
        </li>
        <li>
          <Link to={SCREENS['modalites-paiement'].url}>
            {SCREENS['modalites-paiement'].nom} : où et comment payer
          </Link>
        </li>
      </ul>
    );
  return (
    <ResourceForm
      declaration={declaration}
      mode="create"
      initial={initialValues(entites)}
      labels={{}}
      missing={missing('Créer')}
      onCreated={({ id }) => {
        void refreshAll().then(() => navigate({ search: { entite: id, etape: 'territoire' } }));
      }}
      onCancel={() => void navigate({ to: SCREENS.collectivites.url })}
    />
  );
}
