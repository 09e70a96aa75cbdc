/**
 * The real parser: bash's grammar as tree-sitter has it, loaded once, bounded in time and size.
 *
 * What comes out is plain data: the words of each command and the kinds of everything else that stands in the line.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import type { Node, Parser, Tree } from 'web-tree-sitter'
import { lazy, maxDelayMs, messageOf, ToolyardError } from '../../../kernel/index.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** A simple command: its assignments, name and arguments, in this order. */
export interface TreeCommand {
  readonly assignments: readonly Span[]
  readonly words: readonly Span[]
}

export interface SyntaxTree {
  readonly broken: boolean
  /** Every kind of node in the line. */
  readonly kinds: ReadonlySet<string>
  /** At any depth, in the order in which they stand. */
  readonly commands: readonly TreeCommand[]
}

/** Nothing where the line takes too long to parse. */
export type ParseTree = (line: string) => SyntaxTree | undefined

/** A line that takes so long was written to take long: 8 KB of everyday commands take two. */
const maxMs = 50
const maxNodes = 10_000

/** What the engine does by default to make code faster while it runs. */
const tiering = ['wasm-dynamic-tiering', 'wasm-tier-up', 'wasm-lazy-compilation']

/** One parser for the process: it keeps nothing between lines. */
const loaded = lazy((require) => load(require))

/** Throws `unavailable` where the grammar can't be loaded. */
export async function loadParser(): Promise<ParseTree> {
  try {
    return await loaded()
  } catch (cause) {
    throw new ToolyardError(
      'unavailable',
      `the parser of shell commands can't be loaded: ${messageOf(cause)}`,
      {
        cause,
        hint: 'Install the packages web-tree-sitter and tree-sitter-bash again, or leave out rules on commands.',
      },
    )
  }
}

async function load(require: NodeJS.Require): Promise<ParseTree> {
  const { Parser, Language } = await import('web-tree-sitter')
  await Parser.init()
  const parser = new Parser()
  const grammar = await readFile(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))
  parser.setLanguage(await compiledOnce(() => Language.load(grammar)))
  return (line) => parse(parser, line)
}

/**
 * Compiles WebAssembly at once, by the quick compiler alone. Its lexer is one huge function: to optimise it while it runs, as the
 * engine would, takes half a gigabyte of memory for a second and makes no line faster that people write.
 */
async function compiledOnce<T>(compile: () => Promise<T>): Promise<T> {
  // Compiling in the background keeps no process alive.
  const alive = setTimeout(() => {}, maxDelayMs)
  for (const flag of tiering) setFlagsFromString(`--no-${flag}`)
  try {
    return await compile()
  } finally {
    for (const flag of tiering) setFlagsFromString(`--${flag}`)
    clearTimeout(alive)
  }
}

function parse(parser: Parser, line: string): SyntaxTree | undefined {
  const until = performance.now() + maxMs
  parser.reset()
  const tree = parser.parse(line, null, { progressCallback: () => performance.now() > until })
  if (!tree) return undefined
  try {
    return readTree(tree)
  } finally {
    tree.delete()
  }
}

/** Walks without recursion: depth is the writer's choice. */
function readTree(tree: Tree): SyntaxTree | undefined {
  const kinds = new Set<string>()
  const commands: TreeCommand[] = []
  const waiting: { node: Node; parent: string; after: readonly Node[] }[] = [
    { node: tree.rootNode, parent: '', after: [] },
  ]
  for (let seen = 0; ; seen++) {
    const next = waiting.pop()
    if (!next) return { broken: tree.rootNode.hasError, kinds, commands }
    if (seen > maxNodes) return undefined
    const { node, parent, after } = next
    const { type, namedChildren } = node
    kinds.add(type)
    if (type === 'command') commands.push(readCommand([...namedChildren, ...after]))
    else if (type === 'variable_assignments') commands.push(assigning(namedChildren))
    else if (type === 'variable_assignment' && !holdsAssignments.has(parent)) commands.push(assigning([node]))
    for (const [at, child] of [...namedChildren.entries()].toReversed())
      waiting.push({
        node: child,
        parent: type,
        after: type === 'redirected_statement' && at === 0 ? namedChildren.slice(1) : [],
      })
  }
}

const holdsAssignments = new Set(['command', 'variable_assignments', 'declaration_command'])

function assigning(nodes: readonly Node[]): TreeCommand {
  return { assignments: nodes.map(spanOf), words: [] }
}

/** From what stands in a command, and the redirections that the grammar puts after it. */
function readCommand(nodes: readonly Node[]): TreeCommand {
  const assignments: Span[] = []
  const words: Span[] = []
  for (const node of nodes) {
    if (node.type === 'variable_assignment' && words.length === 0) assignments.push(spanOf(node))
    else if (node.type === 'file_redirect') words.push(...strayWords(node))
    else if (!node.type.endsWith('_redirect')) words.push(spanOf(node))
  }
  return { assignments, words }
}

/** The grammar counts words after the target of a redirection to the redirection; bash gives them to the command. */
function strayWords(redirect: Node): Span[] {
  return redirect.childrenForFieldName('destination').slice(1).map(spanOf)
}

function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex }
}
