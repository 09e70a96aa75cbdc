/** `list_dir`: what is in a folder. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { listFolder } from './lib/list-folder.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { visibleName } from './search-lib/visible-name.ts'

const entry = z.strictObject({
  path: z.string().describe('Below the folder'),
  kind: z.string().describe('file, folder, link or another'),
  size: z.int().optional().describe('Bytes of a file'),
  modified_at: z.string().describe('ISO 8601'),
  target: z.string().optional().describe('Where a link leads'),
})

const outputSchema = z.strictObject({
  path: z.string().describe('The folder'),
  entries: z.array(entry),
  total: z.int().describe('Entries in all'),
  partial: z.boolean().describe('There are more, which were not counted'),
  hidden: z.int().describe('Names with a dot that are not shown'),
  ...cutFields,
})

type ListDirOutput = z.output<typeof outputSchema>
type Entry = z.output<typeof entry>

export default defineTool({
  name: 'list_dir',
  description:
    'List a folder: folders first, with sizes, times and where links lead. depth lists folders in it too; names that start with a dot are left out unless hidden is true. To find files by name or content, use glob or grep.',
  category: 'files',
  permission: 'read',
  effects: 'none',
  idempotent: true,
  tags: ['files', 'read'],
  aliases: {
    ...pathAliases,
    dir: 'path',
    directory: 'path',
  },
  examples: [{ input: {} }, { input: { path: 'src', depth: 2, limit: 200 } }],
  inputSchema: z.strictObject({
    path: z.string().min(1).default('.').describe('The folder; the workspace by default'),
    depth: z.int().min(1).max(20).default(1).describe('How deep to go into folders'),
    limit: z.int().min(1).max(10_000).default(500).describe('Entries to show at most'),
    hidden: z.boolean().default(false).describe('Show names that start with a dot'),
  }),
  outputSchema,
  resources: ({ path }, { workspace }) => pathResources(path, 'read', workspace),
  render: (output) => describe(output),

  async execute({ path, depth, limit, hidden }, { host, signal }): Promise<ListDirOutput> {
    using folder = host.files.openFolder(path)
    const listing = await listFolder(folder, { depth, limit, hidden, signal })
    return {
      path: folder.shown,
      entries: listing.entries.map(({ modifiedAt, ...facts }) => ({
        ...facts,
        modified_at: new Date(modifiedAt).toISOString(),
      })),
      total: listing.total,
      partial: listing.isPartial,
      hidden: listing.hidden,
    }
  },
})

function describe({ path, entries, total, partial, hidden }: ListDirOutput): string {
  const count = `${partial ? 'more than ' : ''}${total} ${total === 1 ? 'entry' : 'entries'}`
  const cut =
    entries.length < total ? `, the first ${entries.length} shown; raise limit or list a folder in it` : ''
  const unseen = hidden > 0 ? `; ${hidden} hidden not shown` : ''
  return [...entries.map(lineOf), `[${visibleName(path)}: ${count}${cut}${unseen}]`].join('\n')
}

function lineOf({ path, kind, size, modified_at: at, target }: Entry): string {
  const names = path.split('/')
  const mark = kind === 'folder' ? '/' : kind === 'file' || kind === 'link' ? '' : ` (${kind})`
  const facts = [
    `${'  '.repeat(names.length - 1)}${visibleName(names.at(-1) ?? '')}${mark}${target === undefined ? '' : ` -> ${visibleName(target)}`}`,
    ...(size === undefined ? [] : [sizeText(size)]),
    at.slice(0, 16).replace('T', ' '),
  ]
  return facts.join('  ')
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let [size, unit] = [bytes / 1000, 0]
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  return `${size.toFixed(size < 9.95 ? 1 : 0)} ${units[unit]}`
}
