/**
 * The shapes in which older code registers tools. `docs/names.md` maps every name.
 *
 * @module
 */
export interface StatelessToolDefinition {
  readonly name?: string
  readonly description: string
  readonly parameters: unknown
  execute(parameters: never): unknown
}

export interface StatefulToolDefinition {
  readonly name?: string
  readonly description: string
  readonly parameters: unknown
  create?(): unknown
  readonly factory?: { create(): unknown }
}
