/** Runs commands one after the other, as a person would type them, and stops at the first that fails. */
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

export function run(command: string, args: readonly string[]): void {
  console.log(`\n$ ${[basename(command), ...args].join(' ').slice(0, 200)}`)
  runQuietly(command, args)
}

export function runQuietly(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
