/**
 * What the conversion of all operations of a document shares.
 *
 * @module
 */
import type { SharedSchemas } from '../../define/index.ts'
import { lostReference, type Members } from './json-node.ts'
import type { Operation } from './operations.ts'
import type { DocumentFinding } from './problems.ts'
import type { DocumentDefinitions } from './schema/definitions.ts'
import type { OpenApiSpec } from './spec.ts'

export interface Conversion {
  readonly root: Members
  readonly spec: OpenApiSpec
  /** What the application provides and some operation takes. */
  readonly provided: Set<string>
  /** Schemas as arguments, and as answers. */
  readonly input: DocumentDefinitions
  readonly output: DocumentDefinitions
  /** What is known of the definitions that they lead to. */
  readonly shared: SharedSchemas
  tell(operation: Operation, finding: Omit<DocumentFinding, 'subject'>): void
}

/** Throws with a sentence if `value` is a reference that leads nowhere: a tool without it would only look like one. */
export function refuseLost({ root }: Conversion, value: unknown, what: string): void {
  const lost = lostReference(root, value)
  if (lost !== undefined) throw new Error(`has ${what} at "${lost}", which leads nowhere`)
}
