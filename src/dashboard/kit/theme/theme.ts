import { Button, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/**
 * Every colour, size and shadow of the dashboard. Style sheets use them as `--sp-*` and `--mantine-*` variables; nothing
 * is written out anywhere else. Contrast is at least 3:1 on the background for marks and lines of charts, 4.5:1 for text.
 */
const light = {
  background: '#ffffff',
  panel: '#f7f9fc',
  line: '#e4e8ee',
  control: '#8d949e',
  text: '#14181d',
  muted: '#5a626e',
  accent: '#0b52b4',
  selected: '#eaf1fb',
  primary: '#245fd4',
  primaryHover: '#1d4fb3',
  danger: '#b3261e',
  dangerHover: '#95201a',
  dangerText: '#b3261e',
  onFilled: '#ffffff',
  ok: '#2f9a74',
  warning: '#b87c00',
  error: '#b8460c',
  critical: '#7d0c25',
  noticeWarning: '#fdf4e0',
  noticeError: '#fdeeec',
  series: ['#0b52b4', '#e0601c', '#0c9d90', '#7d1160', '#6a4e06', '#65687f'],
  shade: 'rgb(20 24 29 / 45%)',
  floating: '0 4px 16px rgb(20 24 29 / 16%), 0 1px 3px rgb(20 24 29 / 12%)',
}

const dark: typeof light = {
  background: '#14181d',
  panel: '#1a1f25',
  line: '#2a2f35',
  control: '#6b737d',
  text: '#d9dfe6',
  muted: '#9aa1a9',
  accent: '#6fb6f5',
  selected: '#1c2a3b',
  primary: '#3a6fd8',
  primaryHover: '#3263c4',
  danger: '#c93a32',
  dangerHover: '#b3322b',
  dangerText: '#ff8a80',
  onFilled: '#ffffff',
  ok: '#63dfb4',
  warning: '#ffd766',
  error: '#cf6a1e',
  critical: '#ff7d92',
  noticeWarning: '#2b2617',
  noticeError: '#301c1b',
  series: ['#2f9bf0', '#e58a55', '#8fecd8', '#b95fa0', '#f8d672', '#a6b0c3'],
  shade: 'rgb(0 0 0 / 60%)',
  floating: '0 4px 16px rgb(0 0 0 / 50%), 0 0 0 1px #2a2f35',
}

const sizes = {
  '--sp-row': '35px',
  '--sp-control-height': '30px',
  '--sp-target': '44px',
  '--sp-header': '48px',
  '--sp-nav': '208px',
  '--sp-reading': '640px',
  '--sp-page': '1440px',
  '--sp-field': '320px',
  '--sp-mark': '12px',
  '--sp-figure': '22px',
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
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, Ubuntu, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.5', lg: '1.4', xl: '1.3' },
  spacing: space,
  radius: { xs: '4px', sm: '4px', md: '4px', lg: '4px', xl: '4px' },
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
      defaultProps: { size: 'sm', fw: 600 },
      vars: (_theme, { variant }) => ({
        root: {
          '--button-height': 'var(--sp-control-height)',
          // borderless buttons are spaced like links
          '--button-padding-x': variant === 'subtle' ? 'var(--mantine-spacing-xs)' : 'var(--mantine-spacing-lg)',
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
      defaultProps: { centered: true, padding: 'lg', transitionProps: { duration: 100 }, attributes: plainHeader },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, lineHeight: 1.35 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 100 }, attributes: plainHeader } },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    Tooltip: { defaultProps: { withArrow: false, multiline: true, openDelay: 200, transitionProps: { duration: 80 } } },
  },
})

function colourVariables(c: typeof light): Record<string, string> {
  return {
    '--mantine-color-body': c.background,
    '--mantine-color-text': c.text,
    '--mantine-color-bright': c.text,
    '--mantine-color-dimmed': c.muted,
    '--mantine-color-placeholder': c.muted,
    '--mantine-color-anchor': c.accent,
    '--mantine-color-error': c.dangerText,
    '--mantine-color-default': c.background,
    '--mantine-color-default-hover': c.panel,
    '--mantine-color-default-color': c.text,
    '--mantine-color-default-border': c.control,
    '--mantine-color-disabled': c.line,
    '--mantine-color-disabled-color': c.muted,
    '--mantine-color-disabled-border': c.line,
    '--mantine-primary-color-filled': c.primary,
    '--mantine-primary-color-filled-hover': c.primaryHover,
    '--mantine-primary-color-contrast': c.onFilled,
    '--mantine-color-accent-filled': c.primary,
    '--mantine-color-accent-filled-hover': c.primaryHover,
    '--mantine-color-accent-text': c.accent,
    '--mantine-color-accent-light': c.selected,
    '--mantine-color-accent-light-hover': c.selected,
    '--mantine-color-accent-light-color': c.accent,
    '--mantine-color-danger-filled': c.danger,
    '--mantine-color-danger-filled-hover': c.dangerHover,
    '--mantine-color-danger-text': c.dangerText,
    // used by Mantine's style sheets for control borders, lines and floating surfaces
    '--mantine-color-gray-4': c.control,
    '--mantine-color-gray-2': c.line,
    '--mantine-color-dark-4': c.control,
    '--mantine-color-dark-5': c.line,
    '--mantine-color-dark-6': c.panel,
    '--mantine-color-dark-7': c.background,
    '--sp-background': c.background,
    '--sp-panel': c.panel,
    '--sp-line': c.line,
    '--sp-control': c.control,
    '--sp-text': c.text,
    '--sp-muted': c.muted,
    '--sp-accent': c.accent,
    '--sp-selected': c.selected,
    '--sp-danger-text': c.dangerText,
    '--sp-ok': c.ok,
    '--sp-warning': c.warning,
    '--sp-error': c.error,
    '--sp-critical': c.critical,
    '--sp-notice-warning': c.noticeWarning,
    '--sp-notice-error': c.noticeError,
    '--sp-shade': c.shade,
    '--sp-floating': c.floating,
    ...Object.fromEntries(c.series.map((colour, i) => [`--sp-series-${i + 1}`, colour])),
  }
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: sizes,
  light: colourVariables(light),
  dark: colourVariables(dark),
})
