/**
 * Names of tools and of their parameters, made of what the document calls them.
 *
 * Which name an operation gets depends on the document alone, not on its order and not on which operations are wanted: rules
 * and approvals go by names.
 *
 * @module
 */
import { prototypeKeys, sha256 } from '../../kernel/index.ts'

const maxLength = 64
const hashLength = 8

interface Nameable {
  readonly method: string
  readonly path: string
  readonly id: string | undefined
}

export interface ToolNames<Operation> {
  readonly names: ReadonlyMap<Operation, string>
  /** Operations that would have had the name of another. */
  readonly clashes: ReadonlySet<Operation>
}

/** If two operations would have one name, both get a hash of method and path behind it. */
export function nameTools<Operation extends Nameable>(
  operations: readonly Operation[],
  prefix: string | undefined,
): ToolNames<Operation> {
  const wanted = Map.groupBy(operations, (operation) => fitted(nameOf(operation, prefix)))
  const names = new Map<Operation, string>()
  const clashes = new Set<Operation>()
  for (const [name, equal] of wanted) {
    for (const operation of equal) {
      const { method, path } = operation
      const hashed = fitted(`${name.slice(0, maxLength - hashLength - 1)}_${hashOf(`${method} ${path}`)}`)
      names.set(operation, equal.length === 1 ? name : hashed)
      if (equal.length > 1) clashes.add(operation)
    }
  }
  return { names, clashes }
}

function nameOf({ method, path, id }: Nameable, prefix: string | undefined): string {
  const own = id ?? [method.toLowerCase(), ...path.split(/[^a-zA-Z0-9]+/).filter(Boolean)].join('_')
  return prefix === undefined || prefix === '' ? own : `${prefix}_${own}`
}

/** Letters, digits, `_` and `-`, at most 64, a letter or `_` first. */
function fitted(name: string): string {
  return shortened(plainWord(name, /[^a-zA-Z0-9_-]+/g), name)
}

/** A parameter as the model writes it. In a path it has to start with a letter or `_`, so all do. */
export function parameterName(wire: string): string {
  return shortened(plainWord(wire, /[^a-zA-Z0-9_.-]+/g), wire)
}

function plainWord(text: string, other: RegExp): string {
  const plain = text.replaceAll(other, '_')
  const word = plain === text ? text : plain.replaceAll(/^_+|_+$/g, '')
  if (word === '') return `x_${hashOf(text)}`
  return /^[a-zA-Z_]/.test(word) && !prototypeKeys.has(word) ? word : `_${word}`
}

/** A name that is too long keeps its tail: heads are what names share. */
function shortened(word: string, original: string): string {
  return word.length <= maxLength ? word : `_${hashOf(original)}_${word.slice(-(maxLength - hashLength - 2))}`
}

/** Enough of a hash to tell names apart. */
export function hashOf(text: string): string {
  return sha256(text).slice(0, hashLength)
}
