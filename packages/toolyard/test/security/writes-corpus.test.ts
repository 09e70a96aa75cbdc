/** Writes that would make something run outside the sandbox: each is refused, or seen before anything of it is loaded. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Jail } from '../../src/host/files/jail.ts'
import type { TrustedPlace } from '../../src/host/trust/index.ts'
import { openTrustedPlace, settlePlace, type Settings, wholeGraph } from '../../src/runtime/index.ts'

interface Case {
  readonly id: string
  readonly family: string
  readonly way: 'write_file' | 'edit_file' | 'bash' | 'rename'
  readonly path: string
  readonly content: string
  readonly expect: 'refused' | 'asks-at-load' | 'harmless'
}

interface Corpus {
  readonly project: Readonly<Record<string, unknown>>
  readonly cases: readonly Case[]
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../corpora/attacks/writes.json'), 'utf8'),
) as Corpus

/** Names that are protected wherever they are, and the sandbox, have tests of their own. */
const elsewhere = new Set(['editor-settings', 'git-settings', 'git-command', 'spelling'])

/** Cases that hold in another way than by a question, or that this place can't show. */
const exceptions: Readonly<Record<string, string>> = {
  ...all('graph-11', 'the load guard refuses it: see trusted-content.test.ts'),
  ...all('absent-wins-28', 'a trusted package is kept as a whole'),
  ...all('absent-wins-52', 'a server of the project runs .venv/bin/python'),
  ...all(
    'python-cache-01 python-cache-02 python-cache-03 python-cache-07 python-cache-08 hook-program-17',
    'compiled files of the workspace are not read: PYTHONPYCACHEPREFIX',
  ),
  ...all('python-cache-06 program-10 program-11 program-12', 'the folder of a program is kept as a whole'),
  ...all('js-cache-01 js-cache-02 js-cache-05', 'nothing that is started reads a cache there'),
  ...all(
    'js-cache-10 js-cache-11 js-cache-13 shims-11 shims-12 shims-15',
    'no command of the project names it',
  ),
  ...all('js-cache-19 honest-25 shims-20 shims-21', 'decided by the name alone'),
  ...all('path-shadow-06 path-shadow-07 path-shadow-08 path-shadow-11 path-shadow-12', 'programs of our own'),
  ...all('path-shadow-14 path-shadow-15 path-shadow-16', 'another PATH, or another system'),
  ...all('path-shadow-18', 'a word of the script bin/serve is the name of that package'),
  ...all('path-shadow-20', 'the content is the same'),
  ...all('own-package-02 own-package-09', 'the program that runs the tests is elsewhere'),
  ...all('rename-03', 'nothing is left that could run: the hook refuses every call'),
}

function all(ids: string, reason: string): Record<string, string> {
  return Object.fromEntries(ids.split(' ').map((id) => [id, reason]))
}

/** Commands that need nothing but files. */
const plain = /^(?:ln|mv|rm|cp|mkfifo|truncate|touch|echo|sed|mkdir|chmod)\b/

/** What the sandbox refuses to programs is its own affair. */
function isOurs({ id, family, way, expect, content }: Case): boolean {
  const isPlain = way !== 'bash' || (expect !== 'refused' && plain.test(content))
  return !elsewhere.has(family) && !(id in exceptions) && isPlain
}

/** What the corpus tells in words. */
const more: Readonly<Record<string, string>> = {
  'node_modules/helper-lib/package.json':
    '{"name":"helper-lib","main":"index.js","imports":{"#inner":"./lib/inner.js"},"dependencies":{"helper-dep":"1"}}',
  'node_modules/helper-lib/index.js':
    "require('./lib/inner.js'); require('helper-dep'); require('./lib'); exports.limits = {}",
  'node_modules/helper-lib/lib/inner.js': '',
  'node_modules/helper-lib/lib/index.js': '',
  'node_modules/helper-dep/package.json': '{"name":"helper-dep"}',
  'node_modules/helper-dep/index.js': '',
  'node_modules/zod/package.json': '{"name":"zod"}',
  'node_modules/zod/index.js': '',
  'node_modules/toolyard/package.json':
    '{"name":"toolyard","dependencies":{"kysely":"1","re2":"1","@vscode/ripgrep":"1","@modelcontextprotocol/sdk":"1"}}',
  'node_modules/toolyard/dist/cli.js': '',
  'node_modules/toolyard-plugin-x/package.json':
    '{"name":"toolyard-plugin-x","toolyard":{"main":"index.js","hooks":"hooks.js","tools":["tools"]}}',
  'node_modules/toolyard-plugin-x/index.js': '',
  'node_modules/toolyard-plugin-x/hooks.js': '',
  'node_modules/toolyard-plugin-x/tools/print.js': '',
  'node_modules/notes-server/package.json': '{"name":"notes-server","bin":{"notes-server":"./index.js"}}',
  'node_modules/notes-server/index.js': "require('./lib')",
  'node_modules/notes-server/lib.json': '{}',
  'node_modules/notes-server/dist/chunk-A1.js': '',
  'node_modules/notes-server/prompts/system.md': '',
  'node_modules/.package-lock.json':
    '{"packages":{"node_modules/notes-server":{"bin":{"notes-server":"index.js"}}}}',
  'node_modules/tsx/package.json':
    '{"name":"tsx","bin":"./dist/cli.mjs","dependencies":{"esbuild":"1","get-tsconfig":"1"}}',
  'node_modules/tsx/dist/cli.mjs': '',
  'node_modules/tsx/dist/loader.mjs': '',
  'node_modules/esbuild/package.json': '{"name":"esbuild","optionalDependencies":{"@esbuild/linux-x64":"1"}}',
  'node_modules/esbuild/lib/main.js': '',
  'node_modules/@esbuild/linux-x64/package.json': '{"name":"@esbuild/linux-x64"}',
  'node_modules/@esbuild/linux-x64/bin/esbuild': 'ELF',
  'node_modules/get-tsconfig/package.json': '{"name":"get-tsconfig"}',
  'node_modules/get-tsconfig/dist/index.mjs': '',
  'packages/notes/package.json': '{"name":"notes","main":"index.js"}',
  'packages/notes/index.js': '',
  'servers/files.mjs':
    "import './shared/db.mjs'\nimport '@modelcontextprotocol/sdk'\nimport 'linked'\nprocess.loadEnvFile(new URL('.env', import.meta.url))",
  'servers/shared/db.mjs': '',
  'servers/x.js': '',
  'servers/y.ts': "import './lib'\nimport './util.js'",
  'servers/lib.ts': '',
  'servers/util.js': '',
  'servers/z.ts': '',
  'servers/m.js': '',
  'mytools/server.py': 'import pkgutil, json, mcp\nfrom . import db\n',
  'mytools/db.py': '',
  'mytools/__main__.py': '',
  'mytools/plugins/one.py': '',
  'pylib/common.py': '',
  'programs/helper.py': '',
  'programs/echo.tool.toml': 'name = "echo"\ndescription = "Echo."\ncommand = ["python3", "run.py"]\n',
  'programs/run.py': 'import json, helper\n',
  '.venv/pyvenv.cfg': 'home = /usr/bin',
  '.venv/lib/python3.12/site-packages/mcp/__init__.py': '',
  'hooks/lib.sh': '',
  'hooks/scan.js': "require('yaml')",
  'hooks/words.txt': 'bad',
  'hooks/filter.jq': '.',
  'hooks/Makefile': 'verify:\n\ttrue\n',
  'scripts/run-hook.py': 'import scan\n',
  'scripts/bashenv.sh': '',
  'evil/python': '#!/bin/sh',
  'evil.js': 'evil',
  'scratch/evil.ts': 'evil',
  'scratch/mytools/server.py': 'evil',
  'src/evil/index.js': 'evil',
  'node_modules/@vscode/ripgrep/package.json': '{"name":"@vscode/ripgrep"}',
  'node_modules/@vscode/ripgrep/bin/rg': 'ELF',
  'node_modules/re2/package.json': '{"name":"re2"}',
  'node_modules/re2/build/Release/re2.node': 'ELF',
  'node_modules/kysely/package.json': '{"name":"kysely"}',
  'node_modules/kysely/dist/esm/index.js': '',
  'node_modules/@modelcontextprotocol/sdk/package.json': '{"name":"@modelcontextprotocol/sdk"}',
  'node_modules/@modelcontextprotocol/sdk/dist/esm/index.js': '',
  'node_modules/@anthropic-ai/claude-agent-sdk/package.json': '{"name":"@anthropic-ai/claude-agent-sdk"}',
  'node_modules/@anthropic-ai/claude-agent-sdk/cli.js': '',
  'node_modules/toolyard/console/index.html': '',
  'node_modules/toolyard/console/assets/app.js': '',
  'scratch/lib.ts': 'evil',
  'scratch/run.py': 'evil',
  'scratch/src/lib.ts': 'evil',
  'scratch/servers/files.mjs': 'evil',
  'scratch/nm/zod/index.js': 'evil',
  'scratch/helper-lib/index.js': 'evil',
  'docs/guide.md': '',
  'test/app/x.ts': '',
  'test/app.test.ts': '',
  'src/app.test.ts': '',
  'src/a.ts': '',
  Makefile: 'test:\n',
  'Cargo.toml': '',
  'go.mod': '',
  'README.md': '',
}

const options: Settings = {
  toolFolders: ['tools'],
  programs: ['programs/'],
  plugins: ['toolyard-plugin-x'],
  mcpFile: 'mcp.json',
  claude: {},
  hooks: [{ name: 'check', type: 'PRE_TOOL_USE', handler: { command: 'hooks/check.sh' } }],
}

describe('a write to what runs outside the sandbox', () => {
  let folder: string
  const programs = process.env['PATH'] ?? ''
  const template = (): string => join(folder, 'template')
  const work = (): string => join(folder, 'work')
  const state = (): string => join(folder, 'state')

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-writes-')))
    for (const [name, value] of Object.entries({ ...corpus.project, ...more })) {
      if (['node_modules', 'servers', 'python'].includes(name)) continue
      put(join(template(), name), typeof value === 'string' ? value : JSON.stringify(value))
    }
    mkdirSync(join(template(), 'node_modules/.bin'))
    symlinkSync('../notes-server/index.js', join(template(), 'node_modules/.bin/notes-server'))
    symlinkSync('../tsx/dist/cli.mjs', join(template(), 'node_modules/.bin/tsx'))
    symlinkSync('../packages/notes', join(template(), 'node_modules/linked'))
    mkdirSync(join(template(), '.venv/bin'))
    symlinkSync('/usr/bin/env', join(template(), '.venv/bin/python'))
    symlinkSync('lib', join(template(), '.venv/lib64'))
    // As it is for everything that npm starts.
    process.env['PATH'] = `${join(work(), 'node_modules/.bin')}:${programs}`
    restore()
    const place = openPlace()
    place.take(await graphOf(place), { keep: false })
  })
  after(() => {
    process.env['PATH'] = programs
    rmSync(folder, { recursive: true, force: true })
  })

  /** As it was trusted: all of it, or what these paths are in. */
  function restore(paths: readonly string[] = ['.']): void {
    for (const top of new Set(paths.map((path) => path.replace(/^\.\//, '').split('/')[0] ?? '.'))) {
      rmSync(join(work(), top), { recursive: true, force: true })
      if (existsSync(join(template(), top)))
        cpSync(join(template(), top), join(work(), top), { recursive: true, verbatimSymlinks: true })
    }
  }

  function openPlace(): TrustedPlace {
    const file = join(work(), 'toolyard.config.ts')
    const place = openTrustedPlace({ file, folder: work(), environment: { TOOLYARD_STATE: state() } })
    settlePlace(place, { ...options, workspace: work(), baseFolder: work() })
    return place
  }

  const graphOf = (place: TrustedPlace) =>
    wholeGraph(place, join(work(), 'toolyard.config.ts'), {
      ...options,
      workspace: work(),
      baseFolder: work(),
    })

  /** Whether tools that write are refused. */
  function isRefused(path: string): boolean {
    const kept = ['tools', 'programs', 'mcp.json', 'hooks/check.sh'].map((name) => join(work(), name))
    const jail = new Jail({ workspace: work(), protectedPaths: [...openPlace().protectedPaths, ...kept] })
    try {
      jail.resolve(path, 'write')
      return false
    } catch {
      return true
    }
  }

  async function isAsked(): Promise<boolean> {
    if (!existsSync(join(work(), 'toolyard.config.ts'))) return true
    const place = openPlace()
    return place.differences(await graphOf(place)).length > 0
  }

  function write({ way, path, content }: Case): void {
    const target = join(work(), path)
    const old = existsSync(target) && way === 'edit_file' ? readFileSync(target, 'utf8') : ''
    // What a command would copy from.
    if (content.startsWith('cp evil')) {
      rmSync(join(work(), 'evil'), { recursive: true })
      put(join(work(), 'evil'), 'evil')
    }
    if (way === 'bash') spawnSync('bash', ['-c', content], { cwd: work() })
    else if (way === 'rename') {
      rmSync(target, { recursive: true, force: true })
      if (!existsSync(join(work(), content))) put(join(work(), content), 'made before')
      mkdirSync(dirname(target), { recursive: true })
      renameSync(join(work(), content), target)
    } else if (path.endsWith('package.json') && old !== '')
      put(target, JSON.stringify({ ...parse(old), ...parse(content) }))
    else put(target, old + content)
  }

  for (const one of corpus.cases.filter((each) => isOurs(each)))
    it(`${one.id}: ${one.way} ${JSON.stringify(one.path)} is ${one.expect}`, async () => {
      const isHeld = one.way !== 'bash' && isRefused(one.path)
      if (one.expect === 'harmless') assert.equal(isHeld, false)
      if (isHeld) return
      write(one)
      const isSeen = await isAsked()
      restore(one.way === 'bash' ? ['.'] : one.way === 'rename' ? [one.path, one.content] : [one.path])
      assert.equal(isSeen, one.expect !== 'harmless')
    })
})

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  writeFileSync(path, text)
}

function parse(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    return { broken: text }
  }
}
