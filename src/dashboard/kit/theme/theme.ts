import { Button, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { dark, light } from './colours.ts'

/** Sizes and durations. Style sheets use them, the colours and Mantine's `--mantine-*` variables; nothing is written out. */
const sizes = {
  '--sp-row': '36px',
  '--sp-control-height': '32px',
  '--sp-target': '44px',
  '--sp-header': '52px',
  '--sp-nav': '232px',
  '--sp-reading': '640px',
  '--sp-page': '1440px',
  '--sp-field': '320px',
  '--sp-mark': '12px',
  '--sp-figure': '28px',
  '--sp-figure-line': '34px',
  '--sp-figure-small': '24px',
  '--sp-axis': '11px',
  '--sp-band': '15px',
  '--sp-band-line': '20px',
  '--sp-chart': '230px',
  '--sp-line-width': '1px',
  '--sp-edge': '2px',
  '--sp-quick': '120ms',
}

export const space = { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' } as const

const same = (colour: string): MantineColorsTuple => [
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
  colour,
]

/** Keeps a dialog's header from being a second banner landmark. */
const plainHeader = { header: { role: 'presentation' } }

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: same(light.accent), danger: same(light.danger) },
  fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  // help and heads, tables and controls, text, sections, titles; lines are 16, 18, 20, 24 and 32 px high, for which the
  // factors are rounded up, as browsers round down
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '24px' },
  lineHeights: { xs: '1.3334', sm: '1.3847', md: '1.4286', lg: '1.5', xl: '1.3334' },
  spacing: space,
  // tags, controls, controls, cards and bands, pills
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '999px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--sp-floating)',
    sm: 'var(--sp-floating)',
    md: 'var(--sp-floating)',
    lg: 'var(--sp-floating)',
    xl: 'var(--sp-floating)',
  },
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_theme, { variant, color }) => ({
        root: {
          '--button-height': 'var(--sp-control-height)',
          // borderless buttons are spaced like links
          '--button-padding-x': variant === 'subtle' ? 'var(--mantine-spacing-xs)' : 'var(--mantine-spacing-md)',
          // what destroys is red words; only the dialog that asks fills its button
          ...(color === 'danger'
            ? { '--button-color': variant === 'default' ? 'var(--sp-critical-text)' : 'var(--sp-on-danger)' }
            : {}),
        },
      }),
    }),
    Input: {
      vars: () => ({
        wrapper: { '--input-height': 'var(--sp-control-height)', '--input-fz': 'var(--mantine-font-size-sm)' },
      }),
    },
    InputWrapper: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'lg',
        transitionProps: { duration: 150 },
        attributes: plainHeader,
      },
      styles: {
        title: {
          fontSize: 'var(--mantine-font-size-lg)',
          fontWeight: 600,
          lineHeight: 'var(--mantine-line-height-lg)',
        },
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 150 }, attributes: plainHeader } },
    Popover: {
      defaultProps: { transitionProps: { duration: 150 }, shadow: 'md', radius: 'lg' },
      styles: { dropdown: { borderColor: 'var(--sp-line)' } },
    },
    Tooltip: {
      defaultProps: { withArrow: false, multiline: true, openDelay: 200, transitionProps: { duration: 80 } },
      vars: () => ({ tooltip: { '--tooltip-bg': 'var(--sp-toast)', '--tooltip-color': 'var(--sp-on-toast)' } }),
    },
  },
})

function colourVariables(c: typeof dark): Record<string, string> {
  return {
    // dialogs and drawers; the page itself is `canvas`
    '--mantine-color-body': c.card,
    '--mantine-color-text': c.text,
    '--mantine-color-bright': c.text,
    '--mantine-color-dimmed': c.muted,
    '--mantine-color-placeholder': c.muted,
    '--mantine-color-anchor': c.accent,
    '--mantine-color-error': c['critical-text'],
    '--mantine-color-default': c.card,
    '--mantine-color-default-hover': c.hover,
    '--mantine-color-default-color': c.text,
    '--mantine-color-default-border': c['line-strong'],
    '--mantine-color-disabled': c.sunken,
    '--mantine-color-disabled-color': c.muted,
    '--mantine-color-disabled-border': c['line-strong'],
    '--mantine-primary-color-filled': c.primary,
    '--mantine-primary-color-filled-hover': c['primary-hover'],
    '--mantine-primary-color-contrast': c['on-primary'],
    '--mantine-color-accent-filled': c.primary,
    '--mantine-color-accent-filled-hover': c['primary-hover'],
    '--mantine-color-accent-text': c.accent,
    '--mantine-color-accent-light': c['accent-weak'],
    '--mantine-color-accent-light-hover': c['accent-weak'],
    '--mantine-color-accent-light-color': c.accent,
    '--mantine-color-danger-filled': c.danger,
    '--mantine-color-danger-filled-hover': c['danger-hover'],
    '--mantine-color-danger-text': c['critical-text'],
    // used by Mantine's style sheets for field borders, lines, hovered options and floating surfaces
    '--mantine-color-gray-4': c['line-field'],
    '--mantine-color-gray-2': c.line,
    '--mantine-color-gray-0': c.hover,
    '--mantine-color-dark-4': c['line-field'],
    '--mantine-color-dark-5': c.line,
    '--mantine-color-dark-6': c.card,
    '--mantine-color-dark-7': c.hover,
    ...Object.fromEntries(Object.entries(c).map(([name, value]) => [`--sp-${name}`, value])),
  }
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: sizes,
  light: colourVariables(light),
  dark: colourVariables(dark),
})
