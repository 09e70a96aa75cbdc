/**
 * The questions that a server can be asked about a document, with their answers read.
 *
 * @module
 */
import type { z } from 'zod'
import { ToolyardError } from '../../../../kernel/index.ts'
import {
  diagnosticsAnswer,
  type DocumentSymbol,
  documentSymbolsAnswer,
  hoverAnswer,
  locationsAnswer,
  prepareRenameAnswer,
  readAnswer,
  workspaceEditAnswer,
  workspaceSymbolsAnswer,
} from './answers.ts'
import type { OpenDocument } from './documents.ts'
import { LineIndex, type Position, type Range } from './positions.ts'
import type { Session } from './session.ts'
import type { TextEdit } from './text-edits.ts'
import { pathOf } from './uri.ts'

/** A place in a file. `path` is absent if the server names something that is no file. */
export interface Location {
  readonly path: string | undefined
  readonly uri: string
  readonly range: Range
}

export interface Symbol {
  readonly name: string
  readonly kind: string
  /** The names of what it is in. */
  readonly container: string
  readonly location: Location
}

export interface Diagnostic {
  readonly range: Range
  readonly severity: 'error' | 'warning' | 'information' | 'hint'
  readonly code: string
  readonly source: string
  readonly message: string
}

/** A rename as the server would do it; nothing is changed yet. */
export interface Renaming {
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>
  /** Addresses that are no files, and files that would be created, renamed or deleted. */
  readonly beyond: readonly string[]
}

/** A server that can be asked about a document. */
export interface AskableServer {
  readonly server: string
  readonly document: OpenDocument
  /** What may be missing in its answers, in sentences. */
  readonly notes: readonly string[]
  locate(what: 'definition' | 'implementation' | 'references', at: Position): Promise<Location[]>
  /** Empty if there is nothing to say. */
  hover(at: Position): Promise<string>
  symbols(): Promise<Symbol[]>
  findSymbols(query: string): Promise<Symbol[]>
  /** `undefined` if the server told nothing. */
  diagnostics(): Promise<Diagnostic[] | undefined>
  /** `undefined` if nothing that can be renamed stands there. */
  rename(at: Position, newName: string): Promise<Renaming | undefined>
}

export interface AskOptions {
  readonly session: Session
  readonly document: OpenDocument
  readonly notes: readonly string[]
  /** Opens another document. */
  readonly open: (path: string) => Promise<OpenDocument>
  /** The diagnostics as they come. */
  readonly diagnose: () => Promise<unknown>
  readonly signal: AbortSignal
}

export function askable(options: AskOptions): AskableServer {
  const { session, document, notes, diagnose, signal } = options
  const textDocument = { uri: document.uri }
  const ask = async <T>(method: string, params: object, schema: z.ZodType<T>): Promise<T> => {
    checkAbility(session, method)
    const answer = await session.request(method, params, signal)
    return readAnswer(schema, answer ?? null, { server: session.name, method })
  }
  const locate: AskableServer['locate'] = async (what, position) => {
    const context = what === 'references' ? { context: { includeDeclaration: true } } : {}
    const found = await ask(`textDocument/${what}`, { textDocument, position, ...context }, locationsAnswer)
    return found.map(locationOf)
  }
  const rename = async (at: { textDocument: { uri: string }; position: Position }, newName: string) => {
    if (canPrepare(session) && !(await ask('textDocument/prepareRename', at, prepareRenameAnswer)))
      return undefined
    const edit = await ask('textDocument/rename', { ...at, newName }, workspaceEditAnswer)
    return edit ? renamingOf(edit) : undefined
  }
  return {
    server: session.name,
    document,
    notes,
    locate,
    hover: (position) => ask('textDocument/hover', { textDocument, position }, hoverAnswer),
    async symbols() {
      const found = await ask('textDocument/documentSymbol', { textDocument }, documentSymbolsAnswer)
      return found.flatMap((symbol) =>
        'location' in symbol ? [symbolOf(symbol)] : nested(symbol, { uri: document.uri, container: '' }),
      )
    },
    async findSymbols(query) {
      return (await ask('workspace/symbol', { query }, workspaceSymbolsAnswer)).map(symbolOf)
    },
    async diagnostics() {
      const items = await diagnose()
      if (items === undefined) return undefined
      const at = { server: session.name, method: 'textDocument/diagnostic' }
      return readAnswer(diagnosticsAnswer, items, at).map(diagnosticOf)
    },
    async rename(position, newName) {
      const here = await rename({ textDocument, position }, newName)
      const alias = here && aliasIn(here, newName)
      if (alias === undefined) return here
      const origin = await originOf(alias, await locate('definition', position), options)
      return origin ? rename(origin, newName) : here
    },
  }
}

/** The name that a rename would keep behind the new one, where it was imported: `import { name as newName }`. */
function aliasIn({ edits }: Renaming, newName: string): string | undefined {
  for (const list of edits.values())
    for (const { newText } of list)
      if (newText.endsWith(` as ${newName}`)) return newText.slice(0, -` as ${newName}`.length).trim()
  return undefined
}

/** Where a name comes from: renamed there, it has the new name everywhere. */
async function originOf(
  name: string,
  places: readonly Location[],
  { open }: AskOptions,
): Promise<{ textDocument: { uri: string }; position: Position } | undefined> {
  for (const { path, range } of places) {
    const document = path === undefined ? undefined : await open(path).catch(() => undefined)
    if (!document) continue
    const lines = new LineIndex(document.text)
    if (document.text.slice(lines.offset(range.start), lines.offset(range.end)) === name)
      return { textDocument: { uri: document.uri }, position: range.start }
  }
  return undefined
}

/** What a server must have said that it can do, and how people call it. */
const abilities: Readonly<Record<string, readonly [provider: string, name: string]>> = {
  'textDocument/definition': ['definitionProvider', 'definition'],
  'textDocument/references': ['referencesProvider', 'references'],
  'textDocument/implementation': ['implementationProvider', 'implementations'],
  'textDocument/hover': ['hoverProvider', 'hover'],
  'textDocument/documentSymbol': ['documentSymbolProvider', 'symbols'],
  'workspace/symbol': ['workspaceSymbolProvider', 'workspace_symbols'],
  'textDocument/rename': ['renameProvider', 'rename'],
}

function checkAbility({ name, capabilities, registrations }: Session, method: string): void {
  const [provider, action] = abilities[method] ?? []
  if (provider === undefined || capabilities[provider] || registrations.has(method)) return
  const offered = Object.values(abilities).filter(([key]) => capabilities[key])
  throw new ToolyardError('unavailable', `the language server ${name} does not offer ${action}`, {
    hint: `It offers ${[...offered.map(([, it]) => it), 'diagnostics'].join(', ')}.`,
  })
}

function canPrepare({ capabilities: { renameProvider } }: Session): boolean {
  return (
    typeof renameProvider === 'object' &&
    renameProvider !== null &&
    'prepareProvider' in renameProvider &&
    renameProvider.prepareProvider === true
  )
}

function locationOf({ uri, range }: { uri: string; range: Range }): Location {
  return { path: pathOf(uri), uri, range }
}

const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

function symbolOf(symbol: z.infer<typeof workspaceSymbolsAnswer>[number]): Symbol {
  const { name, kind, containerName, location } = symbol
  return {
    name,
    kind: kinds[kind - 1] ?? 'symbol',
    container: containerName ?? '',
    location: locationOf({ uri: location.uri, range: location.range ?? start }),
  }
}

function nested(symbol: DocumentSymbol, at: { uri: string; container: string }): Symbol[] {
  const { name, kind, selectionRange, children } = symbol
  const inside = at.container === '' ? name : `${at.container}.${name}`
  return [
    {
      name,
      kind: kinds[kind - 1] ?? 'symbol',
      container: at.container,
      location: locationOf({ uri: at.uri, range: selectionRange }),
    },
    ...(children ?? []).flatMap((child) => nested(child, { uri: at.uri, container: inside })),
  ]
}

const severities = ['error', 'warning', 'information', 'hint'] as const

function diagnosticOf(item: z.infer<typeof diagnosticsAnswer>[number]): Diagnostic {
  const { range, severity, code, source, message } = item
  return {
    range,
    severity: severities[(severity ?? 1) - 1] ?? 'error',
    code: code === undefined || code === null ? '' : String(code),
    source: source ?? '',
    message,
  }
}

function renamingOf(edit: NonNullable<z.infer<typeof workspaceEditAnswer>>): Renaming {
  const edits = new Map<string, TextEdit[]>()
  const beyond: string[] = []
  const add = (uri: string, list: readonly TextEdit[]): void => {
    const path = pathOf(uri)
    if (path === undefined) beyond.push(uri)
    else if (list.length > 0) edits.set(path, [...(edits.get(path) ?? []), ...list])
  }
  // Where both are given, the second is the first with versions.
  if (!edit.documentChanges) for (const [uri, list] of Object.entries(edit.changes ?? {})) add(uri, list)
  for (const change of edit.documentChanges ?? []) {
    if ('kind' in change) beyond.push(`${change.kind} a file`)
    else add(change.textDocument.uri, change.edits)
  }
  return { edits, beyond }
}

/** The names of the protocol's kinds of symbols, in its order. */
const kinds = [
  'file',
  'module',
  'namespace',
  'package',
  'class',
  'method',
  'property',
  'field',
  'constructor',
  'enum',
  'interface',
  'function',
  'variable',
  'constant',
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'key',
  'null',
  'enum member',
  'struct',
  'event',
  'operator',
  'type parameter',
]
