import type { Specimens } from '../specimens/specimen.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

export const specimens: Specimens = {
  ThemeChoice: {
    purpose: 'Chooses between the theme of the system, a light and a dark one.',
    cases: [{ state: 'Default', note: 'Changes the theme of the whole page', example: <ThemeChoice /> }],
  },
}
