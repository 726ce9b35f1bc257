import type { ReactNode } from 'react'
import classes from './icons.module.css'

/** A 16 × 16 icon in the colour of the surrounding text. A control with an icon always has a name too. */
function icon(drawing: ReactNode): () => ReactNode {
  return function Icon() {
    return (
      <svg className={classes.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    )
  }
}

export const CopyIcon = icon(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
  </>,
)
export const LinkIcon = icon(
  <path d="M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9" />,
)
export const CheckIcon = icon(<path d="m3 8.5 3.2 3.2L13 4.8" />)
export const RefreshIcon = icon(<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5" />)
export const EyeIcon = icon(
  <>
    <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="2" />
  </>,
)
export const EyeOffIcon = icon(
  <path d="M3.5 4.8C2.2 6.2 1.5 8 1.5 8S4 12.5 8 12.5c1.1 0 2.1-.3 3-.8M6 3.9a6 6 0 0 1 2-.4c4 0 6.5 4.5 6.5 4.5a10 10 0 0 1-1.5 2M2.5 2.5l11 11" />,
)
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />)
export const MenuIcon = icon(<path d="M2 4h12M2 8h12M2 12h12" />)
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </>,
)
export const ExternalIcon = icon(
  <path d="M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3" />,
)
export const ChevronIcon = icon(<path d="m4 6 4 4 4-4" />)
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9" />
  </>,
)
export const MoonIcon = icon(<path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z" />)
export const SystemIcon = icon(
  <>
    <rect x="2" y="3" width="12" height="8" rx="1" />
    <path d="M6 13.5h4" />
  </>,
)
