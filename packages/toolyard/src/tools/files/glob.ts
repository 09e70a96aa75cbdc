/** `glob`: files by the form of their names, newest first. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { cutFields } from '../output-lib/cut-fields.ts'
import { pathResources } from './lib/path-resource.ts'
import { renderGlob, runGlob } from './search-lib/run-glob.ts'

export default defineTool({
  name: 'glob',
  description:
    'Find files by the form of their path: **/*.ts, src/**/*.{js,jsx}, test/[ab]*.py. A glob without a slash fits at any depth; a leading ! leaves out, also after others: *.ts,!*.test.ts. Newest first. Ignored and hidden files are left out, and the answer says so. To search inside files use grep.',
  category: 'files',
  permission: 'read',
  effects: 'none',
  idempotent: true,
  timeoutMs: 60_000,
  tags: ['files', 'search'],
  aliases: {
    glob: 'pattern',
    glob_pattern: 'pattern',
    directory: 'path',
    file_path: 'path',
    filePath: 'path',
    head_limit: 'limit',
  },
  examples: [
    { title: 'All TypeScript files but tests', input: { pattern: '**/*.ts,!**/*.test.ts' } },
    { title: 'In one folder', input: { pattern: '*.{md,json}', path: '.', limit: 20 } },
  ],
  inputSchema: z.strictObject({
    pattern: z.string().min(1).max(1000).describe('The glob'),
    path: z.string().min(1).default('.').describe('Folder to look in'),
    limit: z.int().min(1).max(20_000).default(100).describe('Files to list at most'),
    hidden: z.boolean().default(false).describe('Also files and folders whose names begin with a dot'),
  }),
  outputSchema: z.strictObject({
    files: z.array(z.string()).describe('Newest first'),
    total: z.int().optional().describe('Files that fit; absent if there are many more'),
    notes: z.array(z.string()).describe('What was left out'),
    ...cutFields,
  }),
  resources: ({ path }, { workspace }) => pathResources(path, 'read', workspace),
  render: (output) => renderGlob(output),

  execute: (input, { host, signal }: ToolContext) => runGlob(input, host, signal),
})
