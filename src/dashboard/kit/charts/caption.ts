import { timeSpan, type Zone } from '../format/time.ts'

export interface Subject {
  /** The host or name of what was measured. */
  readonly subject: string
  /** What the values are: "requests per hour". */
  readonly unit: string
}

interface Shown extends Subject {
  /** UNIX ms. */
  readonly from: number
  readonly to: number
}

/** What an image must say once it has left the page: "www.example.com · 19 Nov 2026, 10:05 – … UTC · requests per hour". */
export function captionOf({ subject, unit, from, to }: Shown, zone: Zone): string {
  return [subject, timeSpan(from, to, zone), unit].filter(Boolean).join(' · ')
}
