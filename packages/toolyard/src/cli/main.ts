#!/usr/bin/env node
/**
 * The `toolyard` process. Only what comes before everything else is here: the published program keeps what Node has compiled
 * of it, so that the next start is quicker.
 *
 * It is kept in the state folder, which no tool reaches and no other user can write, because it is believed to be our code.
 *
 * @module
 */
import module from 'node:module'
import { join } from 'node:path'
import { makePrivate, stateHome } from '../host/state/index.ts'

/** A process that is killed should have saved it before. */
const saveAfterMs = 3000

if (import.meta.filename.endsWith('.js')) {
  const folder = compiledFolder()
  if (folder !== undefined) module.enableCompileCache?.(folder)
  setTimeout(() => module.flushCompileCache?.(), saveAfterMs).unref()
}
const { runCommandLine } = await import('./run-command-line.ts')
await runCommandLine()

/** Undefined if other users could have put something there, or it can't be made: the program starts without it, only slower. */
function compiledFolder(): string | undefined {
  try {
    const home = stateHome()
    const folder = join(home, 'compiled')
    return [home, folder].every((level) => makePrivate(level, { madeHere: true }) === undefined)
      ? folder
      : undefined
  } catch {
    return undefined
  }
}
