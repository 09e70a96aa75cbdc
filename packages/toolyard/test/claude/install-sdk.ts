/**
 * Installs the Claude Agent SDK for the tests that run its real program: an optional package of 400 MB, which `npm ci` does
 * not bring. It goes into a folder of its own, once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sdkPackage, sdkVersion } from '../../src/agents/claude/sdk.ts'

const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/toolyard')

/** The folder that the SDK can be loaded from. */
export function installClaudeSdk(): string {
  const folder = join(cache, `claude-agent-sdk-${sdkVersion}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'installing-'))
  try {
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n')
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--workspaces=false']
    const { status, stderr, error } = spawnSync(
      'npm',
      [...args, '--prefix', fresh, `${sdkPackage}@${sdkVersion}`],
      { cwd: fresh, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
    )
    if (status !== 0) throw new Error(`npm could not install ${sdkPackage}@${sdkVersion}: ${error ?? stderr}`)
    moveTo(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

/** Two may install at once: the first one stays. */
function moveTo(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
