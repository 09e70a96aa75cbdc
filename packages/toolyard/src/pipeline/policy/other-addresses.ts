/**
 * What a rule says of addresses that are not of the web: `note://team/1`, `urn:isbn:1`, `file:///etc`. Each server reads its own as
 * it likes, so a rule that forbids is held against every reading, with any number of slashes behind the scheme; one that allows
 * means what is written just so.
 *
 * @module
 */
import { matchGlob } from '../../kernel/index.ts'
import { decoded, pathForms, readingsOf } from './url-readings.ts'

const ofWeb = /^\s*https?:/i
/** A number behind the colon is a port, and what stands before it a host. */
const patternForm = /^([a-z*][a-z0-9+.*-]*):(?!\d+(?:\/|$))(.*)$/is
const addressForm = /^([^:/?#]*):(.*)$/s
/** Dots that lead out of a folder, or out of what looks like a host. */
const dots = /(?:^|[:/\\])\.{1,2}(?:[/\\?#]|$)/

export function forbidsOther(pattern: string, id: string): boolean {
  const [, means, rest] = patternForm.exec(pattern) ?? []
  const [, written, where] = addressForm.exec(id.trim()) ?? []
  if (means === undefined || rest === undefined || written === undefined || where === undefined) return false
  const scheme = decoded(written).replaceAll(/[\p{Cc}\s]/gu, '')
  if (ofWeb.test(`${scheme}:`)) return false
  const [place = ''] = where.split(/[?#]/, 1)
  const texts = new Set([where, place].flatMap((one) => readingsOf(`/${one}`)))
  // Without slashes it is a name.
  const isFlat = !rest.includes('/')
  return formsOf(rest).some((form) =>
    [...texts].some((text) =>
      matchGlob(`${means}:${form}`.toLowerCase(), `${scheme}:${text}`.toLowerCase(), isFlat),
    ),
  )
}

/** Addresses with a host are compared part by part, elsewhere. */
export function allowsOther(pattern: string, id: string): boolean {
  const hasHost = URL.canParse(id) && id.includes('://')
  return !ofWeb.test(id) && !hasHost && !/[%\\\p{Cc}]/u.test(id) && matchGlob(pattern, id)
}

/** Whether dots in an address lead nowhere else. On the web they are gone before anything is asked for. */
export function isClear(id: string): boolean {
  return ofWeb.test(id) || !readingsOf(id).some((reading) => dots.test(reading))
}

/** The page, what is below it, and the folder itself. */
function formsOf(rest: string): readonly string[] {
  return pathForms(`/${rest}`).flatMap((form) => {
    const folder = form.replace(/\/(?:\*\*)?$/, '')
    return folder === '' ? [form] : [form, folder, `${folder}/**`]
  })
}
