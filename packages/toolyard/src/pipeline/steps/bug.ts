/**
 * What a tool threw that is no answer of its own: kept as a stack for developers, without secrets, paths from the workspace.
 *
 * It goes to the journal's row and to those who listen for it (the log). No result, event or message of a call holds it.
 *
 * @module
 */
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolyardError } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'

const mostFrames = 40
const mostMessage = 2000
const mostText = 8000
/** Errors that led to each other. */
const mostCauses = 3
const frame = /^\s+at .*$/
const place = /(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\/)[^\n()?]*?(?=[?:)\n]|$)(?:\?[^\s:)]*)?/g
/** Where our own code is, and what of it stands between a tool and its caller. */
const ours = resolve(import.meta.dirname, '../..') + sep
const between = ['pipeline', 'kinds'].map((folder) => ours + folder + sep)

/** Notes it with the call, and tells those who listen. What Toolyard or the tool said on purpose is none. */
export function noteBug(core: Core, invocation: Invocation, thrown: unknown): void {
  const stack = invocation.stopped ? undefined : stackOf(core, thrown)
  if (stack === undefined) return
  invocation.stack = stack
  for (const listener of core.records.bugs ?? [])
    listener({ tool: invocation.name, callId: invocation.id, stack })
}

function stackOf({ redactor, settings }: Core, thrown: unknown): string | undefined {
  const texts: string[] = []
  try {
    if (ToolyardError.isInstance(thrown)) return undefined
    let error = thrown
    for (let count = 0; count <= mostCauses && error instanceof Error; count++, error = error.cause) {
      if (typeof error.stack !== 'string') break
      texts.push(told(error.stack, settings.workspace))
    }
  } catch {
    // A getter of what was thrown throws too.
  }
  return texts.length === 0 ? undefined : redactor.clean(texts.join('\ncaused by: ')).slice(0, mostText)
}

/** The message, then the frames of the tool: neither ours around it, nor Node's. */
function told(stack: string, workspace: string): string {
  const lines = stack.slice(0, 20 * mostText).split('\n')
  const first = lines.findIndex((line) => frame.test(line))
  const head = (first < 0 ? lines : lines.slice(0, first)).join('\n').slice(0, mostMessage)
  const frames = first < 0 ? [] : lines.slice(first).map(plainPlaces)
  const end = frames.findIndex((line) => between.some((folder) => line.includes(folder)))
  const own = (end < 0 ? frames : frames.slice(0, end)).filter((line) => !/\(?node:internal\//.test(line))
  return [head, ...own.slice(0, mostFrames).map((line) => shortPlaces(line, workspace))].join('\n')
}

/** Without `file://` and without the mark of a file that was loaded anew. */
function plainPlaces(line: string): string {
  return line.slice(0, 1000).replaceAll(place, (found) => {
    const path = found.replace(/\?.*$/, '')
    if (!path.startsWith('file:')) return path
    try {
      return fileURLToPath(path)
    } catch {
      return path
    }
  })
}

/** From the workspace, or from a package; of other places the name alone: where a project lies is nobody's business. */
function shortPlaces(line: string, workspace: string): string {
  return line.replaceAll(place, (path) => {
    const root = workspace.endsWith(sep) ? workspace : workspace + sep
    if (path.startsWith(root)) return path.slice(root.length)
    if (path.startsWith(ours)) return `toolyard/${path.slice(ours.length)}`
    const inPackage = path.lastIndexOf('node_modules/')
    return inPackage >= 0 ? path.slice(inPackage) : `…/${path.split(/[\\/]/).at(-1) ?? ''}`
  })
}
