/**
 * What is known of a language before any server runs: its files, its servers, and how to get one.
 *
 * @module
 */

import type { Readiness } from '../../../../host/index.ts'

export interface ServerSpec {
  /** As people know it. */
  readonly name: string
  /** The program and its arguments: a name on the PATH or an absolute path. */
  readonly command: readonly string[]
  /** The npm package that brings the program: looked for in `node_modules`, from the file's folder upward, before the PATH. */
  readonly npm?: {
    readonly package: string
    /** The first major version that can do it. */
    readonly major?: number
    /** Only there: a program of this name on the PATH may be an older one. */
    readonly only?: boolean
  }
  /** The line that installs it. */
  readonly install: string
  readonly readiness: Readiness
  /** What it is told when it asks for its configuration, by section. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly initializationOptions?: unknown
  /** Folders below the home folder that it must see, also in a sandbox: where packages are kept. */
  readonly readable?: readonly string[]
}

export interface Language {
  readonly name: string
  readonly title: string
  /** Language identifiers of the protocol by ending of the file's name, with its dot. */
  readonly endings: Readonly<Record<string, string>>
  /** Files whose change is told to the server beside those of the language. */
  readonly configuration: readonly string[]
  /** In order of preference: the first that is installed runs. */
  readonly servers: readonly ServerSpec[]
  /** `false` if its files hold no names that are looked for across files. */
  readonly hasNames?: boolean
}
