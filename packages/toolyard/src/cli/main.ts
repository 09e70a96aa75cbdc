#!/usr/bin/env node
/**
 * The `toolyard` process. Only what comes before everything else is here: the published program keeps what Node has compiled
 * of it, so that the next start is quicker.
 *
 * It is kept in the person's own folder, under a name that no tool may write to, because it is believed to be our code.
 *
 * @module
 */
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A process that is killed should have saved it before. */
const saveAfterMs = 3000

if (import.meta.filename.endsWith('.js')) {
  module.enableCompileCache?.(join(homedir(), '.toolyard', 'compiled'))
  setTimeout(() => module.flushCompileCache?.(), saveAfterMs).unref()
}
const { runCommandLine } = await import('./run-command-line.ts')
await runCommandLine()
