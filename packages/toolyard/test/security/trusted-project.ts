/** A trusted project with packages of its own, so that what is installed can be changed. */
import assert from 'node:assert/strict'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Project, type Ran } from '../cli/cli.ts'
import { packages } from '../helpers/program.ts'

export const trustedFiles = {
  'package.json': JSON.stringify({ name: 'project', type: 'module', imports: { '#part': './src/part.ts' } }),
  'toolyard.config.ts': `import { rules } from './src/rules.ts'
export default { toolFolders: ['tools'], builtins: ['files'], policy: { mode: 'accept-edits', deny: rules } }
`,
  'src/rules.ts': "export const rules: string[] = ['send_*']\n",
  'src/lib.ts': "export const word: string = 'trusted'\n",
  'src/part.ts': 'export const part = 1\n',
  'src/app.ts': 'export const unrelated = 1\n',
  'tools/speak.ts': `/** Speaks. */
import { defineTool } from 'toolyard'
import '#part'
import { word } from '../src/lib.ts'
export default defineTool({ permission: 'read', effects: 'none', execute: () => word })
`,
}

export async function trusted(more: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await Project.alone()
  await rm(project.path('work/node_modules'))
  await mkdir(project.path('work/node_modules'))
  for (const name of ['toolyard', 'zod'])
    await symlink(join(packages, name), project.path(`work/node_modules/${name}`))
  for (const [name, text] of Object.entries({ ...trustedFiles, ...more })) await project.write(name, text)
  assert.equal((await project.run(['trust'])).code, 0)
  return project
}

/** Runs the tool of the project. */
export function speak(project: Project): Promise<Ran> {
  return project.run(['call', 'speak'])
}
