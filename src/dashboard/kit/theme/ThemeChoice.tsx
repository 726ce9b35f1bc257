import { useMantineColorScheme } from '@mantine/core'
import { Choice } from '../choices/Choice.tsx'

const themes = { auto: 'System', light: 'Light', dark: 'Dark' } as const

/** Chooses the theme of the whole dashboard, which the browser keeps. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Choice
      label="Theme"
      labelShown
      value={colorScheme}
      onChange={(next) => isTheme(next) && setColorScheme(next)}
      options={Object.entries(themes).map(([value, label]) => ({ value, label }))}
    />
  )
}

const isTheme = (value: string): value is keyof typeof themes => value in themes
