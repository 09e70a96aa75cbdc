/**
 * The `toolyard` program as tests start it: the build that `npm test` has made, because it starts several times faster. A file
 * that is run alone starts the source, so that nothing has to be built before it.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from './built-workspace.ts'

/** The folder of a built workspace. */
const built = process.env['TOOLYARD_TEST_BUILD']

/** Node's options for programs that import `toolyard`; the second, in the form of `NODE_OPTIONS`. */
export const importFlags: readonly string[] = built === undefined ? ['--conditions=@toolyard/source'] : []
export const importOptions = importFlags.join(' ')
/** The same for the compiler: it reads the types that are published, or our sources, which takes it longer. */
export const importConditions: readonly string[] = built === undefined ? ['@toolyard/source'] : []

/** The workspace that it comes from. */
export const programRoot = built ?? repository

const main = built === undefined ? 'src/cli/main.ts' : 'dist/cli/main.js'

/** The command that starts it. */
export const program: readonly [string, ...string[]] = [
  process.execPath,
  ...importFlags,
  join(programRoot, 'packages/toolyard', main),
]

/** Packages for the folder that it works in: `toolyard` is the one that runs. */
export const packages = join(programRoot, 'node_modules')

/** Halves what it costs to start our own, unchanged, code again and again. */
export const compileCache = join(tmpdir(), 'toolyard-test-compile-cache')
