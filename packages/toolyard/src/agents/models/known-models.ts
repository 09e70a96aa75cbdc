/**
 * Models of the vendors that are offered by name. Any other name of theirs may be written too; a test holds the list against what the
 * vendors' packages know.
 *
 * @module
 */
import type { VendorName } from './settings.ts'

/** The newest of each size first. */
export const knownModels: Readonly<Record<VendorName, readonly string[]>> = {
  anthropic: [
    'claude-sonnet-5-5',
    'claude-opus-5-5',
    'claude-haiku-5-5',
    'claude-sonnet-5',
    'claude-opus-5',
    'claude-haiku-4-5',
  ],
  openai: [
    'gpt-6.1-sol',
    'gpt-6.1-terra',
    'gpt-6-luna',
    'gpt-5.6',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5',
    'gpt-5-mini',
    'gpt-4.1',
  ],
  google: [
    'gemini-4-carbon',
    'gemini-4-argon',
    'gemini-3.8-flash',
    'gemini-3.5-flash-lite',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
  ],
}
