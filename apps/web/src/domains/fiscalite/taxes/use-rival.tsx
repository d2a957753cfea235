import { filterParams, type FilterRow } from '@octroi/contract/platform/listing/filter';
import { SCREENS } from '@octroi/contract/register';
import { rivalMessage } from '@octroi/contract/fiscalite/taxes/taxes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asks } from '#src/platform/call.ts';
import type { Draft } from './use-draft.ts';
import classes from './Wizard.module.css';

/** The active tax that is charged on the same already: the proposed one is refused for it. */
export interface Rival {
  id: number;
  nom: string;
  /** The first year that both have. */
  annee: number;
  field: 'natureActivite' | 'typeEquipement';
}

/** What is asked of the list of taxes; nothing until a base and a year are chosen. */
function rivalRows({ infos, etat }: Draft, own: number | undefined): FilterRow[] | undefined {
  const { entite, natureActivite, typeEquipement, enabled } = infos;
  const objet = natureActivite ?? typeEquipement;
  if (!entite || !objet || !enabled || etat.annees.length === 0) return undefined;
  return [
    { column: 'ent.id', operator: 'eq', x: String(entite.id) },
    { column: natureActivite ? 'na.id' : 'teq.id', operator: 'eq', x: String(objet.id) },
    { column: 't.enabled', operator: 'eq', x: '1' },
    { column: 'a.annee', operator: 'in', x: etat.annees.map(String) },
    ...(own === undefined ? [] : [{ column: 't.id', operator: 'not eq', x: String(own) } as const]),
  ];
}

/**
 * Whether what is chosen is taxed already, told from when it is chosen.
 * @param own id of the tax that is changed
 */
export function useRival(draft: Draft, own: number | undefined) {
  const rows = rivalRows(draft, own);
  const client = useQueryClient();
  const { annees } = draft.etat;
  const question = asks('GET /entite_taxes', { query: { itemperpage: 1, ...filterParams(rows ?? []) } });
  const { data } = useQuery({ ...question, enabled: rows !== undefined });
  const rivalIn = (page: typeof data): Rival | undefined => {
    const [taxe] = (rows && page?.data) ?? [];
    const annee = annees.find((year) => taxe?.tarifs.some((one) => one.annee === String(year)));
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
    /** The same once it is known; where it cannot be, the server refuses at the end. */
    ask: async (): Promise<Rival | undefined> =>
      rows && rivalIn(await client.ensureQueryData(question).catch(() => undefined)),
  };
}

/** Says which tax is charged on the same, and leads to it beside what was entered. */
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
