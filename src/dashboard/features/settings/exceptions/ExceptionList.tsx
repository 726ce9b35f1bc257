import { Button } from '@mantine/core'
import type { SiteSettings } from '../../../../contract/index.ts'
import { filterInWords } from '../../../../words/filters.ts'
import { MoreMenu } from '../../../kit/actions/MoreMenu.tsx'
import { confirm } from '../../../kit/dialogs/confirm.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { PlusIcon } from '../../../kit/marks/icons.tsx'
import { Verdict } from '../../../kit/marks/Mark.tsx'
import { type Exception, problemOf, scopeOf } from '../exceptions.ts'
import { Row, Rows } from '../Rows.tsx'
import { unknownOfFilter } from '../unknown-fields.ts'
import classes from '../settings.module.css'
import { FilterSentence } from './FilterSentence.tsx'

interface Props {
  settings: SiteSettings
  exceptions: readonly Exception[]
  /** What the service refused, by path. */
  problems: Readonly<Record<string, string>>
  onAdd: () => void
  onEdit: (index: number) => void
  onDelete: (index: number) => void
}

/** The filters of all actions, each as a sentence. */
export function ExceptionList({ settings, exceptions, problems, onAdd, onEdit, onDelete }: Props) {
  return (
    <Panel
      title="Exceptions"
      aside="where a switch doesn’t apply"
      actions={
        <Button variant="default" leftSection={<PlusIcon />} onClick={onAdd}>
          Add exception…
        </Button>
      }
      bare={exceptions.length > 0}
    >
      {exceptions.length === 0 ? (
        <p className={classes.hint}>
          None: every switch applies to all requests. Add one to leave out a part of your site, such as the checkout.
        </p>
      ) : (
        <Rows label="Exceptions">
          {exceptions.map((exception, index) => {
            const scope = scopeOf(settings, exception)
            const problem = problemOf(exceptions, index, problems)
            const unknown = unknownOfFilter(exception.filter)
            return (
              <Row
                key={index}
                title={<FilterSentence filter={exception.filter} />}
                control={
                  <MoreMenu
                    label={`More about exception ${index + 1}`}
                    items={[
                      { label: 'Edit…', onSelect: () => onEdit(index) },
                      {
                        label: 'Delete…',
                        isDanger: true,
                        onSelect: () => askToDelete(scope, filterInWords(exception.filter), () => onDelete(index)),
                      },
                    ]}
                  />
                }
              >
                <span>{scope}</span>
                {unknown && <span>Also set, and kept: {unknown}.</span>}
                {problem && <Verdict severity="error">{problem}</Verdict>}
              </Row>
            )
          })}
        </Rows>
      )}
    </Panel>
  )
}

function askToDelete(scope: string, words: string, onDelete: () => void): void {
  confirm({
    title: 'Delete this exception?',
    body: `${scope}: ${words}. Nothing changes for visitors until you save the settings.`,
    verb: 'Delete',
    danger: true,
    action: async () => onDelete(),
  })
}
