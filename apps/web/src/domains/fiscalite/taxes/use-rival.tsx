import { filterParams, type FilterRow } from '@octroi/contract/platform/listing/filter';
import { SCREENS } from '@octroi/contract/register';
import { rivalMessage } from '@octroi/contract/fiscalite/taxes/taxes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import type { Draft } from './use-draft.ts';
import classes from './Wizard.module.css';

/** An active tax on the same base, because of which the proposed one would be refused. */
export interface Rival {
  id: number;
  nom: string;
  /** The first common year. */
  annee: number;
  field: 'natureActivite' | 'typeEquipement';
}

/** The filter for the tax list; undefined until a base and a year are chosen. */
function rivalRows({ infos, etat }: Draft, ownId: number | undefined): FilterRow[] | undefined {
  const { entite, natureActivite, typeEquipement, enabled } = infos;
  const objet = natureActivite ?? typeEquipement;
  if (!entite || !objet || !enabled || etat.annees.length === 0) return undefined;
  return [
    { column: 'ent.id', operator: 'eq', x: String(entite.id) },
    { column: natureActivite ? 'na.id' : 'teq.id', operator: 'eq', x: String(objet.id) },
    { column: 't.enabled', operator: 'eq', x: '1' },
    { column: 'a.annee', operator: 'in', x: etat.annees.map(String) },
    ...(ownId === undefined ? [] : [{ column: 't.id', operator: 'not eq', x: String(ownId) } as const]),
  ];
}

/**
 * Whether the chosen base is already taxed.
 * @param ownId id of the edited tax
 */
export function useRival(draft: Draft, ownId: number | undefined) {
  const rows = rivalRows(draft, ownId);
  const client = useQueryClient();
  const { annees } = draft.etat;
  const question = queryFor('GET /entite_taxes', { query: { itemperpage: 1, ...filterParams(rows ?? []) } });
  const { data } = useQuery({ ...question, enabled: rows !== undefined });
  const rivalIn = (page: typeof data): Rival | undefined => {
    const [taxe] = (rows && page?.data) ?? [];
    const annee = annees.find((year) => taxe?.tarifs.some((rates) => rates.annee === String(year)));
    if (!taxe || annee === undefined) return undefined;
    return {
      id: taxe.id,
      nom: taxe.nom,
      annee,
      field: taxe.natureActivite ? 'natureActivite' : 'typeEquipement',
    };
  };
  return {
    rival: rivalIn(data),
    /** The same, awaited; if the request fails, the server checks on save. */
    ask: async (): Promise<Rival | undefined> =>
      rows && rivalIn(await client.ensureQueryData(question).catch(() => undefined)),
  };
}

/** Names the existing tax, with a link that opens next to the form. */
export const RivalNote = ({ id, nom, annee, field }: Rival) => (
  <>
    {rivalMessage(nom, field, annee)}{' '}
    <Link
      to={`${SCREENS.taxes.url}/$id`}
      params={{ id: String(id) }}
      target="_blank"
      className={classes.rival}
    >
      Voir cette taxe
    </Link>
  </>
);
