/**
 * Which secret may go where. A reference is filled only if the configuration names the secret under `web.secrets` with the
 * origin that the request goes to; every other one is refused before anything is sent.
 *
 * @module
 */
import type { ToolContext, WebSettings } from '../../../define/index.ts'
import { referencesIn } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

type Places = NonNullable<WebSettings['secrets']>

/** Fills references for one request, and remembers what it filled in. */
export class SecretFiller {
  readonly #places: Places
  readonly #origin: string
  readonly #secrets: ToolContext['host']['secrets']
  readonly #sent: string[] = []

  constructor({ services, host }: Pick<ToolContext, 'services' | 'host'>, origin: string) {
    this.#places = services?.web?.secrets ?? {}
    this.#origin = origin
    this.#secrets = host.secrets
  }

  /** Values that are on the way to the server, in the form in which they are sent. */
  get sent(): readonly string[] {
    return this.#sent
  }

  /** The text with its references filled. Throws `denied` for a secret that may not go there. */
  fill(text: string, place: string): string {
    for (const name of referencesIn(text)) {
      this.#check(name, place)
      this.#sent.push(this.#secrets.fill(`\${${name}:-}`, place))
    }
    return this.#secrets.fill(text, place)
  }

  /** For a text that is made of secrets: from now on it is one itself. */
  hide(text: string, name: string): void {
    this.#secrets.hide(text, name)
    this.#sent.push(text)
  }

  /** Throws `invalid_arguments` if a secret is named in a place that is sent as it is written. */
  refuseIn(text: string, place: string): void {
    const name = referencesIn(text).find((found) => Object.hasOwn(this.#places, found))
    if (name === undefined) return
    throw new ToolyardError(
      'invalid_arguments',
      `${place}: a secret such as \${${name}} is not filled in here`,
      {
        hint: 'References are filled in auth and headers only.',
      },
    )
  }

  #check(name: string, place: string): void {
    const origins = Object.hasOwn(this.#places, name) ? (this.#places[name] ?? []) : undefined
    if (origins?.some((origin) => URL.parse(origin)?.origin === this.#origin)) return
    const why =
      origins === undefined
        ? 'it is not a secret that http_request may use'
        : `it may only be sent to ${origins.join(', ')}`
    throw new ToolyardError('denied', `${place}: \${${name}} is not sent to ${this.#origin}: ${why}`, {
      hint: `If that is meant, the configuration allows it by web: { secrets: { ${name}: ['${this.#origin}'] } }.`,
    })
  }
}
