/**
 * `node --import toolyard/register app.ts`: files with decorators can be imported by any code of the program.
 *
 * Tool folders need none of it. Files of `node_modules` and files without decorators are left to Node.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compile, findCompiler, script } from './compile-decorated.ts'
import { hasDecorator } from './mask-source.ts'

const compiler = findCompiler()

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context)
    const path = fileURLToPath(url)
    if (!script.test(path)) return next(url, context)
    const source = readFileSync(path, 'utf8')
    if (!hasDecorator(source)) return next(url, context)
    return { format: 'module', source: compile(path, source, compiler), shortCircuit: true }
  },
})
