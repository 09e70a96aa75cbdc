/**
 * E-mail over SMTP: one message with a plain and an HTML part and its files.
 *
 * The connection is opened by our guard; nodemailer speaks over it and opens nothing itself. A password goes over TLS only,
 * unless `starttls: false` says that the server has none.
 *
 * @module
 */
import { isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { DeliveryFault, MakeChannel, MessagePiece, Posting } from '../channel.ts'
import { emailHtml } from '../markdown/html.ts'
import { networkFault, type PlatformRefusal, refusalFault } from '../platform-call.ts'
import { titleOf } from '../text-start.ts'

const timeoutMs = 60_000
const subjectLength = 120

interface SmtpAccount {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly needsTls: boolean
  readonly user: string
  readonly password: string
  readonly from: string
  readonly subject: string
}

export const makeEmail: MakeChannel = ({ name, token, url, options }, { net }) => {
  const account = accountOf(url, token, options)
  const subject = { platform: 'The mail server', name }
  return {
    limit: 100_000,
    files: 'together',
    buttons: false,
    fileBytes: 20_000_000,
    async send(piece, posting) {
      const progress = { hasBegun: false }
      try {
        const { host, port } = account
        const { id, raw } = await compose(account, piece, posting)
        const socket = await net.open({ host, port, signal: posting.signal })
        await speak(socket, account, { raw, posting, progress })
        return { id }
      } catch (thrown) {
        return faultOf(thrown, { subject, hasBegun: progress.hasBegun })
      }
    },
  }
}

function accountOf(
  url: string,
  password: string,
  options: Readonly<Record<string, string | number | boolean>>,
): SmtpAccount {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    isSecure,
    needsTls: options['starttls'] !== false,
    user: String(options['user'] ?? addressIn(String(options['from']))),
    password,
    from: String(options['from']),
    subject: String(options['subject'] ?? ''),
  }
}

async function compose({ from, subject }: SmtpAccount, { text, files }: MessagePiece, { to }: Posting) {
  const mail = new MailComposer({
    from,
    to,
    subject: subject === '' ? titleOf(text, subjectLength) : subject,
    text,
    html: emailHtml(text),
    attachments: files.map(({ name, data }) => ({ filename: name, content: Buffer.from(data) })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { id: mail.messageId(), raw: await mail.build() }
}

interface SmtpTalk {
  readonly raw: Buffer
  readonly posting: Posting
  /** Whether the text was being sent: from then on the server may have taken it. */
  readonly progress: { hasBegun: boolean }
}

function speak(
  socket: Socket,
  { host, port, isSecure, needsTls, user, password, from }: SmtpAccount,
  { raw, posting: { to, signal }, progress }: SmtpTalk,
): Promise<void> {
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && needsTls,
    ignoreTLS: !isSecure && !needsTls,
    tls: isIP(host) === 0 ? { servername: host } : {},
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    logger: false,
  })
  function* text(): Generator<Buffer> {
    progress.hasBegun = true
    yield raw
  }
  return new Promise<void>((resolve, reject) => {
    const stop = (): void => reject(new ToolyardError('cancelled', 'the message was cancelled.'))
    const step = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next())
    signal.addEventListener('abort', stop, { once: true })
    connection.once('error', reject)
    const send = (): void =>
      connection.send({ from: addressIn(from), to: [to] }, Readable.from(text()), step(resolve))
    const signIn = (): void =>
      password === '' ? send() : connection.login({ credentials: { user, pass: password } }, step(send))
    connection.connect(step(signIn))
  }).finally(() => {
    connection.on('error', () => undefined)
    connection.close()
    socket.destroy()
  })
}

/** `Ann <ann@example.com>` as the server wants it. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}

interface SmtpFaultContext {
  readonly subject: Parameters<typeof refusalFault>[0]
  readonly hasBegun: boolean
}

/** A server that answers with a number has decided; one that is gone may have taken what it was sent. */
function faultOf(thrown: unknown, { subject, hasBegun }: SmtpFaultContext): DeliveryFault {
  if (ToolyardError.isInstance(thrown) && !hasBegun) return networkFault(subject, thrown, true)
  const { code, responseCode, response } = (thrown ?? {}) as Partial<Record<string, unknown>>
  const reason = typeof response === 'string' ? response : messageOf(thrown)
  if (typeof responseCode !== 'number' && hasBegun) return refusalFault(subject, { kind: 'server', reason })
  return refusalFault(subject, smtpRefusal(code, Number(responseCode), reason))
}

function smtpRefusal(code: unknown, status: number, reason: string): PlatformRefusal {
  if (code === 'EAUTH')
    return {
      kind: 'token',
      reason,
      hint: 'Check options.user and token of the channel; many providers want a password made for apps.',
    }
  if (code === 'ETLS')
    return {
      kind: 'other',
      reason,
      hint: 'Use smtps://, or a server with STARTTLS; options.starttls: false sends without.',
    }
  if (status === 421 || status === 450 || status === 451 || status === 452) return { kind: 'rate', reason }
  if (code === 'EENVELOPE' && status >= 500) return { kind: 'recipient', reason }
  return { kind: 'other', reason, hint: 'Check the address of the mail server in url.' }
}
