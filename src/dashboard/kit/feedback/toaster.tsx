import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/notifications/styles.css'
import { Group, MantineProvider } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '../theme/theme.ts'
import classes from './toaster.module.css'

let mounted = false

/** A separate React root, so that toasts survive page changes and cost nothing before the first one. */
function mount(): void {
  if (mounted) return
  mounted = true
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      withCssVariables={false}
    >
      <Notifications data-paper="hidden" position="bottom-right" autoClose={6000} containerWidth="var(--sp-field)" />
    </MantineProvider>,
  )
}

/** The latest toast about each thing. */
const latest = new Map<string, string>()

export function show(text: string, undo?: () => void, about?: string): void {
  mount()
  const id = randomId()
  if (about !== undefined) {
    const before = latest.get(about)
    if (before !== undefined) notifications.hide(before)
    latest.set(about, id)
  }
  const message = undo ? (
    <Group justify="space-between" wrap="nowrap" pe="xs">
      <span>{text}</span>
      <button
        type="button"
        className={classes.undo}
        onClick={() => {
          notifications.hide(id)
          undo()
        }}
      >
        Undo
      </button>
    </Group>
  ) : (
    text
  )
  notifications.show({
    id,
    message,
    py: 'sm',
    classNames: {
      root: classes.toast ?? '',
      description: classes.words ?? '',
      closeButton: classes.close ?? '',
    },
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
