import { Input } from '@mantine/core'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { NativeSelect, type Option } from './NativeSelect.tsx'

interface Props extends ComponentProps<'select'> {
  label: string
  options: readonly Option[]
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
      <NativeSelect
        id={id}
        options={options}
        isField
        aria-describedby={about || undefined}
        aria-invalid={error ? true : undefined}
        {...rest}
      />
    </Input.Wrapper>
  )
}
