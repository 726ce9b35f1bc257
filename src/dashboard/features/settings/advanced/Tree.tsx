import classes from '../settings.module.css'

/** An object as a collapsible tree. */
export function Tree({ name, value, depth = 0 }: { name: string; value: unknown; depth?: number }) {
  if (typeof value !== 'object' || value === null) {
    return (
      <p className={classes.leaf}>
        <span className={classes.key}>{name}</span> <code>{JSON.stringify(value) ?? 'undefined'}</code>
      </p>
    )
  }
  const entries = Object.entries(value)
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  return (
    <details className={classes.branch} open={depth < 3}>
      <summary>
        <span className={classes.key}>{name}</span> <span className={classes.size}>{size}</span>
      </summary>
      {entries.map(([key, inner]) => (
        <Tree key={key} name={key} value={inner} depth={depth + 1} />
      ))}
    </details>
  )
}
