import * as z from 'zod/mini'

// zod's compiled parsers need eval, which the Content-Security-Policy forbids; imported before anything is parsed
z.config({ jitless: true })
