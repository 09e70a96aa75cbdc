/**
 * Names as providers take them.
 *
 * A name that fits stays as it is. Any other gets its bad characters replaced, its head cut, and a hash of the
 * original behind it: equal names give equal names, and different ones different names.
 *
 * @module
 */
import { digestOf } from '../kernel/index.ts'

const fits = /^[a-zA-Z0-9_-]{1,64}$/
const maxLength = 64
const hashLength = 10

export function providerName(name: string): string {
  return fits.test(name) ? name : withHash(name, /[^a-zA-Z0-9_-]+/g)
}

/** `name` made of other characters only; keeps the tail, which tells tools of one server apart. */
export function withHash(name: string, bad: RegExp): string {
  const clean = name.slice(-4 * maxLength).replaceAll(bad, '_')
  return `${clean.slice(-(maxLength - hashLength - 1))}_${digestOf(name).slice(0, hashLength)}`
}
