/**
 * Checks the settings that parts own.
 *
 * @module
 */
import { parts } from './all-parts.ts'

/** `at` says how the writer called a setting. Throws `invalid_config`. */
export function checkParts(settings: Readonly<Record<string, unknown>>, at: (name: string) => string): void {
  for (const { setting } of parts) {
    const value = setting && settings[setting.name]
    if (value !== undefined) setting?.check?.(value as never, at(setting.name))
  }
}
