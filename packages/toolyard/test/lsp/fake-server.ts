/** Scripts of language servers that do what a test wants, and nothing else. */

/**
 * `answers` are functions of the parameters, by method, as source text; a request without one is never answered. In their
 * reach: `send(message)`, `uri(name)`, `notify(method, params)`. `first` runs before anything is read.
 */
export function fakeServer(answers: Readonly<Record<string, string>>, first = ''): string {
  const table = Object.entries(answers).map(([method, answer]) => `${JSON.stringify(method)}: ${answer},`)
  return `
const { pathToFileURL } = require('node:url')
const fs = require('node:fs')
const uri = (name) => pathToFileURL(process.cwd() + '/' + name).href
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  process.stdout.write('Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body)
}
const notify = (method, params) => send({ method, params })
const capabilities = { hoverProvider: true, definitionProvider: true, referencesProvider: true, renameProvider: true }
const answers = { initialize: () => ({ capabilities }), shutdown: () => null, ${table.join('\n')} }
${first}
let rest = Buffer.alloc(0)
process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk])
  for (;;) {
    const end = rest.indexOf('\\r\\n\\r\\n')
    const length = Number(/Content-Length: (\\d+)/.exec(rest.subarray(0, Math.max(0, end)).toString())?.[1])
    if (end < 0 || rest.length < end + 4 + length) return
    const { id, method, params } = JSON.parse(rest.subarray(end + 4, end + 4 + length).toString())
    rest = rest.subarray(end + 4 + length)
    if (method === 'exit') process.exit(0)
    if (Object.hasOwn(answers, method)) {
      const result = answers[method](params, id)
      if (id !== undefined && result !== undefined) send({ id, result })
    }
  }
})
`
}
