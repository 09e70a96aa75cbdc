/**
 * The `toolyard` program as tests start it: the build that `npm test` has made, because it starts several times faster. A file
 * that is run alone starts the source, so that nothing has to be built before it.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from './built-workspace.ts'

/** The folder of a built workspace. */
const built = process.env['TOOLYARD_TEST_BUILD']

/** Node's option for programs that import `toolyard`, in the form of `NODE_OPTIONS`. */
export const importOptions = built === undefined ? '--conditions=@toolyard/source' : ''

const source = [importOptions, join(repository, 'packages/toolyard/src/cli/main.ts')]

/** The command that starts it. */
export const program: readonly [string, ...string[]] = [
  process.execPath,
  ...(built === undefined ? source : [join(built, 'packages/toolyard/dist/cli/main.js')]),
]

/** The workspace that it comes from. */
export const programRoot = built ?? repository

/** Packages for the folder that it works in: `toolyard` is the one that runs. */
export const packages = join(programRoot, 'node_modules')

/** Halves what it costs to start our own, unchanged, code again and again. */
export const compileCache = join(tmpdir(), 'toolyard-test-compile-cache')
