import type { Specimens } from '../specimens/specimen.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

export const specimens: Specimens = {
  ThemeToggle: {
    purpose: 'Switches between the theme of the system, a light and a dark one.',
    cases: [{ state: 'Default', note: 'Switches the theme of the whole page', example: <ThemeToggle /> }],
  },
}
