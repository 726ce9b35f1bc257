import { createContext } from 'react'
import classes from './Figure.module.css'

/** Whether what is measured is set as a figure here. */
export const IsFigure = createContext(false)

/** A number, with what it is counted by: `280k`, `1.62M`, `−0.12`. */
const number = /([+−-]?\d[\d.,:]*(?:[kMB]\b)?)/

/** A large figure, whose units are set smaller: `1.31 s`, `77.8%`, `1 d 4 h`. */
export function Figure({ text }: { text: string }) {
  return text.split(number).map((part, i) =>
    // every second part is a number
    i % 2 === 0 && part !== '' ? (
      <span key={i} className={classes.unit}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
