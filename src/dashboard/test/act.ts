import React from 'react'
import { flushSync } from 'react-dom'

// React's production build lacks what vitest-browser-react renders in, so that what it rendered is there when it returns
Object.assign(React, { act: flushSync })
