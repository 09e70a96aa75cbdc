/**
 * What the guides and the README show is true: their snippets are written, type-checked and run, in the order of the page.
 *
 * In a page, a `ts` block whose first line is `// file: NAME` is that file. A block with `run` behind its language, or with
 * `// run` in its first line, is run and must print the lines behind `→`; `…` stands for anything. A `ts` block without a mark is
 * only type-checked.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { compileCache, importConditions, importOptions, packages, program } from './helpers/program.ts'

const root = join(import.meta.dirname, '../../..')

interface Block {
  readonly language: string
  readonly isRun: boolean
  /** The file that it is, where it is one. */
  readonly file: string | undefined
  readonly code: string
  readonly line: number
}

class Page {
  readonly blocks: readonly Block[]
  readonly file: string
  folder = ''

  constructor(file: string, markdown: string) {
    this.file = file
    this.blocks = [...markdown.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => {
      const [, language = '', marks = '', code = ''] = match
      return {
        language,
        isRun: marks.trim() === 'run' || /^(?:\/\/|#) run\b/.test(code),
        file: /^\/\/ file: (\S+)\n/.exec(code)?.[1],
        code,
        line: markdown.slice(0, match.index).split('\n').length,
      }
    })
  }

  /** An empty project with packages to import, and a `toolyard` on the path. */
  async open(folder: string): Promise<void> {
    this.folder = folder
    await mkdir(folder)
    await symlink(packages, this.path('node_modules'))
    await this.write('package.json', '{ "type": "module" }')
    const words = program.map((word) => `"${word}"`).join(' ')
    await this.write('bin/toolyard', `#!/bin/sh\nexec ${words} "$@"\n`)
    await chmod(this.path('bin/toolyard'), 0o755)
  }

  /** Of its folder. */
  get name(): string {
    return this.file.replaceAll('/', '-')
  }

  /** Whether a mistake lies in one of its files. */
  isNamedIn(mistake: string): boolean {
    return mistake.startsWith(`${this.name}/`)
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  async write(name: string, code: string): Promise<string> {
    await mkdir(dirname(this.path(name)), { recursive: true })
    await writeFile(this.path(name), code)
    return name
  }

  async run(command: string, args: readonly string[]): Promise<{ code: number | null; out: string }> {
    const child = spawn(command, args, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${this.path('bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: this.folder,
        NODE_OPTIONS: importOptions,
        NODE_COMPILE_CACHE: compileCache,
        NO_COLOR: '1',
      },
    })
    const ended = new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    })
    const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, out: `${out}${problems}` }
  }
}

/** The lines that a block promises to print. */
function promised(code: string): string[] {
  return [...code.matchAll(/(?:\/\/|#) → ?(.*)$/gm)].map(([, line = '']) => line)
}

/** A pattern for a line of which `…` stands for any part. */
function patternOf(line: string): RegExp {
  const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}

async function runScript(page: Page, { code, line }: Block): Promise<void> {
  const file = await page.write(`snippet-${line}.ts`, code)
  const { code: exitCode, out } = await page.run(process.execPath, [file])
  assert.equal(exitCode, 0, out)
  const lines = out.trimEnd().split('\n')
  const expected = promised(code)
  assert.ok(expected.length > 0, 'a snippet that is run says what it prints')
  const agrees = expected.every((one, index) => patternOf(one).test(lines[index] ?? ''))
  if (!agrees || lines.length !== expected.length) assert.deepEqual(lines, expected)
}

/** A shell prints more than a page shows: what is promised must come, in this order. */
async function runShell(page: Page, { code }: Block): Promise<void> {
  const { code: exitCode, out } = await page.run('sh', ['-ec', code])
  assert.equal(exitCode, 0, out)
  const lines = out.split('\n')
  let from = 0
  for (const expected of promised(code)) {
    const pattern = patternOf(`…${expected}…`)
    const found = lines.findIndex((line, index) => index >= from && pattern.test(line))
    assert.ok(found >= 0, `it printed\n${out}\nand promises\n${expected}`)
    from = found + 1
  }
}

const files = globSync(['README.md', 'docs/guide/*.md', 'examples/*/README.md'], { cwd: root }).toSorted()
const pages = await Promise.all(
  files.map(async (file) => new Page(file, await readFile(join(root, file), 'utf8'))),
)
const shown = pages.filter(({ blocks }) => blocks.some(({ language, isRun }) => isRun || language === 'ts'))

describe('what is shown by', () => {
  let folder: string
  let types: Promise<string>
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-guide-')))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const page of shown)
    describe(page.file, () => {
      before(() => page.open(join(folder, page.name)))

      for (const block of page.blocks) {
        if (block.isRun)
          it(`does what it says (line ${block.line})`, () =>
            block.language === 'ts' ? runScript(page, block) : runShell(page, block))
        else if (block.language === 'ts')
          it(`can be written down (line ${block.line})`, async () => {
            await page.write(block.file ?? `snippet-${block.line}.ts`, block.code)
          })
      }
    })

  for (const page of shown)
    it(`${page.file} has the right types`, async () => {
      types ??= typeMistakes(folder)
      const mistakes = (await types).split(/^(?=\S)/m).filter((one) => page.isNamedIn(one))
      assert.deepEqual(mistakes, [])
    })

  it('no page has a mistake that lies elsewhere', async () => {
    types ??= typeMistakes(folder)
    assert.equal(await types, '')
  })
})

/** Of all pages at once: the types of the packages are read only once. */
async function typeMistakes(folder: string): Promise<string> {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: relative(folder, join(root, 'tsconfig.base.json')),
      compilerOptions: { rootDir: '/', skipLibCheck: true, customConditions: importConditions },
      include: ['*/**/*.ts'],
      exclude: ['*/node_modules'],
    }),
  )
  await symlink(packages, join(folder, 'node_modules'))
  const args = ['--noEmit', '--pretty', 'false', '-p', folder]
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`
}
