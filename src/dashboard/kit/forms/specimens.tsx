import { TextInput } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { FieldRow, Form } from './Form.tsx'
import { DraftRestoredNotice } from './DraftRestoredNotice.tsx'
import { useTypedConfirmation } from './TypedConfirmation.tsx'
import { toast } from '../feedback/toast.ts'
import { errors } from '../specimens/sample-data.ts'
import type { Specimens } from '../specimens/specimen.tsx'

type FormProps = Partial<ComponentProps<typeof Form>>

function Example({ children, ...props }: FormProps) {
  return (
    <Form verb="Create account" cancelTo="." busy={false} onSubmit={(event) => event.preventDefault()} {...props}>
      {children ?? <Fields />}
    </Form>
  )
}

function Fields({ wrong = false }: { wrong?: boolean }) {
  return (
    <>
      <FieldRow>
        <TextInput
          label="Email"
          description="Each email address can have only one account."
          required
          defaultValue={wrong ? 'nobody' : 'shop@fjordbikes.example'}
          error={wrong && 'This must be an email address.'}
        />
        <TextInput label="Company" placeholder="Optional" />
      </FieldRow>
      <TextInput label="Plan" defaultValue="Paid" disabled description="Only the operator can change it." />
    </>
  )
}

function RestoredForm() {
  const [restored, setRestored] = useState(true)
  const draft = { restored, startOver: () => setRestored(false), done: () => undefined }
  return <Example draft={draft} />
}

function Confirmed(): ReactNode {
  const { field, isReady } = useTypedConfirmation('fjordbikes.example')
  return (
    <Example
      verb="Delete site"
      danger
      ready={isReady}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) toast('Confirmed. Nothing was deleted: this is an example.')
      }}
    >
      {field}
    </Example>
  )
}

export const specimens: Specimens = {
  Form: {
    purpose: 'Frames the fields of a form, its errors and its two buttons.',
    cases: [
      { state: 'Default', example: <Example /> },
      {
        state: 'Field error',
        example: (
          <Example>
            <Fields wrong />
          </Example>
        ),
      },
      {
        state: 'Refused',
        note: 'What was typed stays',
        example: <Example failed={{ title: 'The account was not created.', error: errors.invalid }} />,
      },
      { state: 'Busy', example: <Example busy /> },
      { state: 'Restored draft', example: <RestoredForm /> },
    ],
  },
  DraftRestoredNotice: {
    purpose: 'Says that a form still holds what was typed before, and offers to start over.',
    cases: [{ state: 'Default', example: <DraftRestoredNotice onStartOver={() => undefined} /> }],
  },
  TypedConfirmation: {
    purpose: 'Asks for a name to be typed before a form does what can’t be undone.',
    cases: [{ state: 'Default', note: 'Submit it empty to see the error', example: <Confirmed /> }],
  },
}
