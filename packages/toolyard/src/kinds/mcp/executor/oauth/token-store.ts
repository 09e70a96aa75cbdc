/**
 * What was agreed with servers that want to know who we are: registrations and tokens, by the server's address.
 *
 * Kept in one file of the person's own configuration folder, readable by no other user and never in a workspace. Every secret
 * that is read or kept is told to the part that takes secrets out of results.
 *
 * @module
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { configHome } from '../../../../host/index.ts'
import { isPlainObject } from '../../../../kernel/index.ts'

/** Data of the SDK, kept as it is. */
export interface Agreement {
  readonly client?: unknown
  /** The address that the registration was made with. */
  readonly redirectUrl?: string | undefined
  readonly tokens?: unknown
}

export interface OAuthTokenStore {
  get(url: string): Promise<Agreement>
  /** Changes members; `undefined` takes one away. */
  change(url: string, change: Agreement): Promise<void>
}

export function tokenFile(environment: NodeJS.ProcessEnv): string {
  return join(configHome(environment), 'mcp-tokens.json')
}

export function openTokenStore(file: string, hide: (secret: string) => void): OAuthTokenStore {
  let turn: Promise<unknown> = Promise.resolve()
  const get = async (url: string): Promise<Agreement> => {
    const { [url]: agreement } = await readAgreements(file)
    hideSecrets(agreement, hide)
    return agreement ?? {}
  }
  const change: OAuthTokenStore['change'] = async (url, members) => {
    hideSecrets(members, hide)
    const all = await readAgreements(file)
    await write(file, { ...all, [url]: { ...all[url], ...members } })
  }
  return {
    get: (url) => turn.then(() => get(url)),
    change(url, members) {
      const done = turn.then(() => change(url, members))
      turn = done.catch(() => {})
      return done
    },
  }
}

async function readAgreements(file: string): Promise<Record<string, Agreement>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isPlainObject(value) ? (value as Record<string, Agreement>) : {}
  } catch {
    return {}
  }
}

async function write(file: string, agreements: Record<string, Agreement>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, `${JSON.stringify(agreements, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, file)
}

const secrets = new Set(['access_token', 'refresh_token', 'id_token', 'client_secret'])

function hideSecrets(value: unknown, hide: (secret: string) => void): void {
  if (!isPlainObject(value)) return
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string' && secrets.has(key)) hide(item)
    else hideSecrets(item, hide)
  }
}
