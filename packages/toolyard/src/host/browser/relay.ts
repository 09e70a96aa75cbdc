/**
 * The program that starts Chromium. It runs beside it in the sandbox, where there is no network, and passes connections on
 * to the socket of our proxy, which Chromium can't use itself.
 *
 * It holds one connection for itself: when that ends, Toolyard has closed the browser or is gone, and everything here ends.
 * Needs nothing but Node, because nothing else is there.
 *
 * Arguments: the socket, the port to listen on (0 for any), the program and its arguments.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const [path = '', port = '0', program = '', ...args] = process.argv.slice(2)

/** Tells the proxy that this connection is ours. */
const lifeByte = 0

const life = connect(path, () => life.write(Uint8Array.of(lifeByte)))
life.on('error', () => {})
life.on('close', endAll)
life.resume()

const server = createServer({ allowHalfOpen: true }, (page) => {
  join(page, connect({ path, allowHalfOpen: true }))
})
server.on('error', endAll)
server.listen(Number(port), '127.0.0.1', () => {
  const proxy = `--proxy-server=socks5://127.0.0.1:${(server.address() as AddressInfo).port}`
  // 3 and 4 are the pipes by which Chromium is driven.
  const child = spawn(program, [proxy, ...args], { stdio: ['ignore', 'inherit', 'inherit', 3, 4] })
  child.on('error', ({ message }) => {
    process.stderr.write(`${message}\n`)
    endAll()
  })
  child.on('exit', endAll)
})

function join(one: Socket, other: Socket): void {
  const end = (): void => {
    one.destroy()
    other.destroy()
  }
  for (const socket of [one, other]) {
    socket.setNoDelay(true)
    socket.on('error', end)
    socket.on('close', end)
  }
  one.pipe(other)
  other.pipe(one)
}

/** Our parent makes us lead a process group. In the sandbox the rest of its processes ends with us, too. */
function endAll(): void {
  try {
    process.kill(process.platform === 'win32' ? process.pid : 0, 'SIGKILL')
  } finally {
    process.exit(1)
  }
}
