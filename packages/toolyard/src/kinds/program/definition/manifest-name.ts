/**
 * How a manifest of a program is known: `NAME.tool.toml` or `NAME.tool.json`.
 *
 * @module
 */
import { basename } from 'node:path'

const ending = /\.tool\.(?:toml|json)$/

export function isManifest(path: string): boolean {
  return ending.test(path)
}

/** `report` of `scripts/report.tool.toml`. */
export function stemOf(path: string): string {
  return basename(path).replace(ending, '')
}
