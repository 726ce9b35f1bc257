import { explanationHandlers } from './explanation.ts'
import { settingsHandlers as readAndUpdate } from './handlers.ts'

export const settingsHandlers = { ...readAndUpdate, ...explanationHandlers }
