/** A workspace with files to read, links that lead out and files that are secret, and a policy on commands in it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool } from '../../src/define/index.ts'
import type { Shell } from '../../src/pipeline/policy/shell/index.ts'
import { createShell } from '../../src/pipeline/policy/shell/shell.ts'
import { createPolicy } from '../../src/pipeline/index.ts'
import type { PolicySpec } from '../../src/pipeline/index.ts'

type ToolPolicy = ReturnType<ReturnType<typeof createPolicy>['forTool']>
export type Subject = Parameters<ToolPolicy['decide']>[0]

export class Ground implements Disposable {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-commands-')))
  readonly workspace = join(this.base, 'work')
  #shell: Shell | undefined

  constructor() {
    const files: Readonly<Record<string, string>> = {
      'outside/secret.txt': 'CANARY',
      'work/readme.md': 'one\ntwo\n',
      'work/my file.txt': 'three\n',
      'work/src/app.ts': 'export const app = 1\n',
      'work/src/deep/more.ts': '',
      'work/package.json': '{ "scripts": { "test": "true" } }',
      'work/list.txt': '/etc/passwd\n',
      'work/config/.env': 'KEY=CANARY\n',
      'work/config/settings.json': '{}',
      'work/keys/server.pem': 'CANARY',
      'work/odd/-n': '',
      'work/odd/plain': '',
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(this.base, name, '..'), { recursive: true })
      writeFileSync(join(this.base, name), text)
    }
    const links: Readonly<Record<string, string>> = {
      'work/links/out': '../../outside',
      'work/links/secret': '../../outside/secret.txt',
      'work/links/top': '..',
      'work/links/hidden': '../config/.env',
      'work/links/in': '../src',
      'work/links/nowhere': '../../outside/missing',
    }
    mkdirSync(join(this.workspace, 'links'))
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(this.base, name))
  }

  async shell(): Promise<Shell> {
    this.#shell ??= await createShell({ roots: [this.workspace] })
    return this.#shell
  }

  subject(
    command: string,
    more: Partial<Subject['resources'] extends readonly (infer R)[] | undefined ? R : never> = {},
  ): Subject {
    return {
      input: { command },
      resources: [{ kind: 'command', id: command, access: 'write', shell: 'bash', ...more }],
      workspace: this.workspace,
      permission: 'external',
      effects: 'network',
    }
  }

  /** The policy on a tool named `bash` that is not the application's own. */
  async policy(spec: PolicySpec): Promise<ToolPolicy> {
    const { manifest } = defineTool({
      name: 'bash',
      description: 'Runs a command.',
      permission: 'external',
      effects: 'network',
      execute: () => '',
    })
    return createPolicy(spec, { shell: await this.shell() }).forTool({ ...manifest, source: 'builtin' })
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true })
  }
}

export const rulesOf = (prefixes: readonly string[]): string[] => prefixes.map((prefix) => `bash(${prefix})`)
