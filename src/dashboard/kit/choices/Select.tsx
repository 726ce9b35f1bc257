import { Input } from '@mantine/core'
import { useId, type ComponentProps, type ReactNode } from 'react'
import classes from './Choice.module.css'

interface Props extends ComponentProps<'select'> {
  label: string
  options: readonly { readonly value: string; readonly label: string }[]
  description?: ReactNode
  error?: ReactNode
  withAsterisk?: boolean
}

/** A `Choice` as a field of a form, with its label above it. */
export function Select({ label, options, description, error, withAsterisk = false, ...rest }: Props) {
  const id = useId()
  const about = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
    >
      <select
        id={id}
        className={classes.select}
        data-wide
        aria-describedby={about || undefined}
        aria-invalid={error ? true : undefined}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Input.Wrapper>
  )
}
