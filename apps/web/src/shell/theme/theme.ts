import type { MouseEvent } from 'react';
import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { optionsNamed } from '#src/ui/form/options-named.ts';

/** Teal, the primary colour: shade 7 in light, shade 4 in dark. */
const teal: MantineColorsTuple = [
  '#e6f4f2',
  '#cfe9e5',
  '#9dd6ce',
  '#66c0b5',
  '#2dd4bf',
  '#14a394',
  '#0d8a7e',
  '#0f766e',
  '#115e59',
  '#134e4a',
];

/** Saffron, the accent colour. */
const saffron: MantineColorsTuple = [
  '#fdf3e3',
  '#fbe6c4',
  '#f9cf8b',
  '#f8bd55',
  '#fbbf24',
  '#f59e0b',
  '#d97706',
  '#b45309',
  '#92400e',
  '#78350f',
];

const slate: MantineColorsTuple = [
  '#f8fafc',
  '#f1f4f8',
  '#e5e8ee',
  '#d3dae4',
  '#b6c0cf',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#1e293b',
  '#0f172a',
];

/** Shades up to 5 are text on dark backgrounds, those above on light ones. */
const red: MantineColorsTuple = [
  '#fdeaea',
  '#fbd5d5',
  '#f8b4b4',
  '#fca5a5',
  '#f87171',
  '#f98080',
  '#c81e1e',
  '#b91c1c',
  '#9b1c1c',
  '#771d1d',
];

/** Mantine's « dark » palette: 0 text, 4 lines, 6 cards, 7 page. */
const night: MantineColorsTuple = [
  '#e8edf5',
  '#a9b5c8',
  '#8a97ac',
  '#5b6a82',
  '#2a3850',
  '#1a2539',
  '#111a2b',
  '#0b1220',
  '#080d18',
  '#050810',
];

/** Mantine computes the text colour on a filled background from its light shade only; our tokens differ by scheme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const primary = input.color === undefined || input.color === input.theme.primaryColor;
  if (input.variant === 'light' && (primary || input.color === 'red')) {
    const name = primary ? 'primary' : 'red';
    const soft = `var(--o-${name}-soft)`;
    return { ...colors, background: soft, hover: soft, color: `var(--o-${name})` };
  }
  if (input.variant === 'subtle' && primary)
    return { ...colors, hover: 'var(--o-primary-soft)', color: 'var(--o-primary)' };
  if (input.variant !== 'filled') return colors;
  if (input.color === 'red')
    return {
      ...colors,
      background: 'var(--o-danger)',
      hover: 'var(--o-danger)',
      color: 'var(--o-on-danger)',
    };
  return primary ? { ...colors, color: 'var(--o-on-primary)' } : colors;
};

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  colors: { teal, saffron, red, gray: slate, dark: night },
  black: '#0f172a',
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.5' },
  headings: { fontWeight: '650', fontFamily: '"Inter Variable", Inter, system-ui, sans-serif' },
  defaultRadius: 8,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    ...Object.fromEntries(
      ['Select', 'MultiSelect', 'TagsInput'].map((name) => [
        name,
        {
          defaultProps: {
            // choosing the selected option again keeps it; an optional choice has a clear button
            ...(name === 'Select' ? { allowDeselect: false } : {}),
            // a list opens by a click, an arrow or a letter: on focus it would cover the message of a refused choice
            openOnFocus: false,
            // « boeuf » finds « Bœuf », as it does in lists.
            filter: optionsNamed,
            // the option list scrolls natively (theme.css): Mantine's scroll area is not reachable by keyboard
            withScrollArea: false,
            // nor is Mantine's clear button, which is also hidden from screen readers; clearing by keyboard moves the
            // focus on
            clearButtonProps: {
              tabIndex: 0,
              'aria-hidden': false,
              'aria-label': 'Effacer le choix',
              onClick: ({ detail, currentTarget }: MouseEvent<HTMLButtonElement>) =>
                detail === 0 &&
                currentTarget.closest('.mantine-Input-wrapper')?.querySelector('input')?.focus(),
            },
          },
        },
      ]),
    ),
    Switch: { defaultProps: { withThumbIndicator: false } },
    // a placeholder is an invalid child of a menu
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

const tokens = {
  '--mantine-color-body': 'var(--o-bg)',
  '--mantine-color-text': 'var(--o-ink)',
  '--mantine-color-bright': 'var(--o-ink)',
  '--mantine-color-dimmed': 'var(--o-faint)',
  '--mantine-color-anchor': 'var(--o-primary)',
  '--mantine-color-placeholder': 'var(--o-faint)',
  '--mantine-color-error': 'var(--o-red)',
  '--mantine-color-default': 'var(--o-card)',
  '--mantine-color-default-hover': 'var(--o-hover)',
  '--mantine-color-default-color': 'var(--o-ink)',
  '--mantine-color-default-border': 'var(--o-edge)',
  '--mantine-color-disabled': 'var(--o-head)',
  '--mantine-color-disabled-color': 'var(--o-faint)',
  '--mantine-color-disabled-border': 'var(--o-line)',
  '--mantine-color-red-light': 'var(--o-red-soft)',
  '--mantine-color-red-light-color': 'var(--o-red)',
  '--mantine-color-red-text': 'var(--o-red)',
  '--mantine-color-teal-light': 'var(--o-primary-soft)',
  '--mantine-color-teal-light-color': 'var(--o-primary)',
  '--mantine-color-yellow-light': 'var(--o-amber-soft)',
  '--mantine-color-yellow-light-color': 'var(--o-amber)',
  '--mantine-primary-color-contrast': 'var(--o-on-primary)',
};

/** Passes our tokens (theme.css) to Mantine, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'octroi.theme' });
