/**
 * Where a link of a text leads: an address of the web or of mail, and nothing else.
 *
 * @module
 */
export interface LinkTarget {
  readonly href: string
  /** The part that says whose it is. */
  readonly place: string
  /** Whether a reader sees that part in these words. */
  readonly isSaidBy: (words: string) => boolean
}

export function targetOf(href: string): LinkTarget | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  const place = url.protocol === 'mailto:' ? url.pathname : url.host
  return {
    href: url.href,
    place,
    isSaidBy: (words) => {
      const said = words.trim().toLowerCase()
      return [href, url.href, place, href.replace(/^(?:https?:\/\/|mailto:)/i, '')].some(
        (one) => one.toLowerCase().replace(/\/$/, '') === said.replace(/\/$/, ''),
      )
    },
  }
}
