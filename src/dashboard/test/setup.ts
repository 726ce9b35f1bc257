// a component needs them as much as a page does
import '../kit/theme/mantine-styles.ts'
import '../app/global.css'
import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// the library asks for this itself, but only of the first file that loads it
beforeEach(() => cleanup())

// before the next file is loaded, which may ask what time it is
afterEach(() => void vi.restoreAllMocks())
