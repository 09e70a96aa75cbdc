/**
 * `grep`, `glob` and `list_dir` beside ripgrep and `readdir`, on many real files.
 *
 * ripgrep is the very program that the tools use, started with `spawn`, its output collected. It looks at the same files: it is given the
 * same rules of what to leave out. Where the first hundred matches are asked for, it is ended at the hundredth.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import type { Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { interleave } from '../tools/interleave.ts'
import { openYard, type Yard } from '../tools/open-yard.ts'
import { growTree } from '../tools/real-tree.ts'
import { runProgram } from '../tools/run-program.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'
import { timedLine } from '../tools/timed-line.ts'

interface Question {
  readonly what: string
  readonly pattern: string
  readonly ignoreCase?: boolean
  /** Lines to ask for; all of them where it is not said. */
  readonly first?: number
  /** Whether anything is to be found. */
  readonly isThere: boolean
}

const rareWord = 'zygomorphicsentinel'
const questions: readonly Question[] = [
  { what: 'a rare word', pattern: rareWord, isThere: true },
  { what: 'no match', pattern: 'nowherequixotically', isThere: false },
  {
    what: 'a case-insensitive regex',
    pattern: String.raw`zygo\w+SENT[a-z]+\b`,
    ignoreCase: true,
    isThere: true,
  },
  { what: 'the first 100 of a common word', pattern: 'function', first: 100, isThere: true },
]
const rules = ['--no-config', '--color=never', '--no-require-git']

interface Place {
  readonly yard: Yard
  readonly folder: string
  readonly rounds: number
}

export const search: Scenario = {
  name: 'search',
  title: 'grep, glob and list_dir beside ripgrep and readdir (wall time)',
  run: ({ quick }) =>
    inTemporaryFolder(async (above) => {
      const folder = join(above, 'tree')
      await mkdir(folder)
      const files = growTree(folder, quick ? { copies: 1, package: 'zod' } : { copies: 3 })
      writeFileSync(join(folder, 'copy-0', 'a-sentinel.txt'), `here is the ${rareWord}\n`)
      await using yard = await openYard(above)
      const place: Place = { yard, folder, rounds: quick ? 1 : 15 }
      const lines: Line[] = [{ what: 'files in the tree', ours: files + 1, unit: 'files' }]
      for (const question of questions) lines.push(await grepLine(place, question))
      lines.push(await globLine(place))
      return [...lines, ...(await listLines(place, { above, entries: quick ? 500 : 100_000 }))]
    }),
}

async function grepLine({ yard, folder, rounds }: Place, question: Question): Promise<Line> {
  const { what, pattern, ignoreCase = false, first, isThere } = question
  const flags = ['--line-number', '--no-heading', ...(ignoreCase ? ['--ignore-case'] : [])]
  const figures = await interleave(
    [
      {
        name: 'grep',
        run: () => yard.call('grep', { pattern, path: 'tree', ignore_case: ignoreCase }),
        check: (answer) => checkMatches('grep', String(answer), question),
      },
      {
        name: 'rg',
        run: () =>
          runProgram({
            argv: [rgPath, ...rules, ...flags, '--', pattern, './'],
            cwd: folder,
            ...(first !== undefined && { lines: first }),
          }),
        check: (answer) => checkMatches('rg', String(answer), { ...question, isThere }),
      },
    ],
    rounds,
  )
  return timedLine(figures, {
    what: `grep, ${what}`,
    ours: 'grep',
    reference: 'rg',
    times: 1.15,
    plusMs: 15,
  })
}

/** Nobody is measured at finding less. */
function checkMatches(name: string, answer: string, { pattern, ignoreCase, first, isThere }: Question): void {
  const wanted = new RegExp(pattern, ignoreCase ? 'i' : '')
  const found = answer.split('\n').filter((line) => wanted.test(line)).length
  if (isThere ? found < (first ?? 1) : found > 0)
    throw new Error(`${name} found ${found} lines of ${pattern}: ${answer.slice(0, 500)}`)
}

async function globLine({ yard, folder, rounds }: Place): Promise<Line> {
  const figures = await interleave(
    [
      {
        name: 'glob',
        run: () => yard.call('glob', { pattern: '**/*.d.ts', path: 'tree' }),
        check: (answer) => {
          const found = String(answer)
            .split('\n')
            .filter((line) => line.endsWith('.d.ts')).length
          if (found !== 100) throw new Error(`glob listed ${found} files of 100`)
        },
      },
      {
        name: 'rg --files',
        run: () => runProgram({ argv: [rgPath, ...rules, '--files', './'], cwd: folder }),
      },
    ],
    rounds,
  )
  return timedLine(figures, {
    what: 'glob **/*.d.ts, newest first',
    ours: 'glob',
    reference: 'rg --files',
    times: 1.5,
  })
}

async function listLines(
  { yard, rounds }: Place,
  { above, entries }: { readonly above: string; readonly entries: number },
): Promise<Line[]> {
  const folder = join(above, 'many')
  await mkdir(folder)
  for (let index = 0; index < entries; index++) writeFileSync(join(folder, `entry-${index}.txt`), '')
  const figures = await interleave(
    [
      {
        name: 'list_dir',
        run: () => yard.call('list_dir', { path: 'many' }),
        check: (answer) => {
          if (!String(answer).includes(`${entries} entries`))
            throw new Error('list_dir did not count them all')
        },
      },
      { name: 'readdir', run: () => readdir(folder) },
      { name: 'readdir with types', run: () => readdir(folder, { withFileTypes: true }) },
    ],
    rounds,
  )
  const what = `list_dir of ${entries} entries`
  return [
    timedLine(figures, { what, ours: 'list_dir', reference: 'readdir with types' }),
    timedLine(figures, { what, ours: 'list_dir', reference: 'readdir', times: 1.5 }),
  ]
}
