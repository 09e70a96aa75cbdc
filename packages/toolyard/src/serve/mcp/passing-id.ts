/**
 * The id of a JSON-RPC request whose bytes pass by and are not kept.
 *
 * It looks at the outermost members only. If they name no id, or two, or no method (an answer to us has an id of ours),
 * there is none.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { isRequestId, type RequestId } from './read-message.ts'

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])
/** Bytes of a name or a value that are looked at. */
const mostBytes = 1000

export class PassingId {
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** It does not begin like an object. */
  #isOther = false
  /** The bytes of the member's name or value that is being read. */
  #token: number[] = []
  #name: string | undefined
  readonly #ids: string[] = []
  #hasMethod = false

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.#isOther; at++) {
      const byte = bytes[at] ?? 0
      if (this.#isInString) {
        if (this.#depth > 1 && !this.#isEscaped) at = this.#endOfString(bytes, at) - 1
        else this.#inString(byte)
      } else this.#outside(byte)
    }
  }

  get id(): RequestId | null {
    const [text, ...others] = this.#ids
    if (text === undefined || others.length > 0 || !this.#hasMethod) return null
    try {
      const id: unknown = JSON.parse(text)
      return isRequestId(id) ? id : null
    } catch {
      return null
    }
  }

  #inString(byte: number): void {
    this.#keep(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
  }

  /** Behind the string's end, or the end of the bytes: what is inside of values is not looked at. */
  #endOfString(bytes: Buffer, from: number): number {
    for (let end = bytes.indexOf(quote, from); end !== -1; end = bytes.indexOf(quote, end + 1)) {
      if (slashesBefore(bytes, end, from) % 2 === 1) continue
      this.#isInString = false
      return end + 1
    }
    this.#isEscaped = slashesBefore(bytes, bytes.length, from) % 2 === 1
    return bytes.length
  }

  #outside(byte: number): void {
    if (this.#depth === 0 && byte > 0x20 && byte !== 0x7b) this.#isOther = true
    else if (opening.has(byte)) {
      this.#keep(byte)
      if (this.#depth++ === 0) this.#token = []
    } else if (closing.has(byte)) {
      if (--this.#depth === 0) this.#endMember()
    } else if (byte === quote) {
      this.#isInString = true
      this.#keep(byte)
    } else if (this.#depth !== 1) return
    else if (byte === colon) {
      this.#name ??= this.#text()
    } else if (byte === comma) this.#endMember()
    else if (byte > 0x20) this.#keep(byte)
  }

  #endMember(): void {
    const value = this.#text()
    if (this.#name === '"id"') this.#ids.push(value)
    if (this.#name === '"method"') this.#hasMethod = true
    this.#name = undefined
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length < mostBytes) this.#token.push(byte)
  }

  #text(): string {
    const text = Buffer.from(this.#token).toString()
    this.#token = []
    return text
  }
}

function slashesBefore(bytes: Buffer, end: number, from: number): number {
  let count = 0
  while (end - count > from && bytes[end - count - 1] === backslash) count++
  return count
}
