import classes from './Logo.module.css'

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" />
        <path d="M5.5 7.5h6M8.5 12h7M12.5 16.5h6" />
      </svg>
      Site Performance
    </span>
  )
}
