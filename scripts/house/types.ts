/** Counts that need types: members of a type, and the public names of the package's entries. Asks the TypeScript compiler. */
import { join } from 'node:path'
import { API, type Project, type Symbol } from 'typescript/unstable/sync'

export interface Members {
  /** Written in the type itself. */
  readonly own: number
  /** With those of the types that it extends. */
  readonly all: number
}

export interface TypeCounts {
  readonly members: Readonly<Record<string, Members>>
  readonly entries: Readonly<Record<string, number>>
}

/** `types` and `entries` are files by the name of a type that they declare, and by the name under which they are imported. */
export function countTypes(options: {
  readonly package: string
  readonly types: ReadonlyMap<string, string>
  readonly entries: ReadonlyMap<string, string>
}): TypeCounts {
  const api = new API({ cwd: options.package })
  try {
    const snapshot = api.updateSnapshot({ openProject: join(options.package, 'tsconfig.json') })
    const [project] = snapshot.getProjects()
    if (!project) throw new Error(`There is no TypeScript project in ${options.package}`)
    return {
      members: Object.fromEntries(
        [...options.types].map(([name, file]) => [name, membersOf(project, file, name)]),
      ),
      entries: Object.fromEntries([...options.entries].map(([name, file]) => [name, namesIn(project, file)])),
    }
  } finally {
    api.close()
  }
}

function membersOf({ program, checker }: Project, file: string, name: string): Members {
  const text = program.getSourceFile(file)?.text ?? ''
  const at = new RegExp(`\\bexport (?:abstract )?(?:interface|class|type) (?=${name}\\b)`, 'd').exec(text)
  const symbol = at && checker.getSymbolAtPosition(file, at.index + at[0].length)
  if (!symbol) throw new Error(`${file} declares no type "${name}"`)
  const all = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(isPublic)
  const own = [...symbol.getMembers().values()].filter(isPublic)
  return { own: own.length === 0 ? all.length : own.length, all: all.length }
}

/** Neither `#private`, the constructor nor `[Symbol.…]`; type parameters are no members either. */
function isPublic({ escapedName }: Symbol): boolean {
  return !/^__[#@]|^__constructor$|^[A-Z]\w*$/.test(String(escapedName))
}

function namesIn({ program, checker }: Project, file: string): number {
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  if (!symbol) return 0
  // Names that have moved to entries of their own come in by a star, for one version.
  const names = [...symbol.getExports().values()].filter(
    ({ escapedName }) => String(escapedName) !== '__export',
  )
  return names.length > 0 ? names.length : checker.getExportsOfModule(symbol).length
}
