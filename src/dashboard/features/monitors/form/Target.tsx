import { Textarea, TextInput } from '@mantine/core'
import { httpMethods, httpUrl, protocols } from '../../../../contract/index.ts'
import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { plural } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { addressesOf, duplicatesIn, maxAddresses, nameFrom } from './body.ts'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

/** Sets the type, addresses and names. */
export function Target(props: SectionProps) {
  return (
    <Panel title="Target">
      {props.isEdit ? <EditedAddress {...props} /> : <NewAddresses {...props} />}
      {props.draft.type === 'HTTP' ? <Request {...props} /> : <Screenshots {...props} />}
    </Panel>
  )
}

function NewAddresses({ kind, draft, onChange, errors, example }: SectionProps) {
  const addresses = addressesOf(draft)
  const first = addresses.find((address) => httpUrl(address))
  return (
    <>
      <div className={classes.line}>
        <SegmentedControl
          label="Type"
          value={draft.type}
          options={[
            { value: 'WEBPAGE', label: 'Web page' },
            { value: 'HTTP', label: 'HTTP' },
          ]}
          onChange={(type) => onChange({ type })}
        />
        <p className={classes.hint}>{typeWords[draft.type]}</p>
      </div>
      <Textarea
        name="constants.url"
        label="Addresses"
        description={`One per line, up to ${maxAddresses}. Each becomes a ${kind}.${countWords(addresses.length, duplicatesIn(draft))}`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={12}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={example}
        value={draft.addresses}
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
        error={multiline(errors['constants.url'] ?? errors['constants.protocol'])}
      />
      <Choice
        label="Default protocol"
        labelShown
        value={draft.protocol}
        options={protocols.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ protocol: value === 'HTTP' ? 'HTTP' : 'HTTPS' })}
      />
      <TextInput
        name="name"
        label="Name"
        description={`The address, if you leave it empty. {host} and {path} stand for its parts.${first && draft.name.includes('{') ? ` Preview: ${nameFrom(draft.name, first)}` : ''}`}
        autoComplete="off"
        placeholder={nameFrom('', first ?? example)}
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={multiline(errors['name'])}
      />
    </>
  )
}

/** The type stays, because a monitor's samples have its metrics. */
function EditedAddress({ draft, onChange, errors }: SectionProps) {
  return (
    <>
      <p className={classes.hint}>
        {draft.type === 'WEBPAGE' ? 'Web page' : 'HTTP'}. {typeWords[draft.type]} The type can’t be changed.
      </p>
      <TextInput
        name="constants.url"
        label="Address"
        withAsterisk
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.addresses}
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
        error={multiline(errors['constants.url'] ?? errors['constants.protocol'])}
      />
      <TextInput
        name="name"
        label="Name"
        withAsterisk
        autoComplete="off"
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errors['name']}
      />
    </>
  )
}

function Screenshots({ draft, onChange }: SectionProps) {
  return (
    <Checkbox
      label="Screenshots"
      description="Taken while the page loads and shown as a filmstrip."
      checked={draft.screenshots}
      onChange={(event) => onChange({ screenshots: event.currentTarget.checked })}
    />
  )
}

function Request({ draft, onChange, errors }: SectionProps) {
  return (
    <>
      <Choice
        label="Method"
        labelShown
        value={draft.method}
        options={httpMethods.toSorted().map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ method: httpMethods.find((method) => method === value) ?? 'GET' })}
      />
      <Textarea
        name="constants.http_body"
        label="Request body"
        description="Sent as is. Add a Content-Type header to declare its format."
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        value={draft.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
        error={errors['constants.http_body']}
      />
    </>
  )
}

const typeWords = {
  WEBPAGE: 'Opens the page in a browser and loads everything on it.',
  HTTP: 'Sends a single request and measures the response.',
} as const

function countWords(addresses: number, duplicates: number): string {
  const count = addresses > 1 || duplicates > 0 ? ` ${plural(addresses, 'address', 'addresses')}` : ''
  const skipped = duplicates > 0 ? `, ${plural(duplicates, 'duplicate')} skipped` : ''
  return count && `${count}${skipped}.`
}

/** The errors of several addresses, one per line. */
function multiline(error: string | undefined) {
  return error && <span className={classes.lines}>{error}</span>
}
