import { Textarea, TextInput } from '@mantine/core'
import { httpMethods, protocols } from '../../../../contract/index.ts'
import { Choice } from '../../../components/Choice.tsx'
import { plural } from '../../../format/format.ts'
import { Panel } from '../../../components/Panel.tsx'
import { SegmentedControl } from '../../../components/SegmentedControl.tsx'
import { addressesMost, addressesOf, nameFrom, repeatedIn } from './body.ts'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

/** What is checked: kind of check, addresses, names. */
export function Target({ kind, draft, onChange, errors }: SectionProps) {
  const addresses = addressesOf(draft)
  const [first] = addresses
  return (
    <Panel title="What">
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
        <p className={classes.hint}>
          {draft.type === 'WEBPAGE'
            ? 'A browser loads the page and all that it asks for.'
            : 'One request, without what the answer refers to.'}
        </p>
      </div>
      <Textarea
        name="constants.url"
        label="Addresses"
        description={`One a line, up to ${addressesMost}: one ${kind} each.${counted(addresses.length, repeatedIn(draft))}`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={12}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.addresses}
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
        error={linesOf(errors['constants.url'] ?? errors['constants.protocol'])}
      />
      <Choice
        label="Protocol of addresses without one"
        labelShown
        value={draft.protocol}
        options={protocols.map((value) => ({ value, label: value }))}
        onChange={(value) => onChange({ protocol: value === 'HTTP' ? 'HTTP' : 'HTTPS' })}
      />
      <TextInput
        name="name"
        label="Name"
        description={`{host} and {path} stand for parts of the address${first ? `: ${nameFrom(draft.name, first)}` : '.'}`}
        withAsterisk
        autoComplete="off"
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={linesOf(errors['name'])}
      />
      {draft.type === 'HTTP' && (
        <>
          <Choice
            label="Method"
            labelShown
            value={draft.method}
            options={httpMethods.toSorted().map((value) => ({ value, label: value }))}
            onChange={(value) => onChange({ method: httpMethods.find((one) => one === value) ?? 'GET' })}
          />
          <Textarea
            name="constants.http_body"
            label="Request body"
            description="Sent as it is; name its type in a Content-Type header."
            autosize
            minRows={2}
            maxRows={12}
            spellCheck={false}
            value={draft.body}
            onChange={(event) => onChange({ body: event.currentTarget.value })}
            error={errors['constants.http_body']}
          />
        </>
      )}
    </Panel>
  )
}

function counted(addresses: number, repeated: number): string {
  const these = addresses > 1 || repeated > 0 ? ` These are ${plural(addresses, 'address', 'addresses')}` : ''
  const others = repeated > 0 ? `; ${plural(repeated, 'repeated one')} left out` : ''
  return these && `${these}${others}.`
}

/** What is wrong with several addresses, one a line. */
function linesOf(error: string | undefined) {
  return error && <span className={classes.lines}>{error}</span>
}
