/** The five documents' own examples, as projects: installed from the packed package, type-checked, run, and compared with what they promise. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { builtWorkspace, installInto, plainEnvironment, repository } from './helpers/built-workspace.ts'

const execute = promisify(execFile)
const documents = join(repository, 'examples/documents')
const projects = readdirSync(documents).filter((name) => existsSync(join(documents, name, 'package.json')))
const temp = mkdtempSync(join(tmpdir(), 'toolyard-documents-'))
after(() => rmSync(temp, { recursive: true, force: true }))

describe('the five documents', () => {
  before(() => {
    installInto(temp, builtWorkspace())
    for (const name of projects) {
      cpSync(join(documents, name), join(temp, name), { recursive: true })
      symlinkSync('../node_modules', join(temp, name, 'node_modules'))
    }
  })

  it('have a project each', () => {
    assert.deepEqual(
      projects.map((name) => name.slice(0, 1)),
      ['1', '2', '3', '4', '5'],
    )
  })

  it('have types that a strict project takes', async () => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node'],
    }
    const include = projects.flatMap((name) => [`${name}/app`, `${name}/*.ts`])
    writeFileSync(join(temp, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
    const { stdout } = await execute('tsc', ['-p', '.'], { cwd: temp, env: plainEnvironment() }).catch(
      (error: { readonly stdout: string }) => error,
    )
    assert.equal(stdout, '')
  })

  for (const name of projects)
    it(`${name} says what its document promises`, async () => {
      const cwd = join(temp, name)
      const env = {
        ...plainEnvironment(),
        HOME: temp,
        XDG_STATE_HOME: join(temp, 'state', name),
        NO_COLOR: '1',
        // Warnings are told as an event too; what a project prints counts here.
        NODE_NO_WARNINGS: '1',
      }
      const { stdout, stderr } = await execute(process.execPath, ['app/main.ts'], { cwd, env })
      assert.deepEqual(
        { stdout: stdout.split('\n'), stderr },
        { stdout: readFileSync(join(documents, name, 'expected.txt'), 'utf8').split('\n'), stderr: '' },
      )
    })
})
