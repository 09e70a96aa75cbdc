/** What must be true of the repository, and of the place where the release runs, before a version may go out. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Manifest } from './inspect-package.ts'

/** One sentence for each thing that is still to do. */
export function readiness({ version, repository, publishConfig }: Manifest): string[] {
  const open: string[] = []
  if (git('status', '--porcelain') !== '') open.push('commit or remove what is changed in the working tree')
  if (git('tag', '--list', `v${version}`) !== '') open.push(`raise the version: there is a tag v${version}`)
  open.push(...changelogSteps(version))
  if (publishConfig?.provenance === true) {
    if (repository === undefined)
      open.push('set "repository" in packages/toolyard/package.json: provenance names it')
    if (process.env['GITHUB_ACTIONS'] === undefined && process.env['GITLAB_CI'] === undefined)
      open.push('run it in CI: provenance is signed there, with the identity of the job')
  }
  return open
}

/** The newest chapter must be of this version, and dated. */
function changelogSteps(version: string): string[] {
  const [, newest = '', note = ''] =
    /^## (\S+)(?: \((.*)\))?$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  if (newest !== version)
    return [`write the chapter "## ${version}" of CHANGELOG.md; the newest is "${newest}"`]
  return /^\d{4}-\d{2}-\d{2}$/.test(note)
    ? []
    : [`date the chapter of CHANGELOG.md: "## ${version} (YYYY-MM-DD)"`]
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
