import { useState } from 'react';
import { Select } from '@mantine/core';
import { quantiteText } from '@octroi/contract/fiscalite/tarifs/bareme';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { changeLignes, type FicheForm } from './fiche-fields.tsx';
import { PrecisionSelect, useTarifs } from './PrecisionSelect.tsx';
import { UneFoisSelect } from './UneFoisSelect.tsx';
import { QuantiteFields } from './QuantiteFields.tsx';
import { EMPTY_LINE, type LigneText, tarifsOf, withActivite, withEquipement } from './values.ts';

const NEW = 'nouvelle';

type Stored = Contribuable['lignes'][number];

/** Label of a line in the select. */
const labelOf = ({ typeEquipement, natureActivite, precision, unite, quantite }: Stored): string =>
  [
    typeEquipement?.nom ?? natureActivite?.nom,
    precision,
    unite !== null && quantite !== null ? `(${quantiteText(quantite, unite)})` : null,
  ]
    .filter(Boolean)
    .join(' ');

/** The stored name, if the chosen id is the stored one. */
const nameOf = (nested: { id: number; nom: string } | null | undefined, chosen: string | null) =>
  nested && String(nested.id) === chosen ? nested.nom : undefined;

interface BaseTaxableFieldsProps {
  form: FicheForm;
  /** The stored lines. */
  stored: readonly Stored[];
}

/** One line of a taxpayer: an existing one, chosen from a select, or a new one. */
export function BaseTaxableFields({ form, stored }: BaseTaxableFieldsProps) {
  const [rank, setRank] = useState(0);
  const { entite, ramification, lignes } = form.values;
  const tarifs = useTarifs(ramification);
  const ligne = lignes[rank] ?? EMPTY_LINE;
  const inEntite = [{ column: 'ent.id', operator: 'eq', x: entite ?? '' } as const];
  const setLigne = (next: LigneText): void =>
    changeLignes(form, rank < lignes.length ? lignes.with(rank, next) : [...lignes, next]);
  return (
    <>
      <Select
        label="Base taxable"
        size="md"
        data={[
          ...stored.map((ligne, index) => ({
            value: String(index),
            label: `${index + 1}. ${labelOf(ligne)}`,
          })),
          { value: NEW, label: 'Nouvelle base taxable' },
        ]}
        value={rank < stored.length ? String(rank) : NEW}
        onChange={(value) => setRank(value === NEW || value === null ? stored.length : Number(value))}
      />
      <ReferenceSelect
        label="Activité"
        path="nature_activites"
        filters={inEntite}
        enabledOnly
        required={ligne.typeEquipement === null}
        clearable
        creatable
        disabled={ligne.typeEquipement !== null}
        placeholder={ligne.typeEquipement ? 'Équipement choisi' : 'Choisir…'}
        size="md"
        value={ligne.natureActivite}
        error={form.errors[`lignes.${rank}.natureActivite`]}
        valueLabel={nameOf(stored[rank]?.natureActivite, ligne.natureActivite)}
        onChange={(natureActivite) => setLigne(withActivite(ligne, natureActivite))}
      />
      <ReferenceSelect
        label="Equipement"
        path="type_equipements"
        filters={inEntite}
        enabledOnly
        required={ligne.natureActivite === null}
        clearable
        creatable
        disabled={ligne.natureActivite !== null}
        placeholder={ligne.natureActivite ? 'Activité choisie' : 'Choisir…'}
        size="md"
        value={ligne.typeEquipement}
        error={form.errors[`lignes.${rank}.typeEquipement`] ?? form.errors['lignes']}
        valueLabel={nameOf(stored[rank]?.typeEquipement, ligne.typeEquipement)}
        onChange={(typeEquipement) => setLigne(withEquipement(ligne, typeEquipement))}
      />
      <PrecisionSelect
        size="md"
        tarifs={tarifsOf(tarifs.all, ligne)}
        reading={tarifs.reading}
        value={ligne.precision}
        error={form.errors[`lignes.${rank}.precision`]}
        onChange={(precision) => setLigne({ ...ligne, precision })}
      />
      <QuantiteFields
        size="md"
        ligne={ligne}
        tarifs={tarifsOf(tarifs.all, ligne)}
        errorOf={(field) => form.errors[`lignes.${rank}.${field}`] as string | undefined}
        onChange={setLigne}
      />
      <UneFoisSelect
        size="md"
        ligne={ligne}
        error={form.errors[`lignes.${rank}.uneFois`] as string | undefined}
        onChange={setLigne}
      />
    </>
  );
}
