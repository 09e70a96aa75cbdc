/**
 * Which operations become tools.
 *
 * @module
 */
import { matchGlob } from '../../kernel/index.ts'
import type { Operation } from './operations.ts'
import type { Problems } from './problems.ts'
import type { OpenApiSpec, OperationFilter } from './spec.ts'

const defaultMaxTools = 2000

type OperationTest = (operation: Operation) => boolean

interface OperationSelection {
  readonly names: ReadonlyMap<Operation, string>
  readonly problems: Problems
}

export function selectOperations(
  operations: readonly Operation[],
  { include, exclude, maxTools = defaultMaxTools }: OpenApiSpec,
  selection: OperationSelection,
): Operation[] {
  const wanted = testsOf(include, 'include', { operations, ...selection })
  const unwanted = testsOf(exclude, 'exclude', { operations, ...selection })
  const selected = operations.filter(
    (operation) => wanted.every((test) => test(operation)) && !unwanted.some((test) => test(operation)),
  )
  if (selected.length > maxTools)
    selection.problems.tell({
      subject: 'The document',
      reason: `gives ${selected.length} tools; the first ${maxTools} were taken`,
      hint: 'Choose with include and exclude, or raise maxTools.',
    })
  return selected.slice(0, maxTools)
}

/** One test for each kind that is given. An entry that fits nothing is reported: the author would not notice the slip. */
function testsOf(
  filter: OperationFilter | undefined,
  field: string,
  { operations, names, problems }: OperationSelection & { readonly operations: readonly Operation[] },
): OperationTest[] {
  if (filter === undefined) return []
  const kinds: readonly (readonly [keyof OperationFilter, (entry: string) => OperationTest])[] = [
    ['tags', (tag) => (operation) => operation.tags.includes(tag)],
    ['methods', (method) => (operation) => operation.method === method.toUpperCase()],
    ['paths', (glob) => withGlob(glob, ({ path }) => [path])],
    ['operations', (glob) => withGlob(glob, (one) => [one.id ?? '', names.get(one) ?? ''])],
  ]
  return kinds.flatMap(([kind, testOf]) => {
    const entries = filter[kind]
    if (entries === undefined) return []
    const tests = entries.map(testOf)
    for (const [index, test] of tests.entries())
      if (!operations.some(test))
        problems.tell({ reason: `${field}.${kind}: "${entries[index]}" fits no operation of the document` })
    return [(operation: Operation) => tests.some((test) => test(operation))]
  })
}

/** `/admin/**` takes `/admin` too. */
function withGlob(glob: string, textsOf: (operation: Operation) => readonly string[]): OperationTest {
  const globs = glob.endsWith('/**') ? [glob, glob.slice(0, -'/**'.length)] : [glob]
  return (operation) => textsOf(operation).some((text) => globs.some((each) => matchGlob(each, text)))
}
