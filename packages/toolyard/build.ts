/**
 * `npm run build`: compiles `src/` into `dist/`, then joins its many files into few, because a process that starts pays for
 * each file that it loads.
 *
 * What can be imported or started from outside, and what the code itself looks up by its path, stays where it is; everything
 * else goes into `dist/chunks/`, split where something is loaded on demand. Code that asks where it is gets the answer that it
 * would have got before. Libraries that every start needs are joined into the package; the others stay beside it.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type BuildOptions, type BuildResult, type Plugin } from 'esbuild'
import manifest from './package.json' with { type: 'json' }

const root = import.meta.dirname
const dist = join(root, 'dist')
const joined = join(dist, 'joined')
/** A file of `dist/chunks/` that knows where it is. */
const place = join(dist, 'place.js')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(1)
writeFileSync(
  place,
  `import { fileURLToPath } from 'node:url'
export const urlOf = (path) => new URL('../' + path, import.meta.url).href
export const fileOf = (path) => fileURLToPath(urlOf(path))\n`,
)

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  logLevel: 'warning',
  metafile: true,
} satisfies BuildOptions
/** Files of libraries that went in. */
const libraries = new Set<string>()

for (const file of ['store/sql/kysely', 'serve/mcp/sdk', 'tools/web/lib/page-libraries'])
  noteLibraries(
    await build({
      ...common,
      entryPoints: [`dist/${file}.js`],
      outfile: `dist/${file}.js`,
      allowOverwrite: true,
      minify: true,
      alias: { '@modelcontextprotocol/server/_shims': './dist/serve/mcp/sdk-shims.js' },
    }),
  )

const entries = [...new Set([...doors(), ...lookedUp(), ...threads(), 'host/proc/broker/main'])]
const whole = await build({
  ...common,
  entryPoints: Object.fromEntries(entries.map((path) => [path, `dist/${path}.js`])),
  outdir: joined,
  chunkNames: 'chunks/[hash]',
  splitting: true,
  minifyWhitespace: true,
  // An error that nobody catches shows the line that threw it.
  lineLimit: 160,
  // linkedom's reader of style sheets has one, with a word of its own; our code never calls it.
  logOverride: { 'direct-eval': 'silent' },
  plugins: [librariesBeside(), whereItWas()],
})

for (const file of globSync('**/*.{js,json}', { cwd: dist, exclude: ['joined'] })) rmSync(join(dist, file))
for (const file of globSync('**/*.js', { cwd: joined })) {
  mkdirSync(dirname(join(dist, file)), { recursive: true })
  renameSync(join(joined, file), join(dist, file))
}
rmSync(joined, { recursive: true })
noteLibraries(whole)
writeFileSync(join(dist, 'LICENSES.txt'), licences())

function noteLibraries({ metafile }: BuildResult<{ metafile: true }>): void {
  for (const path of Object.keys(metafile.inputs)) {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
    if (folder !== undefined) libraries.add(join(root, folder))
  }
}

/** What the libraries that went in ask to be kept with them. */
function licences(): string {
  return [...libraries]
    .toSorted()
    .map((folder) => {
      const [file = ''] = globSync('LICENSE*', { cwd: folder })
      return `${relative(join(root, '../../node_modules'), folder)}\n\n${readFileSync(join(folder, file), 'utf8')}`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** What can be imported or started from outside, without its ending. */
function doors(): string[] {
  const { bin, exports: exported } = manifest
  const paths = Object.values(exported).flatMap((door) => (typeof door === 'string' ? [] : [door.default]))
  // The relay is alone with Node in the browser's sandbox.
  const relay = './dist/host/browser/relay.js'
  return [bin.toolyard, relay, ...paths].map((path) => path.replace(/^\.\/dist\/|\.js$/g, ''))
}

/** What is loaded by its path when it is first needed. */
function lookedUp(): string[] {
  return globSync('**/*.js', { cwd: dist }).flatMap((file) =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(/lazyBeside\(import\.meta\.url, '([^']+)'/g)].map(
      ([, path = '']) => join(dirname(file), path),
    ),
  )
}

/** What runs in a thread of its own, and is started by its path. */
function threads(): string[] {
  return globSync('**/*-worker.js', { cwd: dist }).map((file) => file.replace(/\.js$/, ''))
}

/** Leaves packages to be found where they are installed, or not; commander alone comes in. */
function librariesBeside(): Plugin {
  return {
    name: 'libraries beside',
    setup(hooks) {
      hooks.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        path === 'commander' || kind === 'entry-point' ? undefined : { path, external: true },
      )
    },
  }
}

/** Answers `import.meta` as if the code were still in its own file. */
function whereItWas(): Plugin {
  return {
    name: 'where it was',
    setup(hooks) {
      hooks.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (
          path === place ||
          !path.startsWith(dist) ||
          !/\bimport\.meta\.(?:url|dirname|filename)\b/.test(text)
        )
          return undefined
        const file = JSON.stringify(relative(dist, path))
        const folder = JSON.stringify(relative(dist, dirname(path)))
        const told = text
          .replaceAll('import.meta.url', `__place.urlOf(${file})`)
          .replaceAll('import.meta.filename', `__place.fileOf(${file})`)
          .replaceAll('import.meta.dirname', `__place.fileOf(${folder})`)
        return { contents: withImport(told, `import * as __place from ${JSON.stringify(place)}`) }
      })
    },
  }
}

/** After the line that names the interpreter, where there is one. */
function withImport(text: string, line: string): string {
  const [, first = '', rest = ''] = /^(#!.*\n)?([\s\S]*)$/.exec(text) ?? []
  return `${first}${line}\n${rest}`
}
