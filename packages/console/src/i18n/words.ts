/** The dictionary: what every language has to say. English is written first, and its shape is the type. */
import type { en } from './en/index.ts'

export type Words = typeof en
