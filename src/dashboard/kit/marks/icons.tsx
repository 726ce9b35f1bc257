import type { ReactNode } from 'react'
import classes from './icons.module.css'

/**
 * A 16 × 16 icon of one weight in the colour of the surrounding text. A control with an icon always has a name too.
 * @__NO_SIDE_EFFECTS__
 */
function icon(drawing: ReactNode): () => ReactNode {
  return function Icon() {
    return (
      <svg className={classes.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    )
  }
}

export const FleetIcon = icon(
  <>
    <rect x="2" y="2" width="5" height="5" rx="1.3" />
    <rect x="9" y="2" width="5" height="5" rx="1.3" />
    <rect x="2" y="9" width="5" height="5" rx="1.3" />
    <rect x="9" y="9" width="5" height="5" rx="1.3" />
  </>,
)
export const AccountsIcon = icon(
  <>
    <circle cx="6" cy="5.2" r="2.5" />
    <path d="M1.6 13.5c0-2.5 1.9-4 4.4-4s4.4 1.5 4.4 4M10.8 2.9a2.4 2.4 0 0 1 0 4.6M12.2 9.8c1.4.6 2.2 1.9 2.2 3.7" />
  </>,
)
export const PeopleIcon = icon(
  <>
    <circle cx="6.2" cy="5.2" r="2.5" />
    <path d="M1.8 13.5c0-2.5 1.9-4 4.4-4s4.4 1.5 4.4 4M12.6 5v4.4M10.4 7.2h4.4" />
  </>,
)
export const BellIcon = icon(
  <path d="M8 1.9A4.1 4.1 0 0 0 3.9 6c0 3.3-1.4 4.7-1.4 4.7h11S12.1 9.3 12.1 6A4.1 4.1 0 0 0 8 1.9ZM6.5 13.4a1.7 1.7 0 0 0 3 0" />,
)
export const GlobeIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M2 8h12M8 2c1.8 1.7 2.6 3.8 2.6 6S9.8 12.3 8 14c-1.8-1.7-2.6-3.8-2.6-6S6.2 3.7 8 2Z" />
  </>,
)
export const PulseIcon = icon(<path d="M1.5 8.4h2.9l2-5.2 3.1 9.6 2-4.4h3" />)
export const GaugeIcon = icon(
  <>
    <path d="M3.2 12.6a6.3 6.3 0 1 1 9.6 0M8 9.2l2.8-3.4" />
    <circle cx="8" cy="9.4" r=".6" />
  </>,
)
export const TestIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M6.7 5.7 10.3 8l-3.6 2.3Z" />
  </>,
)
export const SamplesIcon = icon(<path d="M2 3.4h4.6M5.2 6.5h4.6M6.8 9.5h4.4M9.6 12.6H14" />)
export const ActivityIcon = icon(<path d="M2.4 8a5.6 5.6 0 1 0 1.7-4L2.4 5.6M2.4 2.4v3.2h3.2M8 4.9v3.3l2.2 1.4" />)
export const NetworkIcon = icon(
  <>
    <rect x="5.8" y="1.8" width="4.4" height="3.6" rx="1" />
    <rect x="1.5" y="10.6" width="4.4" height="3.6" rx="1" />
    <rect x="10.1" y="10.6" width="4.4" height="3.6" rx="1" />
    <path d="M8 5.4V8M3.7 10.6V8h8.6v2.6" />
  </>,
)
export const UserIcon = icon(
  <>
    <circle cx="8" cy="5.3" r="2.9" />
    <path d="M2.6 14c0-2.9 2.4-4.6 5.4-4.6s5.4 1.7 5.4 4.6" />
  </>,
)
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.6" />
    <path d="m10.5 10.5 3.4 3.4" />
  </>,
)
export const MenuIcon = icon(<path d="M2 4h12M2 8h12M2 12h12" />)
export const MoreIcon = icon(
  <>
    <g fill="currentColor" stroke="none">
      <circle cx="3.2" cy="8" r="1.25" />
      <circle cx="8" cy="8" r="1.25" />
      <circle cx="12.8" cy="8" r="1.25" />
    </g>
  </>,
)
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />)
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />)
export const CheckIcon = icon(<path d="m3 8.6 3.3 3.2L13 4.7" />)
export const ChevronIcon = icon(<path d="m4 6 4 4 4-4" />)
export const UpDownIcon = icon(<path d="m5 6 3-3 3 3M5 10l3 3 3-3" />)
export const ArrowIcon = icon(<path d="M2.6 8h10.8M9.4 4l4 4-4 4" />)
export const CopyIcon = icon(
  <>
    <rect x="5.6" y="5.6" width="8" height="8" rx="1.8" />
    <path d="M10.4 5.6V4.2a1.8 1.8 0 0 0-1.8-1.8H4.2a1.8 1.8 0 0 0-1.8 1.8v4.4a1.8 1.8 0 0 0 1.8 1.8h1.4" />
  </>,
)
export const LinkIcon = icon(
  <path d="m6.4 9.6 3.2-3.2M7.2 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3l-1.2 1.2M8.8 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3l1.2-1.2" />,
)
export const ExternalIcon = icon(
  <path d="M9.4 2.5h4.1v4.1M13.5 2.5l-6 6M12 9.4v2.3a1.8 1.8 0 0 1-1.8 1.8H4.3a1.8 1.8 0 0 1-1.8-1.8V5.8A1.8 1.8 0 0 1 4.3 4h2.3" />,
)
export const RefreshIcon = icon(<path d="M13.6 8A5.6 5.6 0 1 1 12 4l1.6 1.6M13.6 2.4v3.2h-3.2" />)
export const TableIcon = icon(
  <>
    <rect x="2" y="2.6" width="12" height="10.8" rx="1.6" />
    <path d="M2 6.4h12M6.4 6.4v7" />
  </>,
)
export const EditIcon = icon(
  <path d="M9.8 3.4 12.6 6.2 5.6 13.2l-3.2.4.4-3.2ZM9.8 3.4l1.1-1.1a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2l-1.1 1.1" />,
)
export const EyeIcon = icon(
  <>
    <path d="M1.5 8S3.8 3.5 8 3.5 14.5 8 14.5 8 12.2 12.5 8 12.5 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="2" />
  </>,
)
export const EyeOffIcon = icon(
  <path d="M3.5 4.8C2.2 6.2 1.5 8 1.5 8S4 12.5 8 12.5c1.1 0 2.1-.3 3-.8M6 3.9a6 6 0 0 1 2-.4c4 0 6.5 4.5 6.5 4.5a10 10 0 0 1-1.5 2M2.5 2.5l11 11" />,
)
export const KeyIcon = icon(
  <>
    <circle cx="5.2" cy="10.8" r="2.8" />
    <path d="m7.3 8.7 6.2-6.2M10.6 5.4l2 2" />
  </>,
)
export const MailIcon = icon(
  <>
    <rect x="1.8" y="3.2" width="12.4" height="9.6" rx="1.8" />
    <path d="m2.3 4.6 5.7 4.2 5.7-4.2" />
  </>,
)
export const WebhookIcon = icon(
  <>
    <path d="M6.1 9.9 4.6 12.4M9.9 9.9h-3.8M8 3.6l2 3.6M10 7.2l1.8 3.1" />
    <circle cx="8" cy="3.4" r="1.6" />
    <circle cx="3.6" cy="12" r="1.6" />
    <circle cx="12.4" cy="12" r="1.6" />
  </>,
)
export const ServerIcon = icon(
  <>
    <rect x="2" y="2.4" width="12" height="4.8" rx="1.4" />
    <rect x="2" y="8.8" width="12" height="4.8" rx="1.4" />
    <path d="M4.8 4.8h.01M4.8 11.2h.01" />
  </>,
)
export const FlagIcon = icon(<path d="M3.5 14V2.4M3.5 3h8.9l-1.7 2.8 1.7 2.8H3.5" />)
export const TuneIcon = icon(
  <>
    <path d="M2 5h12M2 11h12" />
    <g fill="currentColor" stroke="none">
      <circle cx="5.6" cy="5" r="2.6" />
      <circle cx="10.4" cy="11" r="2.6" />
    </g>
  </>,
)
export const InfoIcon = icon(
  <>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 7.4v3.6M8 5.1h.01" />
  </>,
)
