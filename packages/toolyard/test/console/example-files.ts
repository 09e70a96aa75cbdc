/** The project that `npm start` serves, as files for a server of a test. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const example = join(import.meta.dirname, '../../../../examples/first-tools')

export async function exampleFiles(): Promise<Record<string, string>> {
  const names = await readdir(example, { recursive: true })
  const files = names.filter((name) => /^(?:toolyard\.config\.ts|(?:tools|scripts)\/.*\.\w+)$/.test(name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [name, await readFile(join(example, name), 'utf8')] as const),
    ),
  )
}
