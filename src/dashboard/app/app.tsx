import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../api/queries.ts'
import { useIsPrinting } from '../kit/layout/use-media.ts'
import type { Router } from '../kit/navigation/router.ts'
import { cssVariables, theme } from '../kit/theme/theme.ts'

/** Everything that is rendered. */
export function App({ router }: { router: Router }) {
  const isPrinting = useIsPrinting()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // paper is white
      {...(isPrinting ? { forceColorScheme: 'light' } : {})}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
