/** `grep`: lines that match, found with ripgrep. */
import { z } from 'zod'
import { defineTool, type ToolContext } from '../../define/index.ts'
import { pathAliases, pathResources } from './lib/path-resource.ts'
import { grepOutput, renderGrep } from './search-lib/grep-result.ts'
import { runGrep } from './search-lib/run-grep.ts'

const mostMatches = 20_000
const mostContext = 100

export default defineTool({
  name: 'grep',
  description:
    'Search file contents with a regular expression (ripgrep: linear time, no look-around or back-references). Answers file:line:text, in the order of the paths. Ignored, hidden and binary files are left out, and the answer says so. Use literal for text with special characters.',
  category: 'files',
  permission: 'read',
  effects: 'none',
  idempotent: true,
  timeoutMs: 60_000,
  tags: ['files', 'search'],
  aliases: {
    '-A': 'after',
    '-B': 'before',
    '-C': 'context',
    '-i': 'ignore_case',
    head_limit: 'limit',
    query: 'pattern',
    regex: 'pattern',
    include: 'glob',
    ...pathAliases,
  },
  examples: [
    { title: 'A word in TypeScript files', input: { pattern: '\\bTODO\\b', type: 'ts' } },
    { title: 'Which files hold a text', input: { pattern: 'a.b(c', literal: true, output_mode: 'files' } },
    { title: 'With lines around', input: { pattern: '^export ', glob: '*.{js,mjs}', context: 2, limit: 20 } },
  ],
  inputSchema: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .max(10_000)
      .describe('What to search for: a regular expression, or text with literal'),
    path: z.string().min(1).default('.').describe('Folder or file to search in'),
    glob: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Only files that fit, such as *.ts or src/**/*.{js,ts}; a leading ! leaves out'),
    type: z.string().min(1).max(50).optional().describe('Only files of a type, such as js, py, rust'),
    output_mode: z
      .enum(['content', 'files', 'count'])
      .default('content')
      .describe('Lines, names of files, or matching lines per file'),
    before: z.int().min(0).max(mostContext).optional().describe('Lines to show before each match'),
    after: z.int().min(0).max(mostContext).optional().describe('Lines to show after each match'),
    context: z.int().min(0).max(mostContext).optional().describe('Lines to show before and after each match'),
    ignore_case: z.boolean().default(false).describe('Upper and lower case are the same'),
    literal: z.boolean().default(false).describe('The pattern is plain text'),
    multiline: z.boolean().default(false).describe('Matches may span lines, and . matches line breaks'),
    hidden: z.boolean().default(false).describe('Also files and folders whose names begin with a dot'),
    limit: z
      .int()
      .min(0)
      .max(mostMatches)
      .default(100)
      .describe('Matches (lines or files) to show at most; 0 for the most'),
    offset: z.int().min(0).default(0).describe('Matches to pass over, to read on'),
  }),
  outputSchema: grepOutput,
  resources: ({ path }, { workspace }) => pathResources(path, 'read', workspace),
  render: (output) => renderGrep(output),

  execute(input, { host, signal }: ToolContext) {
    return runGrep({ ...input, limit: input.limit === 0 ? mostMatches : input.limit }, host, signal)
  },
})
