import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// the library asks for this itself, but only of the first file that loads it
beforeEach(() => cleanup())
