/**
 * Bytes of a page as text: by its byte order mark, by what the server says, by what the page says of itself, else as UTF-8.
 *
 * @module
 */

/** How much of a page is searched for what it says of itself: as browsers do. */
const head = 1024
const western = 'windows-1252'
const charsetOfType = /charset\s*=\s*["']?([\w.:-]{1,40})/i
const charsetOfPage =
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})|<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})/i

export interface DecodedText {
  readonly text: string
  readonly charset: string
}

export function decodeText(bytes: Uint8Array, contentType = ''): DecodedText {
  const marked = byteOrderMark(bytes)
  if (marked !== undefined) return decodeAs(bytes, marked) ?? decodeAsUtf8(bytes)
  const said = charsetOfType.exec(contentType)?.[1]
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, head))
  const found = charsetOfPage.exec(start)
  // A page whose first bytes can be read is no UTF-16, whatever it says.
  const own = (found?.[1] ?? found?.[2])?.replace(/^utf-?16.*/i, 'utf-8')
  for (const charset of [said, own]) {
    const decoded = charset === undefined ? undefined : decodeAs(bytes, charset)
    if (decoded && !isMostlyWrong(decoded.text))
      return decoded.charset === western ? asWestern(bytes, decoded) : decoded
  }
  return decodeAsUtf8(bytes)
}

/** What servers say that were never told: text that is UTF-8 throughout is not by chance. */
function asWestern(bytes: Uint8Array, decoded: DecodedText): DecodedText {
  const text = decodeStrictly(bytes)
  return text === undefined ? decoded : { text, charset: 'utf-8' }
}

/** If no charset is named: UTF-8, or the usual western one if that gives mostly wrong characters. */
function decodeAsUtf8(bytes: Uint8Array): DecodedText {
  const text = decodeStrictly(bytes) ?? new TextDecoder().decode(bytes)
  return isMostlyWrong(text)
    ? { text: new TextDecoder(western).decode(bytes), charset: western }
    : { text, charset: 'utf-8' }
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function isMostlyWrong(text: string): boolean {
  let wrong = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) wrong++
  return wrong * 50 > text.length
}

/** Undefined if there is no such charset. */
function decodeAs(bytes: Uint8Array, charset: string): DecodedText | undefined {
  try {
    const decoder = new TextDecoder(charset)
    return { text: decoder.decode(bytes), charset: decoder.encoding }
  } catch {
    return undefined
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}
