/**
 * How Node loads the files of one discovery: fresh after each change, and with decorators.
 *
 * Every file of the tool folders is known to Node as `file:///…/x.ts?toolyard=ID.N`, where ID is this discovery and
 * N the file's generation. The hooks carry the mark to what such a file imports from the tool folders and note who
 * imports whom. A file with decorators, which Node cannot run, goes through esbuild; every other file is Node's own
 * affair. Imports that do not start in one of this discovery's files pass untouched.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import {
  createRequire,
  type LoadFnOutput,
  type LoadHookContext,
  registerHooks,
  type ResolveFnOutput,
  type ResolveHookContext,
} from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compile, type Compiler, findCompiler, script, typeScript } from './compile-decorated.ts'
import { hasDecorator, hasModuleSyntax } from './mask-source.ts'
import type { ModuleGraph } from './module-graph.ts'
import { isInside } from './scan-folder.ts'

export interface ModuleHooks {
  /** The address under which the file's current generation is imported. */
  urlOf(path: string): string
  /** Makes CommonJS forget these files, or all files of the tool folders: it keeps one instance per path. */
  forget(paths?: Iterable<string>): void
  deregister(): void
}

export interface ModuleHookOptions {
  readonly id: string
  readonly graph: ModuleGraph
  /** The tool folders, links resolved. */
  readonly roots: () => readonly string[]
  readonly loadCompiler?: (() => Compiler) | undefined
}

const mark = 'toolyard'

export function registerModuleHooks(options: ModuleHookOptions): ModuleHooks {
  const { id, graph, roots } = options
  const compiler = findCompiler(options.loadCompiler)
  const { cache } = createRequire(import.meta.url)
  const isOurs = (path: string): boolean =>
    roots().some((root) => isInside(path, root)) && !path.includes(`${sep}node_modules${sep}`)
  const isMarked = (url: string | undefined): url is string =>
    url !== undefined && url.includes(`${mark}=${id}.`)
  const marked = (url: string, path: string): string => {
    const address = new URL(url)
    address.searchParams.set(mark, `${id}.${graph.generationOf(path)}`)
    return address.href
  }

  const resolve = (specifier: string, context: ResolveHookContext, next: NextResolve): ResolveFnOutput => {
    const importer = context.parentURL
    const isRequired = context.conditions.includes('require')
    const from = importer !== undefined && (isRequired || isMarked(importer)) ? pathOf(importer) : undefined
    if (importer === undefined || from === undefined || !isOurs(from)) return next(specifier, context)
    // Noted before it is resolved: a file that is missing now may be there later.
    const meant = specifier.startsWith('.') ? pathOf(new URL(specifier, importer).href) : undefined
    if (meant !== undefined) graph.noteImport(from, meant)
    const resolved = next(specifier, context)
    const to = pathOf(resolved.url)
    if (to === undefined || !isOurs(to)) return resolved
    graph.noteImport(from, to)
    return isRequired ? resolved : { ...resolved, url: marked(resolved.url, to) }
  }

  const load = (url: string, context: LoadHookContext, next: NextLoad): LoadFnOutput => {
    const path = isMarked(url) ? pathOf(url) : undefined
    if (path === undefined || !script.test(path)) return next(url, context)
    const text = readFileSync(path, 'utf8')
    const format = typeScript.test(path) ? 'module-typescript' : 'module'
    if (hasDecorator(text)) {
      // What is compiled is what the hooks behind this one have let through.
      const { source } = next(url, { ...context, format })
      const compiled = compile(path, textOf(source) ?? text, compiler)
      return { format: 'module', source: compiled, shortCircuit: true }
    }
    // If package.json names no type, Node would parse twice and warn.
    const isPlainModule = (context.format ?? undefined) === undefined && hasModuleSyntax(text)
    return next(url, isPlainModule ? { ...context, format } : context)
  }

  const hooks = registerHooks({ resolve, load })
  return {
    urlOf: (path) => marked(pathToFileURL(path).href, path),
    forget(paths) {
      for (const path of paths ?? Object.keys(cache).filter(isOurs)) delete cache[path]
    },
    deregister: () => hooks.deregister(),
  }
}

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput
type NextLoad = (url: string, context?: Partial<LoadHookContext>) => LoadFnOutput

function textOf(source: LoadFnOutput['source']): string | undefined {
  if (source === undefined || source === null) return undefined
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}

function pathOf(url: string): string | undefined {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : undefined
  } catch {
    return undefined
  }
}
