import { useState } from 'react';
import { Select, type SelectProps } from '@mantine/core';

type Options = readonly { value: string; label: string }[];

interface HeldSelectProps extends Omit<SelectProps, 'data' | 'searchable' | 'searchValue' | 'value'> {
  data: Options;
  value: string | null;
}

/**
 * A select of one option, searched in the browser. Once its list is closed the field shows the held choice, and not the
 * letters that were typed over it.
 */
export function HeldSelect({ data, value, onSearchChange, onDropdownClose, ...rest }: HeldSelectProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const held = data.find((option) => option.value === value)?.label;
  const show = (next: string): void => {
    setText(next);
    onSearchChange?.(next);
  };
  return (
    <Select
      {...rest}
      searchable
      data={[...data]}
      value={value}
      searchValue={open ? text : (held ?? text)}
      onSearchChange={show}
      onDropdownOpen={() => {
        setOpen(true);
        rest.onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        setOpen(false);
        if (held !== undefined) setText(held);
        onDropdownClose?.();
      }}
    />
  );
}
