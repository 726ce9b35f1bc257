import type { ColumnType } from 'kysely'

/** UNIX milliseconds. */
export type Time = number
/** 0 or 1, in both databases. */
export type Flag = ColumnType<number, number, number>
/** JSON as text, so that queries are the same on both databases. */
export type Json = string
