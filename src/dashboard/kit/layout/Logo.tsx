import classes from './Logo.module.css'

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 18 18" aria-hidden="true">
        <rect x="1" y="10" width="4" height="7" rx="1" opacity=".5" />
        <rect x="7" y="6" width="4" height="11" rx="1" opacity=".75" />
        <rect x="13" y="1" width="4" height="16" rx="1" />
      </svg>
      Site Performance
    </span>
  )
}
