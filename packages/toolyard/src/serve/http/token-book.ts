/**
 * The tokens that open this server, as the database knows them: hashes only, looked up at most once a second.
 *
 * A token that was set for this process alone is never written anywhere.
 *
 * @module
 */
import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { ToolyardError } from '../../kernel/index.ts'
import type { AccessToken, Awaitable, TokenRole, TokenStore } from '../../store/index.ts'
import { ownTokenId } from './caller.ts'

export interface TokenSpec {
  readonly name: string
  readonly role: TokenRole
  readonly agent?: string | undefined
}

/** How long a token that another server has taken back may still be believed. */
const freshMs = 1000
/** How exactly is remembered when a token was used. */
const touchMs = 60_000

export class TokenBook {
  readonly #store: TokenStore
  #byHash = new Map<string, AccessToken>()
  #own: AccessToken | undefined
  #listedAt = -Infinity
  #listing: Promise<void> | undefined
  readonly #touched = new Map<string, number>()

  constructor(store: TokenStore) {
    this.#store = store
  }

  /** At once if what is known is fresh. */
  find(token: string): Awaitable<AccessToken | undefined> {
    const hashed = hashOf(token)
    if (this.#own && isSameHash(this.#own, hashed)) return this.#own
    const fresh = this.#fresh()
    return fresh ? fresh.then(() => this.#known(hashed)) : this.#known(hashed)
  }

  async byId(id: string): Promise<AccessToken | undefined> {
    if (this.#own?.id === id) return this.#own
    await this.#fresh()
    return [...this.#byHash.values()].find((token) => token.id === id)
  }

  async list(): Promise<readonly AccessToken[]> {
    return this.#store.list()
  }

  /** Calls and conversations are kept by the name of their token. Throws `name_taken`. */
  async requireFreeName(name: string): Promise<void> {
    const others = [...(await this.#store.list()), ...(this.#own ? [this.#own] : [])]
    if (!others.some((other) => other.name === name)) return
    throw new ToolyardError('name_taken', `there is a token named "${name}" already`, {
      hint: 'Choose another name, or delete that token first.',
    })
  }

  /** The value is answered here and nowhere else. */
  async create(spec: TokenSpec): Promise<{ readonly token: AccessToken; readonly value: string }> {
    const value = newTokenValue()
    return { token: await this.#add(spec, value), value }
  }

  /** Makes a token that is in a file already one of the database's. */
  async adopt(value: string, spec: TokenSpec): Promise<AccessToken> {
    return (await this.find(value)) ?? (await this.#add(spec, value))
  }

  /** For this process only. */
  setOwn(value: string, spec: TokenSpec): void {
    this.#own = { ...spec, id: ownTokenId, hash: hashOf(value), createdAt: Date.now() }
  }

  async remove(id: string): Promise<AccessToken> {
    const known = await this.byId(id)
    const removed = await this.#store.remove(id)
    this.#listedAt = -Infinity
    if (known && removed) return known
    throw new ToolyardError('not_found', `there is no token "${id}"`, {
      hint:
        id === this.#own?.id
          ? 'It was set for this server alone: start it with another one.'
          : 'See what there is with GET /api/tokens.',
    })
  }

  async #add(spec: TokenSpec, value: string): Promise<AccessToken> {
    const token = { ...spec, id: randomUUID(), hash: hashOf(value), createdAt: Date.now() }
    await this.#store.add(token)
    this.#listedAt = -Infinity
    return token
  }

  #known(hashed: string): AccessToken | undefined {
    const token = this.#byHash.get(hashed)
    if (!token || !isSameHash(token, hashed)) return undefined
    this.#touch(token)
    return token
  }

  #touch({ id }: AccessToken): void {
    const now = Date.now()
    if (now - (this.#touched.get(id) ?? 0) < touchMs) return
    this.#touched.set(id, now)
    // Only for people to look at: a database that is away does not close the door.
    void Promise.resolve(this.#store.touch(id, now)).catch(() => {})
  }

  #fresh(): Promise<void> | undefined {
    if (performance.now() - this.#listedAt < freshMs) return undefined
    return (this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined
    }))
  }

  async #list(): Promise<void> {
    const at = performance.now()
    const tokens = withOwnNames(await this.#store.list())
    this.#byHash = new Map(tokens.map((token) => [token.hash, token]))
    this.#listedAt = at
  }
}

/** Older databases may hold two tokens of one name. Those of agents are two callers, and told apart. */
function withOwnNames(tokens: readonly AccessToken[]): AccessToken[] {
  const names = new Set<string>()
  return tokens.map((token) => {
    const isFirst = !names.has(token.name)
    names.add(token.name)
    return isFirst || token.role !== 'agent' ? token : { ...token, name: `${token.name} (${token.id})` }
  })
}

/** Takes equally long wherever they differ. */
function isSameHash({ hash: known }: AccessToken, given: string): boolean {
  return timingSafeEqual(Buffer.from(known), Buffer.from(given))
}

/** 256 random bits. */
export function newTokenValue(): string {
  return `ty_${randomBytes(32).toString('base64url')}`
}

/** What a token is compared by; its time says nothing about the token. */
export function hashOf(token: string): string {
  return hash('sha256', token, 'hex')
}
