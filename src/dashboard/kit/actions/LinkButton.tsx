import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDenials } from './denials.ts'
import { ReasonButton } from './ReasonButton.tsx'

interface Props extends ButtonProps {
  to: string
  children: ReactNode
}

/** A link that looks like a button. It's disabled, and says why, for whoever can't do what the page is for. */
export function LinkButton({ to, ...rest }: Props) {
  const denial = useDenials().at(to)
  return denial === undefined ? (
    <Button component={Link} to={to} {...rest} />
  ) : (
    <ReasonButton disabledReason={denial} {...rest} />
  )
}
