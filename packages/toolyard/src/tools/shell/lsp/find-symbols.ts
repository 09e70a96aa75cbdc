/**
 * The symbols of a file, and symbols by name in the whole workspace.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import { type Language, LineIndex, type Symbol as CodeSymbol } from './servers/index.ts'
import { messageOf } from '../../../kernel/index.ts'
import { FileLines } from './file-lines.ts'
import { leftOutOf } from './list-places.ts'
import { clientOf, languageServers, openServer, type ServerOfFile } from './open-server.ts'
import type { LeftOutResults, LspOutput, SymbolResult } from './output.ts'

const mostInFile = 500
const mostInWorkspace = 100

interface Symbols {
  readonly symbols: readonly SymbolResult[]
  readonly left_out?: LeftOutResults
}

export async function symbolsIn({ server, shown }: ServerOfFile): Promise<Symbols> {
  const found = await server.symbols()
  const lines = new LineIndex(server.document.text)
  const symbols = found.slice(0, mostInFile).map((symbol) => ({
    path: shown,
    ...lines.place(symbol.location.range.start),
    kind: symbol.kind,
    name: fullName(symbol),
  }))
  const count = found.length - symbols.length
  return { symbols, ...(count > 0 && { left_out: { count, files: [{ path: shown, count }] } }) }
}

/** Asks the server of `path`, or those of all languages that the workspace is written in. */
export async function findSymbols(
  query: string,
  path: string | undefined,
  context: ToolContext,
): Promise<LspOutput> {
  const answers = path === undefined ? await askAll(query, context) : [await askOne(query, path, context)]
  const lines = new FileLines(context.host.files)
  const found = answers
    .flatMap(({ symbols }) => symbols)
    .filter(({ location }) => lines.isOpen(location))
    .toSorted(byNearness(query))
  const symbols: SymbolResult[] = []
  for (const symbol of found.slice(0, mostInWorkspace))
    symbols.push({ ...(await lines.placeOf(symbol.location)), kind: symbol.kind, name: fullName(symbol) })
  return {
    action: 'workspace_symbols',
    server: answers.flatMap(({ server }) => server ?? []).join(', '),
    about: `"${query}"`,
    symbols,
    notes: answers.flatMap(({ notes }) => notes),
    ...(await leftOutOf(
      found.slice(mostInWorkspace).map(({ location }) => location),
      lines,
    )),
  }
}

interface SymbolAnswer {
  readonly server?: string
  readonly symbols: readonly CodeSymbol[]
  readonly notes: readonly string[]
}

async function askOne(query: string, path: string, context: ToolContext): Promise<SymbolAnswer> {
  const { server } = await openServer(path, context)
  return { server: server.server, symbols: await server.findSymbols(query), notes: server.notes }
}

/** One language without a server does not hide what the others know; if none has one, the first says why. */
async function askAll(query: string, context: ToolContext): Promise<SymbolAnswer[]> {
  const languages = (await languageServers(context).present()).filter(({ hasNames }) => hasNames !== false)
  const asked = await Promise.allSettled(languages.map((language) => askLanguage(query, language, context)))
  const failed = asked.filter((answer) => answer.status === 'rejected')
  if (failed[0] && failed.length === asked.length) throw failed[0].reason
  return asked.map((answer) =>
    answer.status === 'fulfilled'
      ? answer.value
      : { symbols: [], notes: [`Not asked: ${messageOf(answer.reason)}.`] },
  )
}

async function askLanguage(query: string, language: Language, context: ToolContext): Promise<SymbolAnswer> {
  const client = await clientOf(language, context)
  const server = await client.prepare(undefined, context.signal)
  return { server: server.server, symbols: await server.findSymbols(query), notes: server.notes }
}

function fullName({ container, name }: CodeSymbol): string {
  return container === '' ? name : `${container}.${name}`
}

/** The name itself first, then names that begin with it, then the others in the server's order. */
function byNearness(query: string): (left: CodeSymbol, right: CodeSymbol) => number {
  const rank = ({ name }: CodeSymbol): number => (name === query ? 0 : name.startsWith(query) ? 1 : 2)
  return (left, right) => rank(left) - rank(right)
}
