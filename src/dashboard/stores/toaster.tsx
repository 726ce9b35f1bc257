import '@mantine/core/styles/Notification.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/notifications/styles.css'
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '../theme.ts'

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
      <Notifications position="bottom-right" autoClose={6000} containerWidth="var(--sp-field)" />
    </MantineProvider>,
  )
}

export function show(message: string): void {
  mount()
  notifications.show({ message, closeButtonProps: { 'aria-label': 'Dismiss' } })
}
