/** Runs commands one after the other, as a person would type them, and stops at the first that fails. */
import { spawnSync } from 'node:child_process'

export function run(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): void {
  console.log(`\n$ ${[command, ...args].join(' ')}`)
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: environment })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
