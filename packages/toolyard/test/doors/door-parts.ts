/** What every door is made of. */

/** What a caller of any door can tell about one call. */
export interface Told {
  readonly ok: boolean
  readonly text: string
}

export interface Door {
  names(): Promise<string[]>
  call(tool: string, input: Record<string, unknown>): Promise<Told>
  close(): Promise<void>
}

export interface DoorEnvironment {
  /** The database of the project. */
  readonly database: string
  /** A folder with more tools. */
  readonly more: string
  /** Where tools work: built-in tools for files and commands are there if it is given. */
  readonly workspace?: string
  /** Whether what needs a person waits for one. */
  readonly approvals?: 'pending'
  /** On whose behalf is called. */
  readonly agent?: string
}
