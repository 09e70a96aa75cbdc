/** `list_dir`: what is in a folder. */
import { z } from 'zod'
import { defineTool } from '../../define/index.ts'
import { type ListedEntry, listFolder, type Listing } from './lib/list-folder.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { visibleName } from './search-lib/visible-name.ts'

interface Output extends Listing {
  readonly path: string
}

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
  resources: ({ path }, { workspace }) => pathResources(path, 'read', workspace),
  render: (output) => describe(output as Output),

  async execute({ path, depth, limit, hidden }, { host, signal }): Promise<Output> {
    using folder = host.files.openFolder(path)
    const {
      entries,
      total,
      isPartial,
      hidden: left,
    } = await listFolder(folder, { depth, limit, hidden, signal })
    return { path: folder.shown, entries, total, isPartial, hidden: left }
  },
})

function describe({ path, entries, total, isPartial, hidden }: Output): string {
  const count = `${isPartial ? 'more than ' : ''}${total} ${total === 1 ? 'entry' : 'entries'}`
  const cut =
    entries.length < total ? `, the first ${entries.length} shown; raise limit or list a folder in it` : ''
  const unseen = hidden > 0 ? `; ${hidden} hidden not shown` : ''
  return [...entries.map(lineOf), `[${visibleName(path)}: ${count}${cut}${unseen}]`].join('\n')
}

function lineOf({ name, kind, level, size, modifiedAt, target }: ListedEntry): string {
  const mark = kind === 'folder' ? '/' : kind === 'file' || kind === 'link' ? '' : ` (${kind})`
  const facts = [
    `${'  '.repeat(level)}${visibleName(name)}${mark}${target === undefined ? '' : ` -> ${visibleName(target)}`}`,
    ...(size === undefined ? [] : [sizeText(size)]),
    ...(modifiedAt === undefined ? [] : [new Date(modifiedAt).toISOString().slice(0, 16).replace('T', ' ')]),
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
