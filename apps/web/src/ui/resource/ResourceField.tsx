import './form.css';
import type { ReactNode } from 'react';
import { PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { Field } from '@octroi/contract/platform/resource/resource';
import { DayInput } from '../form/DayInput.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '../form/ReferenceSelect.tsx';
import { DecimalInput, WholeInput } from '../form/WholeInput.tsx';
import type { FormValue } from './form-values.ts';

interface ResourceFieldProps {
  field: Field;
  /** Form state of the field: value, onChange, error. */
  input: GetInputPropsReturnType;
  value: FormValue;
  /** Name of a reference's chosen record, from the record. */
  valueLabel?: string | undefined;
  /** Filters the choices of a reference. */
  filters?: readonly FilterRow[];
  disabled?: boolean;
  /** For a stored secret: leaving the field empty keeps it. */
  kept?: boolean;
  autoFocus?: boolean;
}

/** A number needs little width; its label is as wide as the form. */
const NARROW = { wrapper: { maxWidth: 220 } };

/** The input of a declared field, by kind. */
export function ResourceField(props: ResourceFieldProps) {
  const { field, input, value, disabled = false, kept = false, autoFocus } = props;
  const shared = { label: field.label, withAsterisk: field.required ?? false, disabled, size: 'md' as const };
  switch (field.kind) {
    case 'text':
      return field.multiline ? (
        <Textarea {...shared} {...input} maxLength={field.max} autosize minRows={3} maxRows={10} />
      ) : (
        <TextInput
          {...shared}
          {...input}
          maxLength={field.max}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
        />
      );
    case 'integer':
      return (
        <WholeInput {...shared} {...input} value={typeof value === 'number' ? value : ''} styles={NARROW} />
      );
    case 'decimal':
      return (
        <DecimalInput {...shared} {...input} value={typeof value === 'number' ? value : ''} styles={NARROW} />
      );
    case 'flag':
      return <Switch label={field.label} disabled={disabled} {...input} checked={value === true} value="1" />;
    case 'choice':
      return <Select {...shared} {...input} data={[...field.values]} clearable={!field.required} />;
    case 'day':
      return (
        <DayInput
          label={field.label}
          required={field.required ?? false}
          disabled={disabled}
          size="md"
          value={typeof value === 'string' ? value : null}
          onChange={(next) => input.onChange(next)}
          error={input.error as string | undefined}
        />
      );
    case 'texts':
      return <TagsInput {...shared} {...input} />;
    case 'secret':
      return (
        <PasswordInput
          {...shared}
          {...input}
          withAsterisk={shared.withAsterisk && !kept}
          description={kept ? 'Laissez vide pour garder celui qui est en place' : undefined}
          maxLength={field.max}
          autoComplete="new-password"
        />
      );
    case 'references':
    case 'reference':
      return <ReferenceInput {...props} field={field} />;
  }
}

type ReferenceField = Extract<Field, { kind: 'reference' | 'references' }>;

/** A select of one or several records, or of the fixed choices declared by the contract. */
function ReferenceInput({
  field,
  input,
  value,
  valueLabel,
  filters = [],
  disabled = false,
}: ResourceFieldProps & { field: ReferenceField }) {
  const { label, required = false } = field;
  if (field.kind === 'reference' && field.choices)
    return (
      <Select
        label={label}
        withAsterisk={required}
        disabled={disabled}
        size="md"
        {...input}
        data={field.choices.map(({ id, nom }) => ({ value: String(id), label: nom }))}
        clearable={!required}
      />
    );
  const shared = {
    label,
    required,
    creatable: true,
    disabled,
    size: 'md' as const,
    path: field.to,
    enabledOnly: field.enabledOnly ?? false,
    ...(field.offered ? { offered: field.offered } : {}),
    filters,
    onChange: (next: unknown, nom?: string) => input.onChange(next, nom),
    error: input.error as ReactNode,
  };
  return field.kind === 'references' ? (
    <ReferenceMultiSelect {...shared} value={Array.isArray(value) ? value : []} />
  ) : (
    <ReferenceSelect
      {...shared}
      value={typeof value === 'string' ? value : null}
      valueLabel={valueLabel}
      clearable={!required}
    />
  );
}
