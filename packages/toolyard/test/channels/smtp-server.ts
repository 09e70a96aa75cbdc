/** A small SMTP server on this machine: as much of RFC 5321 as a client of ours meets. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { TestContext } from 'node:test'

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

export interface SmtpServer {
  readonly host: string
  readonly url: string
  readonly mails: Mail[]
  /** Every line that a client sent outside of texts. */
  readonly lines: string[]
}

export interface SmtpManners {
  readonly password?: string
  /** What it answers instead of its usual answer, by the first word of a line; `hang up` ends the connection. */
  readonly answers?: Readonly<Record<string, string>>
  /** Speaks TLS from the start, or after STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly from: 'start' | 'STARTTLS' }
  /** What it answers to a whole text. */
  readonly taken?: string
}

export async function openSmtp(test: TestContext, manners: SmtpManners = {}): Promise<SmtpServer> {
  const mails: Mail[] = []
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const { tls } = manners
    const spoken = tls?.from === 'start' ? new TLSSocket(socket, { isServer: true, ...tls }) : socket
    spoken.on('error', () => undefined)
    converse(spoken, manners, { mails, lines })
    spoken.write('220 here\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  test.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    host: `127.0.0.1:${port}`,
    url: `${manners.tls?.from === 'start' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    lines,
  }
}

function converse(
  socket: Socket,
  manners: SmtpManners,
  { mails, lines }: { readonly mails: Mail[]; readonly lines: string[] },
): void {
  const { password, answers = {}, taken = '250 2.0.0 queued as 7', tls } = manners
  const isOpen = tls !== undefined && !(socket instanceof TLSSocket)
  let [rest, from, text] = ['', '', undefined as string[] | undefined]
  let to: string[] = []
  const say = (line: string): void => {
    if (line === 'hang up') socket.destroy()
    else socket.write(`${line}\r\n`)
  }
  const usual: Readonly<Record<string, (line: string) => string>> = {
    EHLO: () =>
      isOpen
        ? '250-here\r\n250 STARTTLS'
        : password === undefined
          ? '250 here'
          : '250-here\r\n250 AUTH PLAIN LOGIN',
    STARTTLS: () => (isOpen ? '220 go on' : '500 what?'),
    AUTH: (line) => {
      const given = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')[2]
      return given === password ? '235 welcome' : '535 5.7.8 wrong user or password'
    },
    MAIL: (line) => {
      from = /<(.*)>/.exec(line)?.[1] ?? ''
      return '250 ok'
    },
    RCPT: (line) => {
      to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      return '250 ok'
    },
    DATA: () => {
      text = []
      return '354 go on'
    },
    QUIT: () => '221 bye',
  }
  const take = (line: string): void => {
    if (text === undefined) {
      lines.push(line)
      const word = line.split(' ')[0] ?? ''
      say(answers[word] ?? usual[word]?.(line) ?? '500 what?')
      if (word === 'STARTTLS' && isOpen) {
        socket.removeAllListeners('data')
        const spoken = new TLSSocket(socket, { isServer: true, ...tls })
        spoken.on('error', () => undefined)
        converse(spoken, manners, { mails, lines })
      }
    } else if (line === '.') {
      mails.push({ from, to, text: text.join('\n') })
      ;[text, to] = [undefined, []]
      say(taken)
    } else text.push(line.startsWith('..') ? line.slice(1) : line)
  }
  socket.on('data', (chunk) => {
    const all = (rest + chunk.toString('latin1')).split('\r\n')
    rest = all.pop() ?? ''
    for (const line of all) take(line)
  })
}
