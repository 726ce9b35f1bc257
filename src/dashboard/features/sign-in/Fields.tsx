import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import { PasswordInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { passwordLimits } from '../../../contract/index.ts'
import classes from './sign-in.module.css'

interface FieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

export function EmailField({ value, onChange, error }: FieldProps) {
  return (
    <TextInput
      name="email"
      type="email"
      label="Email"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

interface SecretProps extends FieldProps {
  name: string
  label: string
  /** What "Show" shows: "key". */
  what?: string
  autoComplete: 'current-password' | 'new-password'
  description?: ReactNode
}

/** A password or a key, masked until it is shown. */
export function SecretField({ what = 'password', error, onChange, ...props }: SecretProps) {
  return (
    <PasswordInput
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      aria-invalid={error ? true : undefined}
      classNames={{ visibilityToggle: classes.eye ?? '' }}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${what}`, tabIndex: 0 }}
    />
  )
}

/** A password that somebody chooses. */
export function NewPasswordField(props: Omit<SecretProps, 'autoComplete' | 'description' | 'what'>) {
  return (
    <SecretField
      {...props}
      autoComplete="new-password"
      description={`At least ${passwordLimits.min} characters, and none of the passwords that everybody tries first.`}
    />
  )
}

/** What is wrong with a new password before anybody is asked. */
export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'Enter a password.'
  const { min, max } = passwordLimits
  if (password.length < min) return `This must have at least ${min} characters.`
  return password.length > max ? `This must have at most ${max} characters.` : undefined
}
