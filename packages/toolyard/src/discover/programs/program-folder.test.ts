/** What the tests of manifests share: programs in a folder of their own. */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { SourceTools } from '../../define/index.ts'
import { type TempFolder, tempFolder } from '../temp-folder.test.ts'
import { programTools } from './program-tools.ts'

export const script = '#!/bin/sh\n'

/** Files that begin with `#!` are executable. */
export async function programs(t: TestContext, files: Record<string, string>): Promise<TempFolder> {
  const folder = await tempFolder(t, files)
  for (const [name, text] of Object.entries(files))
    if (text.startsWith('#!')) await chmod(join(folder.path, name), 0o755)
  return folder
}

export async function read(t: TestContext, files: Record<string, string>): Promise<SourceTools> {
  return programTools([(await programs(t, files)).path])
}
