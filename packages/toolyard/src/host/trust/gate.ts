/**
 * Asked before anything of a folder that tools can write to is read as a definition, or started outside the sandbox.
 *
 * Both reject with `untrusted`, and name the file, unless the content is what a person has trusted.
 *
 * @module
 */

/** A program that runs outside the sandbox, or with secrets. */
export interface StartedCommand {
  /** How people know it: `MCP server "notes"`. */
  readonly name: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface TrustGate {
  files(paths: readonly string[]): Promise<void>
  /** Answers variables that the program needs beside its own. */
  command(command: StartedCommand): Promise<Readonly<Record<string, string>>>
  /** Calls back when something was trusted meanwhile; answers a function that stops it. */
  watch(onTrusted: () => void): () => void
}
