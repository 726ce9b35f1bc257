import { Button, type ButtonProps } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'
import { useDenials } from './denials.ts'

// most may
const DeniedButton = lazy(lazyWithRetry(async () => ({ default: (await import('./ReasonButton.tsx')).ReasonButton })))

interface Props extends ButtonProps {
  to: string
  children: ReactNode
}

/** A link that looks like a button. It's disabled, and says why, for whoever can't do what the page is for. */
export function LinkButton({ to, ...rest }: Props) {
  const denial = useDenials().at(to)
  const link = <Button component={Link} to={to} {...rest} />
  if (denial === undefined) return link
  return (
    <Suspense fallback={link}>
      <DeniedButton disabledReason={denial} {...rest} />
    </Suspense>
  )
}

/** The same in a sentence: a plain link, in whose place a button says why. */
export function ActionLink({ to, children }: Pick<Props, 'to' | 'children'>) {
  return useDenials().at(to) === undefined ? (
    <Link to={to}>{children}</Link>
  ) : (
    <LinkButton to={to} variant="default">
      {children}
    </LinkButton>
  )
}
