/** What the tests of programs share: real programs in a folder of their own, and a Toolyard that has them as tools. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createToolyard,
  textOf,
  type ToolEvent,
  type ToolResult,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'

export interface ProgramYard extends AsyncDisposable {
  readonly yard: ToolService
  /** The workspace; programs are in `programs` in it. */
  readonly path: string
  write(name: string, text: string): Promise<string>
  call(tool: string, input?: object): Promise<ToolResult>
  /** All events of a call. */
  events(tool: string, input?: object): Promise<ToolEvent[]>
}

/** Files are written into `programs`; those that begin with `#!` are executable. */
export async function makePrograms(
  files: Readonly<Record<string, string>>,
  options: ToolyardOptions = {},
): Promise<ProgramYard> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-programs-')))
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(path, 'programs', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    if (text.startsWith('#!')) await chmod(file, 0o755)
    return file
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const yard = await createToolyard({
    workspace: path,
    programs: ['programs'],
    policy: { mode: 'bypass' },
    ...options,
  })
  return {
    yard,
    path,
    write,
    call: (tool, input = {}) => yard.call(tool, input),
    async events(tool, input = {}) {
      const events: ToolEvent[] = []
      for await (const event of yard.stream(tool, input)) events.push(event)
      return events
    },
    async [Symbol.asyncDispose]() {
      await yard.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** A manifest in TOML, under a description. */
export function manifest(text = ''): string {
  return `description = "Does what the test wants."\n${text}\n`
}

/** The manifest and a bash program of mode `events`. */
export function bashEvents(name: string, script: string, more = ''): Record<string, string> {
  return { [`${name}.tool.toml`]: manifest(more), [`${name}.sh`]: `#!/bin/bash\n${script}\n` }
}

/** The manifest and a Python program of mode `events`, or `server`. */
export function pythonEvents(name: string, script: string, more = ''): Record<string, string> {
  return { [`${name}.tool.toml`]: manifest(more), [`${name}.py`]: `#!/usr/bin/env python3\n${script}\n` }
}

export function assertOk(result: ToolResult): ToolResult {
  assert.equal(result.status, 'ok', textOf(result))
  return result
}

/** The code and the words of a call that failed. */
export function faultOf({ status, error, ...result }: ToolResult): {
  code: string
  message: string
  hint: string
} {
  assert.notEqual(status, 'ok', textOf(result))
  return { code: error?.code ?? '', message: error?.message ?? '', hint: error?.hint ?? '' }
}
