/**
 * Kept profiles: a folder of ours by name, used by one browser at a time, of whatever process.
 *
 * @module
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf, ToolyardError } from '../../kernel/index.ts'

export interface HeldProfile {
  readonly folder: string
  release(): Promise<void>
}

/** Rejects with `busy` while another browser has it. */
export async function holdProfile(profiles: string, name: string): Promise<HeldProfile> {
  if (!/^[\w-]{1,40}$/.test(name))
    throw new ToolyardError('invalid_arguments', `${JSON.stringify(name.slice(0, 80))} is no profile name.`, {
      hint: 'Use up to 40 letters, digits, "-" and "_".',
    })
  const folder = join(profiles, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = await lockFile(join(profiles, `${name}.held`))
  if (!lock) throw inUse(name)
  // Chromium's own marks speak of process numbers that mean nothing in another sandbox.
  for (const mark of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    await rm(join(folder, mark), { force: true })
  return { folder, release: async () => lock.close() }
}

/**
 * A lock of the system's, by the one library of Node's that knows them: it ends with the process, however that ends, and no two
 * get it. Nothing while it is held.
 */
async function lockFile(path: string): Promise<DatabaseSync | undefined> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file.close()
    if (messageOf(error).includes('locked')) return undefined
    throw error
  }
}

function inUse(name: string): ToolyardError {
  return new ToolyardError('busy', `another browser uses the profile "${name}".`, {
    hint: 'Close that browser first, or open one without a profile.',
    retryable: true,
  })
}
