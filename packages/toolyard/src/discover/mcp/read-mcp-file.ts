/**
 * `mcp.json`, in the form that every MCP host uses: `mcpServers` (or `servers`), each by its name.
 *
 * Comments and trailing commas are passed over. A bad entry is reported and left out; the others are there.
 *
 * @module
 */
import { readFile, stat } from 'node:fs/promises'
import {
  didYouMean,
  isPlainObject,
  messageOf,
  parseJson,
  tellValue,
  visibleText,
} from '../../kernel/index.ts'
import type { DiscoverProblem } from '../../define/index.ts'
import { withoutComments } from './json-comments.ts'
import {
  type McpServerSpec,
  readServerSpec,
  type SpecProblem,
  unreadKeys,
} from '../../kinds/mcp/definition/index.ts'

export interface McpFile {
  readonly servers: Readonly<Record<string, McpServerSpec>>
  readonly problems: readonly DiscoverProblem[]
}

const maxBytes = 1_000_000
const maxServers = 1000
const maxNameLength = 100
const sections = ['mcpServers', 'servers']

export async function readMcpFile(file: string): Promise<McpFile> {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) return broken(file, `is ${size} bytes long; at most ${maxBytes} are read`)
    return readMcpText(file, await readFile(file, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return broken(file, isMissing ? 'is not there' : `can't be read: ${messageOf(error)}`)
  }
}

export function readMcpText(file: string, text: string): McpFile {
  const parsed = parseJson(withoutComments(text.replace(/^\ufeff/, '')))
  if ('problem' in parsed) return broken(file, parsed.problem)
  if (!isPlainObject(parsed.value)) return broken(file, `must hold an object, not ${tellValue(parsed.value)}`)
  const { value } = parsed
  const section = sections.find((name) => value[name] !== undefined)
  if (section === undefined) return broken(file, `has no "mcpServers".${nearSection(value)}`)
  const entries = value[section]
  if (!isPlainObject(entries))
    return broken(file, `"${section}" must map names to servers, not ${tellValue(entries)}`)
  return readEntries(file, section, entries)
}

function readEntries(file: string, section: string, entries: Record<string, unknown>): McpFile {
  const servers: Record<string, McpServerSpec> = {}
  const problems: DiscoverProblem[] = []
  for (const [index, [name, entry]] of Object.entries(entries).entries()) {
    const tell = ({ reason, hint }: SpecProblem): void => {
      const place = `${section}.${visibleText(name.slice(0, maxNameLength))}`
      problems.push({ file, reason: `${place}: ${reason}`, hint })
    }
    const read = nameProblem(name, index) ?? readServerSpec(entry)
    if ('reason' in read) tell(read)
    else {
      servers[name] = read
      const unread = unreadKeys(entry)
      if (unread) tell(unread)
    }
  }
  return { servers, problems }
}

function nameProblem(name: string, index: number): { reason: string; hint: string } | undefined {
  const hint = 'Use a short name of letters, digits, "-" and "_".'
  if (index >= maxServers)
    return { reason: `is one of more than ${maxServers} servers`, hint: 'Leave some out.' }
  if (name.trim() === '') return { reason: 'is a server without a name', hint }
  if (name.length > maxNameLength)
    return { reason: `has a name of more than ${maxNameLength} characters`, hint }
  if (visibleText(name) !== name || /[\n\t]/.test(name))
    return { reason: 'has characters in its name that can’t be seen', hint }
  return undefined
}

function nearSection(value: Record<string, unknown>): string {
  return Object.keys(value)
    .map((key) => (didYouMean(key, sections) === '' ? '' : ` Is "${visibleText(key)}" meant?`))
    .join('')
}

function broken(file: string, reason: string): McpFile {
  const hint =
    'Write { "mcpServers": { "name": { "command": "…", "args": [] } } }, or { "url": "https://…" } for a server to call.'
  return { servers: {}, problems: [{ file, reason, hint }] }
}
