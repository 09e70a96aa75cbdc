/**
 * The first token: made at the first start, kept in a file that only its owner can read.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { chmod, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { AccessToken } from '../../store/index.ts'
import { hashOf, newTokenValue, TokenBook } from './token-book.ts'

export interface OpenedDoor {
  readonly tokens: TokenBook
  /** The first token, to sign in with; none if one was set by hand. */
  readonly token: string | undefined
  /** Lets the next start make another one, if the first token was taken back. */
  readonly onTokenRemoved: (token: AccessToken) => Promise<void>
}

/** Shorter ones could be guessed. */
const leastCharacters = 32
const ownerOnly = 0o600

export interface DoorSettings {
  /** A token that was set for this server alone. */
  readonly own: string | undefined
  /** Where the first token is kept otherwise: a file in a folder that is its owner's alone. */
  readonly file: () => string
}

export async function openDoor(yard: ToolService, settings: DoorSettings): Promise<OpenedDoor> {
  const tokens = new TokenBook(yard.store.tokens)
  const { own } = settings
  if (own !== undefined) {
    tokens.setOwn(checkedToken(own, 'TOOLYARD_TOKEN'), { name: 'TOOLYARD_TOKEN', role: 'admin' })
    return { tokens, token: undefined, onTokenRemoved: async () => {} }
  }
  const file = settings.file()
  const token = (await readToken(file)) ?? (await writeToken(file))
  await tokens.adopt(token, { name: 'first token', role: 'admin' })
  return {
    tokens,
    token,
    onTokenRemoved: async ({ hash }) => {
      if (hash === hashOf(token)) await rm(file, { force: true })
    },
  }
}

/** Throws `invalid_config`. `name` is where it was set. */
export function checkedToken(value: string, name: string): string {
  if (value.length >= leastCharacters && /^[\x21-\x7e]+$/.test(value)) return value
  throw new ToolyardError(
    'invalid_config',
    `${name} has ${value.length} characters; it must have at least ${leastCharacters}, without spaces`,
    { hint: 'Make one with "openssl rand -hex 32".' },
  )
}

async function readToken(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file)
    if ((mode & 0o077) !== 0) await chmod(file, ownerOnly)
    const value = (await readFile(file, 'utf8')).trim()
    return value.length >= leastCharacters ? value : undefined
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** If another server was quicker, its token counts. No process ever reads half of one: the file gets its name when it is whole. */
async function writeToken(file: string): Promise<string> {
  const value = newTokenValue()
  const whole = `${file}.${randomUUID()}`
  await writeFile(whole, `${value}\n`, { mode: ownerOnly, flag: 'wx' })
  try {
    await link(whole, file)
    return value
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    const other = await readToken(file)
    if (other !== undefined) return other
    // What is there is no token.
    await rename(whole, file)
    return value
  } finally {
    await rm(whole, { force: true })
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
