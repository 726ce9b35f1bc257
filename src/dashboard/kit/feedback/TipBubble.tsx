import '@mantine/core/styles/Tooltip.css'

export { Tooltip as default } from '@mantine/core'
