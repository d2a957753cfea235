import { ActionIcon, Button } from '@mantine/core';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { TarifLieu } from '@octroi/contract/fiscalite/tarifs/tarifs';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Amount } from '#src/ui/figure/Amount.tsx';
import { UNREAD, unreadNote } from '#src/ui/form/choice-state.tsx';
import { LoadedSelect } from '#src/ui/form/LoadedSelect.tsx';
import { type Reading, useResourceLabels, useResourceOptions } from '#src/ui/form/resource-options.ts';
import { PrecisionSelect, useTarifs } from './PrecisionSelect.tsx';
import { UneFoisSelect } from './UneFoisSelect.tsx';
import { QuantiteFields } from './QuantiteFields.tsx';
import {
  EMPTY_LINE,
  type LigneText,
  priceOf,
  whyNoPrice,
  tarifsOf,
  withActivite,
  withEquipement,
} from './values.ts';
import classes from './Saisie.module.css';

/** Choices loaded by lookup lists (specification 2 section 7), and choices rendered at once. */
const LOOKUP = 3000;
const DRAWN = 100;

interface LignesTabProps {
  entite: string | null;
  ramification: string | null;
  lignes: readonly LigneText[];
  errors: Readonly<Record<string, string>>;
  onChange: (lignes: LigneText[]) => void;
}

/** The lines: each an equipment or an activity (specification 2 section 2.6). */
export function LignesTab({ entite, ramification, lignes, errors, onChange }: LignesTabProps) {
  const tarifs = useTarifs(ramification);
  const offer = useOffer(entite);
  if (!entite || !ramification)
    return <p className={classes.hint}>Choisissez d’abord la localisation : les tarifs en dépendent.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Enrollements">
        {lignes.map((ligne, rank) => (
          <LigneItem
            // a line has no id until it is stored
            key={ligne.id ?? `nouvelle-${rank}`}
            ligne={ligne}
            name={`ligne ${rank + 1}`}
            offer={offer}
            tarifs={tarifsOf(tarifs.all, ligne)}
            reading={tarifs.reading}
            errorOf={(field) => errors[`lignes.${rank}.${field}`]}
            onChange={(next) => onChange(lignes.with(rank, next))}
            onRemove={() => onChange(lignes.toSpliced(rank, 1))}
          />
        ))}
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

type Lookup = ReturnType<typeof useResourceOptions> & { path: string; filters: readonly FilterRow[] };
/** The choices of a line. */
interface Offer {
  types: Lookup;
  natures: Lookup;
}

function useOffer(entite: string | null): Offer {
  const ofEntite = {
    filters: [{ column: 'ent.id', operator: 'eq', x: entite ?? '0' } as const],
    enabledOnly: true,
    limit: LOOKUP,
    enabled: entite !== null,
  };
  const selectProps = (path: string, options: ReturnType<typeof useResourceOptions>) => ({
    ...options,
    path,
    filters: ofEntite.filters,
  });
  return {
    types: selectProps('type_equipements', useResourceOptions('type_equipements', ofEntite)),
    natures: selectProps('nature_activites', useResourceOptions('nature_activites', ofEntite)),
  };
}

interface LigneItemProps {
  ligne: LigneText;
  /** Accessible name, where the visible label alone would be ambiguous. */
  name: string;
  offer: Offer;
  /** The rates that apply to the line. */
  tarifs: readonly TarifLieu[];
  /** How far the rates are read; absent once they are. */
  reading: Reading | undefined;
  errorOf: (field: string) => string | undefined;
  onChange: (ligne: LigneText) => void;
  onRemove: () => void;
}

function LigneItem({ ligne, name, offer, tarifs, reading, errorOf, onChange, onRemove }: LigneItemProps) {
  return (
    <li className={classes.line}>
      <LookupSelect
        label="Type d'équipement"
        ofLigne={name}
        lookup={offer.types}
        otherwise={ligne.natureActivite && 'Activité choisie'}
        value={ligne.typeEquipement}
        error={errorOf('typeEquipement')}
        onChange={(typeEquipement) => onChange(withEquipement(ligne, typeEquipement))}
      />
      <PrecisionSelect
        aria-label={`Précision, ${name}`}
        tarifs={tarifs}
        reading={reading}
        value={ligne.precision}
        error={errorOf('precision')}
        onChange={(precision) => onChange({ ...ligne, precision })}
      />
      <LookupSelect
        label="Nature d'activité"
        ofLigne={name}
        lookup={offer.natures}
        otherwise={ligne.typeEquipement && 'Équipement choisi'}
        value={ligne.natureActivite}
        error={errorOf('natureActivite')}
        onChange={(natureActivite) => onChange(withActivite(ligne, natureActivite))}
      />
      <div className={classes.price}>
        {tarifs.length === 0 && !reading ? <small>{whyNoPrice(undefined, ligne)}</small> : null}
        {tarifs.map((tarif) => (
          <Price key={tarif.taxe.id} tarif={tarif} ligne={ligne} named={tarifs.length > 1} />
        ))}
      </div>
      <ActionIcon
        className={classes.away}
        variant="subtle"
        color="gray"
        size={34}
        aria-label={`Retirer la ${name}`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <QuantiteFields ligne={ligne} name={name} tarifs={tarifs} errorOf={errorOf} onChange={onChange} />
      <UneFoisSelect ligne={ligne} name={name} error={errorOf('uneFois')} onChange={onChange} />
    </li>
  );
}

interface PriceProps {
  tarif: TarifLieu;
  ligne: LigneText;
  /** Whether the tax is named: the base has several. */
  named: boolean;
}

/** What a tax asks of a line, per period. */
function Price({ tarif, ligne, named }: PriceProps) {
  const price = priceOf(tarif, ligne);
  const { taxe, frequence } = tarif;
  if (price === undefined)
    return <small>{`${named ? `${taxe.nom} : ` : ''}${whyNoPrice(tarif, ligne)}`}</small>;
  return (
    <>
      {price === 0 && ligne.quantite !== undefined ? <small>rien à payer</small> : <Amount value={price} />}
      <small>{named ? `${taxe.nom}, ${frequence.nom}` : frequence.nom}</small>
    </>
  );
}

interface LookupSelectProps {
  label: string;
  ofLigne: string;
  lookup: Lookup;
  /** Why the select is disabled: a line is an equipment or an activity, never both. */
  otherwise: string | null;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

function LookupSelect({ label, ofLigne, lookup, otherwise, value, error, onChange }: LookupSelectProps) {
  const { path, filters, options } = lookup;
  const listed = options.find((option) => option.value === value);
  const { labels, reading } = useResourceLabels(
    path,
    value === null || listed || lookup.loading ? [] : [value],
  );
  return (
    <LoadedSelect
      label={label}
      aria-label={`${label}, ${ofLigne}`}
      placeholder={otherwise ?? 'Choisir…'}
      clearable
      disabled={otherwise !== null}
      limit={DRAWN}
      path={path}
      filters={filters}
      lookup={lookup}
      chosen={value === null ? null : (listed ?? { value, label: labels.get(value) ?? UNREAD })}
      error={error ?? unreadNote(reading)}
      onChange={(chosen) => onChange(chosen?.value ?? null)}
    />
  );
}
