import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { MoonIcon, SunIcon, SystemIcon } from '../components/icons.tsx'
import { IconButton } from '../components/IconButton.tsx'

const schemes = {
  auto: { name: 'the system’s', next: 'light', icon: SystemIcon },
  light: { name: 'light', next: 'dark', icon: SunIcon },
  dark: { name: 'dark', next: 'auto', icon: MoonIcon },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme; icon: () => unknown }>

/** System, light, dark, and round again. */
export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, next, icon: Icon } = schemes[colorScheme]
  return (
    <IconButton label={`Theme: ${name}. Change to ${schemes[next].name}`} onClick={() => setColorScheme(next)}>
      <Icon />
    </IconButton>
  )
}
