/**
 * Who is registered under which name, in which scope.
 *
 * A scope is a layer: a plugin, a conversation, a test. Registering in a scope may cover a name of a lower one only
 * if the scope says `override`; closing the scope reveals what it covered. Readers take a snapshot,
 * which never changes; the map is copied only when something changes after one was taken.
 *
 * @module
 */
import { ToolyardError } from '../kernel/index.ts'
import type { RegistryEntry } from './registry-entry.ts'
import { Snapshot } from './snapshot.ts'

export interface ScopeOptions {
  readonly name: string
  /** Whether this scope may cover names of lower scopes. */
  readonly override?: boolean
  /** Whether every other scope may cover this one's names: built-in tools. */
  readonly weak?: boolean
}

export interface RegistrationScope {
  readonly name: string
  /** Refuses a name that is taken, unless `replace` and it is this scope's own. */
  add(entry: RegistryEntry, options?: { readonly replace?: boolean }): void
  remove(name: string): boolean
  /** Puts exactly `entries` in place of all that this scope holds, at once. Names that clash are answered, the rest is taken. */
  reset(entries: readonly RegistryEntry[]): ToolyardError[]
  close(): void
}

interface Registration {
  readonly entry: RegistryEntry
  readonly scope: LayeredScope
  under: Registration | undefined
}

export class Registrations {
  /** Changes with every change; plans made for an older version are stale. */
  version = 0
  #visible = new Map<string, Registration>()
  #snapshot: Snapshot | undefined
  readonly #aliases = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  #scopes = 0
  readonly builtins: RegistrationScope = this.scope({ name: 'built-in tools', weak: true })
  readonly base: RegistrationScope = this.scope({ name: 'base' })

  scope(options: ScopeOptions): RegistrationScope {
    return new LayeredScope(this, options, this.#scopes++)
  }

  get(name: string): RegistryEntry | undefined {
    return this.#visible.get(name)?.entry
  }

  /** Another name for a tool: it counts if no tool has it. */
  alias(alias: string, name: string): void {
    this.#aliases.set(alias, name)
  }

  /** The name of the tool that is meant. */
  nameOf(name: string): string {
    if (this.#aliases.size === 0 || this.#visible.has(name)) return name
    return this.#aliases.get(name) ?? name
  }

  snapshot(): Snapshot {
    return (this.#snapshot ??= new Snapshot(this.version, this.#visible))
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** For scopes only. */
  top(name: string): Registration | undefined {
    return this.#visible.get(name)
  }

  /** For scopes only: `undefined` frees the name. */
  put(name: string, registration: Registration | undefined): void {
    if (this.#snapshot) {
      this.#visible = new Map(this.#visible)
      this.#snapshot = undefined
    }
    if (registration) this.#visible.set(name, registration)
    else this.#visible.delete(name)
    this.version++
  }

  /** For scopes only: tells the listeners, once for a whole change. */
  announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

class LayeredScope implements RegistrationScope {
  readonly name: string
  readonly #registrations: Registrations
  readonly #override: boolean
  readonly #weak: boolean
  readonly #level: number
  readonly #own = new Set<string>()
  #closed = false

  constructor(registrations: Registrations, options: ScopeOptions, level: number) {
    this.#registrations = registrations
    this.name = options.name
    this.#override = options.override ?? false
    this.#weak = options.weak ?? false
    this.#level = level
  }

  add(entry: RegistryEntry, options: { readonly replace?: boolean } = {}): void {
    this.#add(entry, options.replace ?? false)
    this.#registrations.announce()
  }

  remove(name: string): boolean {
    if (!this.#own.has(name)) return false
    this.#unlink(name)
    this.#registrations.announce()
    return true
  }

  reset(entries: readonly RegistryEntry[]): ToolyardError[] {
    const problems: ToolyardError[] = []
    const next = new Map(entries.map((entry) => [entry.manifest.name, entry]))
    for (const name of this.#own) if (!next.has(name)) this.#unlink(name)
    for (const entry of entries) {
      try {
        this.#add(entry, true)
      } catch (error) {
        problems.push(ToolyardError.from(error))
      }
    }
    this.#registrations.announce()
    return problems
  }

  close(): void {
    if (this.#closed) return
    for (const name of this.#own) this.#unlink(name)
    this.#closed = true
    this.#registrations.announce()
  }

  #add(entry: RegistryEntry, replace: boolean): void {
    const { name } = entry.manifest
    if (this.#closed)
      throw new ToolyardError('closed', `Scope "${this.name}" is closed; "${name}" was not registered.`)
    if (this.#own.has(name)) {
      if (!replace) this.#refuse(name, this)
      this.#replace(name, entry)
      return
    }
    this.#insert(name, { entry, scope: this, under: undefined })
    this.#own.add(name)
  }

  /** Layers lie in the order in which their scopes were opened, not of their first registrations. */
  #insert(name: string, registration: Registration): void {
    const top = this.#registrations.top(name)
    if (!top || top.scope.#level < this.#level) {
      if (top && !this.#override && !top.scope.#weak) this.#refuse(name, top.scope)
      registration.under = top
      this.#registrations.put(name, registration)
      return
    }
    if (!top.scope.#override && !this.#weak) this.#refuse(name, top.scope)
    let above = top
    while (above.under && above.under.scope.#level > this.#level) above = above.under
    if (above.under && !this.#override && !above.under.scope.#weak) this.#refuse(name, above.under.scope)
    registration.under = above.under
    above.under = registration
    this.#registrations.version++
  }

  #replace(name: string, entry: RegistryEntry): void {
    const top = this.#registrations.top(name)
    const fresh = (old: Registration): Registration => ({ entry, scope: this, under: old.under })
    if (top?.scope === this) return this.#registrations.put(name, fresh(top))
    for (let above = top; above?.under; above = above.under) {
      if (above.under.scope === this) above.under = fresh(above.under)
    }
    this.#registrations.version++
  }

  #unlink(name: string): void {
    this.#own.delete(name)
    const top = this.#registrations.top(name)
    if (top?.scope === this) return this.#registrations.put(name, top.under)
    for (let above = top; above?.under; above = above.under) {
      if (above.under.scope === this) above.under = above.under.under
    }
    this.#registrations.version++
  }

  #refuse(name: string, holder: RegistrationScope): never {
    throw new ToolyardError(
      'name_taken',
      `A tool named "${name}" is already registered in scope "${holder.name}"`,
      {
        tool: name,
        hint: 'Give it another name, replace the other one with { replace: true }, or open a scope with { override: true }.',
      },
    )
  }
}
