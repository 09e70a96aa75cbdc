/**
 * What tools reach of the machine: one choke point for each of its resources.
 *
 * @module
 */
import type { Browsers } from './browser/index.ts'
import type { FileChanges, Root, Workspace } from './files/index.ts'
import type { LanguageServerSettings } from './language-settings.ts'
import type { Net, NetSettings } from './net/index.ts'
import type { Programs } from './proc/index.ts'
import type { Search } from './search/index.ts'
import type { SecretReader } from './secrets/index.ts'
import type { TrustGate } from './trust/gate.ts'

export interface HostSettings {
  /** The real path of the folder that tools may work in. */
  readonly workspace: string
  /** Where children inherit a short list of variables from. */
  readonly environment: NodeJS.ProcessEnv
  /** Folders beside the workspace that tools may use, read-only or read-write. */
  readonly roots?: readonly Root[]
  /** Files and folders that no tool writes, beside those that never are: the folders that tools are loaded from. */
  readonly protectedPaths?: readonly string[]
  /** Sensitive files that programs may read: those that a rule allows by their names. */
  readonly readableSecrets?: (path: string) => boolean
  /** Where what programs left behind to run outside the sandbox is moved to. */
  readonly asideFolder?: string
  /** What Toolyard keeps for itself (state, databases): no tool and no program reaches it, wherever it is. */
  readonly statePaths?: readonly string[]
  /** Which tools need that this thread has read a file before they change it: those that write it whole, by default. */
  readonly readFirst?: readonly ('write' | 'edit')[]
  /** Where what calls changed in files is kept; in memory by default. */
  readonly changes?: FileChanges
  /** How programs are kept from the rest of the machine: `bwrap` where it works by default, `required` to run nothing without. */
  readonly sandbox?: 'none' | 'bwrap' | 'required'
  /** Whether programs in the sandbox reach the network; they do not by default. */
  readonly sandboxNetwork?: boolean
  /** Language servers beside the known ones, or instead of them, and how long they may take. */
  readonly languageServers?: LanguageServerSettings
  /** Where requests may go beside the public network. */
  readonly network?: NetSettings
  /** Asked before something is started outside the sandbox; everything may be where it is absent. */
  readonly trust?: TrustGate | undefined
  /** Puts values in the place of references; from the environment by default. */
  readonly secrets?: SecretReader
}

/** Of the machine, what something that outlives a call needs. */
export interface LastingAccess {
  /** Every file of the workspace: later calls name others. Their tool checks each path against the files of its call. */
  readonly files: Pick<Workspace, 'openRead'>
  /** What rules close is closed to these programs, whatever the call names that starts them. */
  readonly programs: Pick<Programs, 'start' | 'find'>
}

export interface HostAccess {
  readonly settings: HostSettings
  /** The one way to files. */
  readonly files: Workspace
  /** What calls changed in files. */
  readonly changes: FileChanges
  /** Starts every child process. */
  readonly programs: Programs
  /** Looks through many files at once. */
  readonly search: Search
  /** For what outlives the call that makes it, such as a language server; the conversation owns it and closes it. */
  readonly lasting: LastingAccess
  /** The one way to the network. */
  readonly net: Net
  /** Browsers that reach the network through the same guard. */
  readonly browsers: Browsers
  /** Puts values in the place of references to secrets. */
  readonly secrets: SecretReader
  /** Ends every program that was started. */
  close(): Promise<void>
}
