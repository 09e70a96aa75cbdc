/** The thread of `first-runs.ts`: a debugger of the main thread. Says `ready` when it watches, and the files in their order at the end. */
import { readFileSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RanFiles, RanFunction } from './coverage.ts'

const ran = workerData as RanFiles
const session = new Session()
const scripts = new Map<string, string>()
const stops = new Map<string, readonly string[]>()
const order: string[] = []

// Listening also keeps the thread alive while it waits for the debugger.
parentPort?.once('message', () => parentPort?.postMessage([...new Set(order)], []))
session.connectToMainThread()
session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
  if (url.startsWith('file:')) scripts.set(scriptId, fileURLToPath(url))
})
session.on('Debugger.paused', ({ params }) => {
  const file = scripts.get(params.callFrames[0]?.location.scriptId ?? '') ?? ''
  const before = stops.get(file) ?? []
  stops.delete(file)
  order.push(file)
  for (const breakpointId of before) void session.post('Debugger.removeBreakpoint', { breakpointId })
  void session.post('Debugger.resume')
})
await session.post('Debugger.enable')
for (const [scriptId, file] of scripts) {
  const functions = ran.get(file)
  if (functions) stops.set(file, await stopAt(scriptId, readFileSync(file, 'utf8'), functions))
}
parentPort?.postMessage('ready', [])

/** Node leaves everything of a TypeScript file at its place when it takes the types out. */
async function stopAt(scriptId: string, text: string, functions: readonly RanFunction[]): Promise<string[]> {
  const found: string[] = []
  for (const { start, end } of functions) {
    const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
      start: placeOf(scriptId, text, start),
      end: placeOf(scriptId, text, end),
      restrictToFunction: true,
    })
    const [location] = locations
    if (!location) continue
    const { breakpointId } = await session.post('Debugger.setBreakpoint', { location })
    found.push(breakpointId)
  }
  return found
}

function placeOf(scriptId: string, text: string, offset: number): Debugger.Location {
  const lines = text.slice(0, offset).split('\n')
  return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)?.length ?? 0 }
}
