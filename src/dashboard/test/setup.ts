import './act.ts'
// a component needs them as much as a page does
import '../kit/theme/mantine-styles.ts'
import '../app/global.css'
import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// nothing is drawn that nobody sees, and nothing inside the frame can tell
const frame = window.frameElement as HTMLElement | null
if (frame) frame.style.opacity = '0'

// the library asks for this itself, but only of the first file that loads it
beforeEach(() => cleanup())

// before the next file is loaded, which may ask what time it is
afterEach(() => void vi.restoreAllMocks())
