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
    const spoken = tls?.from === 'start' ? secured(socket, tls) : socket
    new Conversation(spoken, manners, { mails, lines }).listen().say('220 here')
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

function secured(socket: Socket, tls: NonNullable<SmtpManners['tls']>): TLSSocket {
  return new TLSSocket(socket, { isServer: true, key: tls.key, cert: tls.cert }).on('error', () => undefined)
}

class Conversation {
  readonly #socket: Socket
  readonly #manners: SmtpManners
  readonly #heard: Pick<SmtpServer, 'mails' | 'lines'>
  #rest = ''
  #from = ''
  #to: string[] = []
  #text: string[] | undefined

  constructor(socket: Socket, manners: SmtpManners, heard: Pick<SmtpServer, 'mails' | 'lines'>) {
    this.#socket = socket
    this.#manners = manners
    this.#heard = heard
  }

  listen(): this {
    this.#socket.on('data', (chunk) => {
      const all = (this.#rest + chunk.toString('latin1')).split('\r\n')
      this.#rest = all.pop() ?? ''
      for (const line of all) this.#take(line)
    })
    return this
  }

  say(line: string): void {
    if (line === 'hang up') this.#socket.destroy()
    else this.#socket.write(`${line}\r\n`)
  }

  #take(line: string): void {
    if (this.#text === undefined) this.#takeCommand(line)
    else if (line === '.') {
      this.#heard.mails.push({ from: this.#from, to: this.#to, text: this.#text.join('\n') })
      this.#text = undefined
      this.#to = []
      this.say(this.#manners.taken ?? '250 2.0.0 queued as 7')
    } else this.#text.push(line.startsWith('..') ? line.slice(1) : line)
  }

  #takeCommand(line: string): void {
    this.#heard.lines.push(line)
    const [word = ''] = line.split(' ')
    this.say(this.#manners.answers?.[word] ?? this.#usual[word]?.(line) ?? '500 what?')
    const { tls } = this.#manners
    if (word !== 'STARTTLS' || !tls || !this.#isOpen) return
    this.#socket.removeAllListeners('data')
    new Conversation(secured(this.#socket, tls), this.#manners, this.#heard).listen()
  }

  /** TLS is to come. */
  get #isOpen(): boolean {
    return this.#manners.tls !== undefined && !(this.#socket instanceof TLSSocket)
  }

  readonly #usual: Readonly<Record<string, (line: string) => string>> = {
    EHLO: () => {
      if (this.#isOpen) return '250-here\r\n250 STARTTLS'
      return this.#manners.password === undefined ? '250 here' : '250-here\r\n250 AUTH PLAIN LOGIN'
    },
    STARTTLS: () => (this.#isOpen ? '220 go on' : '500 what?'),
    AUTH: (line) => {
      const words = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
      const given = words.split('\0')[2]
      return given === this.#manners.password ? '235 welcome' : '535 5.7.8 wrong user or password'
    },
    MAIL: (line) => {
      this.#from = /<(.*)>/.exec(line)?.[1] ?? ''
      return '250 ok'
    },
    RCPT: (line) => {
      this.#to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      return '250 ok'
    },
    DATA: () => {
      this.#text = []
      return '354 go on'
    },
    QUIT: () => '221 bye',
  }
}
