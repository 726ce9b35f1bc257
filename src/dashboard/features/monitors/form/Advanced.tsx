import { isSecretHeader } from '../../../../contract/index.ts'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { useState } from 'react'
import { FieldRow } from '../../../kit/forms/Form.tsx'
import { plural } from '../../../kit/format/format.ts'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import { IconButton } from '../../../kit/actions/IconButton.tsx'
import classes from '../monitors-and-tests.module.css'
import type { Draft } from './draft.ts'
import type { SectionProps } from './section.ts'

/** Settings that most monitors don't need. The section opens by itself if a field in it has an error. */
export function Advanced(props: SectionProps & { passwordLost: boolean }) {
  const { draft, isEdit, onChange, errors, passwordLost } = props
  const [opened, setOpened] = useState(passwordLost || (!isEdit && draft.headers.some(({ value }) => value === null)))
  const hasError = Object.keys(errors).some((path) => /^constants\.(http_headers|auth|password)/.test(path))
  return (
    <details
      className={classes.more}
      open={opened || hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <h2>Advanced</h2>
        <span className={classes.hint}>{summaryOf(draft)}</span>
      </summary>
      <div className={classes.inside}>
        <Headers {...props} />
        <FieldRow>
          <TextInput
            name="constants.auth"
            label="Username"
            description="For HTTP authentication."
            autoComplete="off"
            value={draft.auth}
            onChange={(event) => onChange({ auth: event.currentTarget.value })}
            error={errors['constants.auth']}
          />
          <PasswordInput
            name="constants.password"
            label="Password"
            description={
              passwordLost
                ? 'Passwords aren’t kept in drafts. Enter this one again.'
                : isEdit && draft.auth
                  ? 'Leave empty to keep the current password.'
                  : 'You can’t view it again after saving.'
            }
            autoComplete="new-password"
            value={draft.password}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
            error={errors['constants.password']}
          />
        </FieldRow>
      </div>
    </details>
  )
}

function Headers({ draft, isEdit, onChange, errors }: SectionProps) {
  const change = (at: number, field: 'name' | 'value', text: string) =>
    onChange({ headers: draft.headers.map((header, i) => (i === at ? { ...header, [field]: text } : header)) })
  return (
    <div className={classes.inside}>
      {draft.headers.map((header, i) => (
        <div key={i} className={classes.header} role="group" aria-label={`Header ${i + 1}`}>
          <TextInput
            name={`constants.http_headers.${i}.name`}
            label="Header"
            autoComplete="off"
            spellCheck={false}
            value={header.name}
            onChange={(event) => change(i, 'name', event.currentTarget.value)}
            error={errors[`constants.http_headers.${i}.name`]}
          />
          <TextInput
            name={`constants.http_headers.${i}.value`}
            label="Value"
            autoComplete="off"
            spellCheck={false}
            value={header.value ?? ''}
            {...(isSecretHeader(header.name)
              ? {
                  type: 'password',
                  // level with the header's name next to it
                  inputWrapperOrder: ['label', 'input', 'description', 'error'],
                  description:
                    header.value !== null
                      ? 'You can’t view it again after saving.'
                      : isEdit
                        ? 'Leave empty to keep the current value.'
                        : 'Secret values aren’t copied or kept in drafts. Enter this one again.',
                }
              : {})}
            onChange={(event) => change(i, 'value', event.currentTarget.value)}
            error={errors[`constants.http_headers.${i}.value`]}
          />
          <IconButton
            label={`Remove header ${i + 1}`}
            onClick={() => onChange({ headers: draft.headers.filter((_, at) => at !== i) })}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      {errors['constants.http_headers'] && <p className={classes.error}>{errors['constants.http_headers']}</p>}
      <div>
        <Button variant="subtle" onClick={() => onChange({ headers: [...draft.headers, { name: '', value: '' }] })}>
          + Request header
        </Button>
      </div>
    </div>
  )
}

function summaryOf({ headers, auth }: Draft): string {
  return [
    headers.length > 0 ? plural(headers.length, 'header') : 'no headers',
    auth ? 'credentials' : 'no credentials',
  ].join(', ')
}
