/**
 * By which facts a program in any language is run as a tool.
 *
 * @module
 */

export interface ExternalFacts {
  /** The program and its fixed arguments; a relative program is found beside the manifest. In plain mode `{name}` is a parameter. */
  readonly command: readonly string[]
  /** The folder of the manifest. */
  readonly folder: string
  /**
   * `events`: arguments as JSON on standard input, events as lines of JSON on standard output. `plain`: arguments in the
   * command, standard output is the result. `server`: one process for many calls, a line of JSON for each.
   */
  readonly mode: 'events' | 'plain' | 'server'
  /** In plain mode: the parameter that is written to standard input. */
  readonly stdin?: string
  /** Added to the allow-list of inherited variables; `${NAME}` is a reference to a secret. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether it reaches the network from the sandbox; it does not by default. */
  readonly network?: boolean
  /** Whether it may change the workspace; by the tool's permission where it is not said. */
  readonly readOnly?: boolean
  /** In plain mode: exit codes that are no failure; 0 by default. */
  readonly okExitCodes?: readonly number[]
  /** In server mode: how long an idle process is kept. */
  readonly idleMs?: number
}
