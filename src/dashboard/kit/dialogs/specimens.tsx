import { Button } from '@mantine/core'
import { confirm } from './confirm.ts'
import { toast } from '../feedback/toast.ts'
import { errors } from '../specimens/sample-data.ts'
import type { Specimens } from '../specimens/specimen.tsx'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const flush = () =>
  confirm({
    title: 'Flush the cache of www.fjordbikes.example?',
    body: 'Removes everything cached for the default profile. Pages are slower until they are cached again.',
    verb: 'Flush cache',
    action: async () => {
      await wait(600)
      toast('Cache flushed.')
    },
  })

const bypass = () =>
  confirm({
    title: 'Bypass the optimizer for www.fjordbikes.example?',
    body: 'Visitors go straight to your server until you resume.',
    verb: 'Bypass',
    danger: true,
    typed: 'www.fjordbikes.example',
    action: () => wait(600),
  })

const refuse = () =>
  confirm({
    title: 'Start maintenance for www.fjordbikes.example?',
    body: 'Visitors see the maintenance page. In this example the service refuses.',
    verb: 'Start maintenance',
    action: async () => {
      await wait(300)
      throw errors.failed
    },
  })

export const specimens: Specimens = {
  ConfirmDialog: {
    purpose: 'Asks before a change that visitors would notice or that can’t be undone.',
    cases: [
      {
        state: 'Default',
        note: 'Ends with a toast',
        example: (
          <Button variant="default" onClick={flush}>
            Flush cache…
          </Button>
        ),
      },
      {
        state: 'Typed confirmation',
        example: (
          <Button color="danger" onClick={bypass}>
            Bypass…
          </Button>
        ),
      },
      {
        state: 'Refused',
        example: (
          <Button variant="default" onClick={refuse}>
            Start maintenance…
          </Button>
        ),
      },
    ],
  },
}
