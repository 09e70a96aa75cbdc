/** `lsp`: what a language server knows of the code. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { pathAliases, pathResources } from '../files/lib/path-resource.ts'
import { applyRename } from './lsp/apply-rename.ts'
import { diagnosticsIn } from './lsp/diagnostics-in.ts'
import { findPlace, type FoundPlace } from './lsp/find-place.ts'
import { FileLines } from './lsp/file-lines.ts'
import { findSymbols, symbolsIn } from './lsp/find-symbols.ts'
import { listPlaces } from './lsp/list-places.ts'
import { openServer, type ServerOfFile } from './lsp/open-server.ts'
import { lspOutput, type LspOutput } from './lsp/output.ts'
import { renderOutput } from './lsp/render-output.ts'

/** Characters of a hover. */
const mostHover = 10_000

const actions = [
  'definition',
  'references',
  'hover',
  'symbols',
  'workspace_symbols',
  'diagnostics',
  'implementations',
  'rename',
] as const

const inputSchema = z.strictObject({
  action: z.enum(actions).describe('What to ask'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe('The file, relative to the workspace; needed by every action but workspace_symbols'),
  line: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Line of the symbol, counted from 1: for definition, references, hover, implementations, rename',
    ),
  column: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Column of the symbol, counted from 1 in characters (an emoji is one). Without it, give the name as query',
    ),
  query: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'workspace_symbols: a name or a part of one. Other actions: the name as it stands on that line, instead of column; without line, the first place in the file where it stands',
    ),
  new_name: z
    .string()
    .max(200)
    .regex(/^[\p{L}\p{N}\p{M}$_#@?!-]+$/u, 'must be one name, without spaces, dots or brackets')
    .optional()
    .describe('rename: the new name'),
})

type LspInput = z.infer<typeof inputSchema>

export default defineTool({
  name: 'lsp',
  description:
    'Ask a real language server about the code: where a symbol is defined, implemented or used, its type and documentation (hover), the symbols of a file or of the workspace, the errors in a file (diagnostics); or rename a symbol in all files, which is applied at once. Better than grep wherever names are ambiguous. Lines and columns count from 1; results are path:line:column with the text of the line. The server of a language is started on first use.',
  category: 'shell',
  permission: 'write',
  effects: 'local_state',
  tags: ['code', 'language-server', 'refactoring', 'sandbox'],
  aliases: {
    operation: 'action',
    ...pathAliases,
    character: 'column',
    symbol: 'query',
    newName: 'new_name',
  },
  examples: [
    {
      title: 'Where a name in line 3 is defined',
      input: { action: 'definition', path: 'src/main.ts', line: 3, query: 'greet' },
    },
    { title: 'Errors in a file', input: { action: 'diagnostics', path: 'src/main.ts' } },
    {
      title: 'Rename in all files',
      input: { action: 'rename', path: 'src/greet.ts', line: 2, column: 17, new_name: 'welcome' },
    },
  ],
  inputSchema,

  permissionFor: ({ action }) =>
    action === 'rename'
      ? { permission: 'write', effects: 'local_state' }
      : { permission: 'read', effects: 'none' },

  resources: ({ action, path = '.' }, { workspace }) =>
    pathResources(path, action === 'rename' ? 'write' : 'read', workspace),

  outputSchema: lspOutput,
  render: (output, { action }) => renderOutput({ ...output, action } as LspOutput),

  async execute(input, context): Promise<Omit<LspOutput, 'action'>> {
    const { action: _, ...output } = await ask(input, context)
    return output
  },
})

async function ask(input: LspInput, context: ToolContext): Promise<LspOutput> {
  if (input.action === 'workspace_symbols') return findSymbols(required(input, 'query'), input.path, context)
  const file = await openServer(required(input, 'path'), context)
  return answer(input, file, context)
}

async function answer(input: LspInput, file: ServerOfFile, context: ToolContext): Promise<LspOutput> {
  const { action } = input
  const { server, shown } = file
  const base = { action, server: server.server, notes: server.notes }
  if (action === 'symbols') return { ...base, about: shown, ...(await symbolsIn(file)) }
  if (action === 'diagnostics') return { ...base, about: shown, ...(await diagnosticsIn(file)) }
  const place = findPlace(file, input)
  const about = `"${place.name}" at ${shown}:${place.line}:${place.column}`
  if (action === 'rename') {
    const newName = required(input, 'new_name')
    return {
      ...base,
      about: `${about} to "${newName}"`,
      ...(await applyRename(file, { place, newName }, context)),
    }
  }
  if (action === 'hover') return { ...base, about, ...(await hover(file, place)) }
  const what =
    action === 'implementations' ? 'implementation' : action === 'references' ? action : 'definition'
  const found = await server.locate(what, place.position)
  return {
    ...base,
    about,
    ...(await listPlaces(found, new FileLines(context.host.files))),
    elsewhere: place.others,
  }
}

async function hover(
  { server }: ServerOfFile,
  { position, others }: FoundPlace,
): Promise<Partial<LspOutput>> {
  const text = await server.hover(position)
  const cut = text.length - mostHover
  const shown = cut > 0 ? `${text.slice(0, mostHover).toWellFormed()}\n… ${cut} characters left out` : text
  return { text: shown, elsewhere: others }
}

function required(input: LspInput, name: 'path' | 'query' | 'new_name'): string {
  const value = input[name]
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${name}: is needed for action "${input.action}"`)
}
