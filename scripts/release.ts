/**
 * `npm run release`: publishes the version that `packages/toolyard/package.json` and the changelog name. With `--dry-run` it does
 * everything but publish, and says what a release would still need.
 *
 * `--from FILE` takes a package that was packed before, for a pipeline that builds and publishes in two steps. `--branch NAME` publishes nothing:
 * it commits what the package holds to a branch of that name, so that `npm install git+URL#NAME` works.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commitToBranch } from './release/commit-to-branch.ts'
import { inspectPackage, lintPackage, type Manifest } from './release/inspect-package.ts'
import { readiness } from './release/readiness.ts'

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    from: { type: 'string' },
    branch: { type: 'string' },
  },
})
const folder = 'packages/toolyard'
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const temp = mkdtempSync(join(tmpdir(), 'toolyard-release-'))
try {
  release(values.from === undefined ? pack() : resolve(values.from))
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function release(tarball: string): void {
  const title = `${manifest.name} ${manifest.version}`
  const problems = [...inspectPackage(tarball, manifest), ...lintPackage(tarball)]
  const open = readiness(manifest)
  for (const problem of problems) console.error(`broken: ${problem}`)
  for (const step of open) console.error(`to do: ${step}`)
  if (problems.length > 0) process.exitCode = 1
  else if (values.branch !== undefined) {
    commitToBranch(tarball, values.branch, title)
    console.log(`Branch ${values.branch} holds ${title}. Push it, then: npm install git+URL#${values.branch}`)
  } else if (values['dry-run'])
    console.log(`${title} is whole. Nothing was published; ${open.length} things are to do before a release.`)
  else if (open.length > 0) process.exitCode = 1
  else {
    execFileSync('npm', ['publish', tarball], { stdio: 'inherit' })
    execFileSync('git', ['tag', `v${manifest.version}`])
    console.log(`Published ${title}. Push the tag: git push origin v${manifest.version}`)
  }
}

/** Builds, too: `prepack` does. */
function pack(): string {
  const args = ['pack', '-w', manifest.name, '--json', '--silent', '--foreground-scripts=false']
  const text = execFileSync('npm', [...args, '--pack-destination', temp], { encoding: 'utf8' })
  const [packed] = Object.values(JSON.parse(text) as Readonly<Record<string, { readonly filename: string }>>)
  if (!packed) throw new Error(`npm pack answered ${text}`)
  return join(temp, packed.filename)
}
