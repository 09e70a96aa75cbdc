/**
 * Runs a measurement in a process of its own, where nothing else is on the heap.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The child prints one object of numbers as JSON. It runs as this process does: from the sources, where this one was started so. */
export async function runChild<Figures extends Readonly<Record<string, number>>>(
  name: string,
  parameters: readonly (string | number)[],
): Promise<Figures> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const { stdout } = await execute(process.execPath, [
    '--expose-gc',
    ...process.execArgv,
    file,
    ...parameters.map(String),
  ])
  return JSON.parse(stdout) as Figures
}
