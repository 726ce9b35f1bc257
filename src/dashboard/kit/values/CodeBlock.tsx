import classes from './CodeBlock.module.css'
import { CopyButton } from './CopyValue.tsx'

interface Props {
  text: string
  /** Names the content, in lower case. */
  what: string
}

/** Text with a copy button, such as a configuration or JSON. */
export function CodeBlock({ text, what }: Props) {
  return (
    <div className={classes.block}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className={classes.text} role="region" aria-label={what} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <span className={classes.copy}>
        <CopyButton value={text} what={what} />
      </span>
    </div>
  )
}
