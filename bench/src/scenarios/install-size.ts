/**
 * How many packages a production install brings: the package as it would be published, in an empty folder. A quick pass asks the lockfile.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { countInstalled } from '../installed-packages.ts'
import type { Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const execute = promisify(execFile)
const packageFolder = fileURLToPath(new URL('../../../packages/toolyard', import.meta.url))
const lockfile = new URL('../../../package-lock.json', import.meta.url)
/** What the MCP SDK v1 brings. */
const mcpSdkV1 = 98

export const installSize: Scenario = {
  name: 'install',
  title: 'Production install',
  run: async ({ quick }) => {
    if (quick) return [packagesLine(countInstalled(lockfile))]
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-install-'))
    try {
      await install(folder)
      const packages = await countPackages(folder)
      const bytes = await sizeOf(join(folder, 'node_modules'))
      return [packagesLine(packages), { what: 'on disk', ours: bytes / 2 ** 20, unit: 'MB' }]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function packagesLine(packages: number): Line {
  return {
    what: 'packages, ours included',
    ours: packages,
    unit: 'packages',
    reference: { name: 'MCP SDK v1', value: mcpSdkV1 },
    ratio: packages / mcpSdkV1,
    bar: { of: 'ours', below: mcpSdkV1 - 1, text: `< ${mcpSdkV1}` },
  }
}

async function install(folder: string): Promise<void> {
  await execute('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { cwd: packageFolder })
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (!archive) throw new Error('npm pack made no archive')
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error']
  await execute('npm', ['install', `./${archive}`, '--omit=dev', ...quietly], { cwd: folder })
}

async function countPackages(folder: string): Promise<number> {
  const lock: unknown = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
  return Object.keys((lock as { readonly packages: object }).packages).length
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const file of files) if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size
  return bytes
}
