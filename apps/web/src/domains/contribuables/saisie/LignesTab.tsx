import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Amount } from '#src/ui/Amount.tsx';
import { useResourceOptions } from '#src/ui/resource-options.ts';
import { PrecisionSelect, useTarifs } from './PrecisionSelect.tsx';
import { EMPTY_LINE, type LigneText, priceOf, sansPrix, tarifOf, withEquipement } from './values.ts';
import classes from './Saisie.module.css';

/** Choices that lookup lists load at most (specification 2 section 7), and those drawn at once. */
const LOOKUP = 3000;
const DRAWN = 100;

interface LignesTabProps {
  entite: string | null;
  ramification: string | null;
  lignes: readonly LigneText[];
  errors: Readonly<Record<string, string>>;
  onChange: (lignes: LigneText[]) => void;
}

/** Lines of equipment, or of an activity (specification 2 section 2.6). */
export function LignesTab({ entite, ramification, lignes, errors, onChange }: LignesTabProps) {
  const tarifs = useTarifs(ramification);
  const ofEntite = {
    filters: [{ column: 'ent.id', operator: 'eq', x: entite ?? '0' } as const],
    enabledOnly: true,
    limit: LOOKUP,
    enabled: entite !== null,
  };
  const types = useResourceOptions('type_equipements', ofEntite);
  const natures = useResourceOptions('nature_activites', ofEntite);
  if (!entite || !ramification)
    return <p className={classes.hint}>Choisissez d’abord la localisation : les tarifs en dépendent.</p>;
  const change = (rank: number, part: Partial<LigneText>): void =>
    onChange(lignes.with(rank, { ...(lignes[rank] ?? EMPTY_LINE), ...part }));
  return (
    <>
      <ul className={classes.lines} aria-label="Enrollements">
        {lignes.map((ligne, rank) => {
          const tarif = tarifOf(tarifs, ligne);
          const price = priceOf(tarif, ligne.precision);
          const error = (name: string): string | undefined => errors[`lignes.${rank}.${name}`];
          const of = `ligne ${rank + 1}`;
          return (
            // Lines have no key of their own until they are stored.
            <li key={ligne.id ?? `nouvelle-${rank}`} className={classes.line}>
              <Select
                label="Type d'équipement"
                aria-label={`Type d'équipement, ${of}`}
                placeholder={ligne.natureActivite ? 'Activité choisie' : 'Choisir…'}
                searchable
                openOnFocus={false}
                clearable
                allowDeselect={false}
                disabled={ligne.natureActivite !== null}
                limit={DRAWN}
                data={types.options}
                value={ligne.typeEquipement}
                error={error('typeEquipement')}
                nothingFoundMessage={types.loading ? 'Chargement…' : 'Rien trouvé'}
                clearButtonProps={{ 'aria-label': 'Effacer le choix' }}
                onChange={(typeEquipement) => change(rank, withEquipement(ligne, typeEquipement))}
              />
              <PrecisionSelect
                aria-label={`Précision, ${of}`}
                tarif={tarif}
                value={ligne.precision}
                error={error('precision')}
                onChange={(precision) => change(rank, { precision })}
              />
              <Select
                label="Nature d'activité"
                aria-label={`Nature d'activité, ${of}`}
                placeholder={ligne.typeEquipement ? 'Équipement choisi' : 'Choisir…'}
                searchable
                openOnFocus={false}
                clearable
                allowDeselect={false}
                disabled={ligne.typeEquipement !== null}
                limit={DRAWN}
                data={natures.options}
                value={ligne.natureActivite}
                error={error('natureActivite')}
                nothingFoundMessage={natures.loading ? 'Chargement…' : 'Rien trouvé'}
                clearButtonProps={{ 'aria-label': 'Effacer le choix' }}
                onChange={(natureActivite) => change(rank, { natureActivite })}
              />
              <div className={classes.price}>
                {price === undefined ? (
                  <small>{sansPrix(tarif, ligne)}</small>
                ) : (
                  <>
                    <Amount value={price} />
                    <small>{tarif?.frequence.nom}</small>
                  </>
                )}
              </div>
              <ActionIcon
                className={classes.away}
                variant="subtle"
                color="gray"
                size={34}
                aria-label={`Retirer la ${of}`}
                onClick={() => onChange(lignes.toSpliced(rank, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <p className={classes.hint}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...lignes, EMPTY_LINE])}
        >
          Ajouter une ligne
        </Button>
      </p>
    </>
  );
}
