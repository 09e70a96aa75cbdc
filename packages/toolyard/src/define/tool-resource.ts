/**
 * What a call touches, as policy, locks and approvals name it.
 *
 * @module
 */

export interface ToolResource {
  readonly kind: 'path' | 'url' | 'command' | 'session' | 'name'
  readonly id: string
  readonly access: 'read' | 'write'
  /** Of a url: the call touches everything at its origin, so that rules are held against the origin. */
  readonly isOrigin?: boolean
  /** Of a URL: the method of the request, in capitals, where the call chooses it. */
  readonly method?: string
  /** Of a path: the file is likely to hold secrets, so that a person is asked. */
  readonly sensitive?: boolean
  /** Of a URL: who allows it for longer allows its whole site. */
  readonly bySite?: boolean
  /** Of a name: the person who is asked reads it too, because arguments may leave it to the settings. */
  readonly shown?: boolean
  /** Of a command: the shell that reads it. Rules look inside a command only if it is said. */
  readonly shell?: 'bash'
  /** Of a command: the folder in which it starts, absolute; the workspace by default. */
  readonly cwd?: string
  /** Of a command: something is written to its standard input. */
  readonly fed?: boolean
}
