import { Textarea, TextInput } from '@mantine/core'
import type { ActionOptions } from '../../../../contract/index.ts'
import type { OptionValues } from './option-values.ts'

interface Props {
  /** Those that the action takes. */
  known: ActionOptions
  values: OptionValues
  errors: Readonly<Record<string, string>>
  /** Stands before the options in the names of the fields, where a form has those of several actions: `htmlCache.` */
  prefix?: string
  /** Whether the first one gets the focus in a dialog. */
  isFirst?: boolean
  onChange: (fields: Partial<OptionValues>) => void
}

/** What else an action can be told. */
export function OptionFields({ known, values, errors, prefix = '', isFirst = false, onChange }: Props) {
  const field = (name: keyof OptionValues) => ({
    name: `${prefix}${name}`,
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const first = isFirst ? { 'data-autofocus': true } : {}
  return (
    <>
      {'maxAge' in known && (
        <TextInput
          label="Keep pages for"
          description="In seconds, at most 86,400 (one day)."
          inputMode="numeric"
          {...first}
          {...field('maxAge')}
        />
      )}
      {'sessionCookies' in known && (
        <Textarea
          label="Session cookies"
          description="One name per line. Visitors who send one of them are sent to your server. A * at the end stands for any ending."
          rows={8}
          spellCheck={false}
          {...field('sessionCookies')}
        />
      )}
      {'harmlessCookies' in known && (
        <Textarea
          label="Harmless cookies"
          description="One name per line. Visitors who send any cookie that isn’t here are sent to your server, too."
          rows={8}
          spellCheck={false}
          {...field('harmlessCookies')}
        />
      )}
      {'parameters' in known && (
        <Textarea
          label="Query parameters to ignore"
          description="One name per line. A * at the end stands for any ending."
          rows={8}
          spellCheck={false}
          {...first}
          {...field('parameters')}
        />
      )}
    </>
  )
}
