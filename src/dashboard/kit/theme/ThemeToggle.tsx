import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { MoonIcon, SunIcon, SystemIcon } from '../marks/icons.tsx'
import { IconButton } from '../actions/IconButton.tsx'

const schemes = {
  auto: { name: 'system', next: 'light', icon: SystemIcon },
  light: { name: 'light', next: 'dark', icon: SunIcon },
  dark: { name: 'dark', next: 'auto', icon: MoonIcon },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme; icon: () => unknown }>

/** Cycles through the system's theme, light and dark. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, next, icon: Icon } = schemes[colorScheme]
  return (
    <IconButton label={`Theme: ${name}. Switch to ${schemes[next].name}`} onClick={() => setColorScheme(next)}>
      <Icon />
    </IconButton>
  )
}
