/**
 * Which secret may go where. A reference is filled only if the configuration names the secret under `web.secrets` with the
 * origin that the request goes to; every other one is refused before anything is sent.
 *
 * @module
 */
import type { ToolContext, WebSettings } from '../../../define/index.ts'
import { createRedactor, referencesIn } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

type SecretPlaces = NonNullable<WebSettings['secrets']>

/** Fills references for one request, and remembers what it filled in. */
export class SecretFiller {
  readonly #places: SecretPlaces
  readonly #origin: string
  readonly #secrets: ToolContext['host']['secrets']
  /** Knows what is on the way to the server, and the forms that servers repeat it in. */
  readonly #sent = createRedactor()

  constructor({ services, host }: Pick<ToolContext, 'services' | 'host'>, origin: string) {
    this.#places = services?.web?.secrets ?? {}
    this.#origin = origin
    this.#secrets = host.secrets
  }

  /** Whether one of the secrets that are sent stands in a text, as it is or encoded. */
  isIn(text: string): boolean {
    return this.#sent.gaps(text).length > 0
  }

  /** Why the server may not send us on to a URL. */
  objectionTo(url: string): string | undefined {
    if (URL.parse(url)?.origin === this.#origin || !this.isIn(url)) return undefined
    return 'a secret that was sent with the request stands in it, and it is meant for another origin.'
  }

  /** The text with its references filled. Throws `denied` for a secret that may not go there. */
  fill(text: string, place: string): string {
    for (const name of referencesIn(text)) {
      this.#check(name, place)
      this.#sent.add(this.#secrets.fill(`\${${name}:-}`, place))
    }
    return this.#secrets.fill(text, place)
  }

  /** For a text that is made of secrets: from now on it is one itself. */
  hide(text: string, name: string): void {
    this.#secrets.hide(text, name)
    this.#sent.add(text)
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
    if (this.#mayUse(name)) return
    const origins = Object.hasOwn(this.#places, name) ? this.#places[name] : undefined
    const why =
      origins === undefined
        ? 'it is not a secret that http_request may use'
        : `it may only be sent to ${origins.join(', ')}`
    const usable = Object.keys(this.#places).filter((other) => this.#mayUse(other))
    const others = usable.length === 0 ? '' : `Secrets for this origin: ${usable.join(', ')}. `
    throw new ToolyardError('denied', `${place}: \${${name}} is not sent to ${this.#origin}: ${why}`, {
      hint: `${others}If that is meant, the configuration allows it by web: { secrets: { ${name}: ['${this.#origin}'] } }.`,
    })
  }

  #mayUse(name: string): boolean {
    if (!Object.hasOwn(this.#places, name)) return false
    return this.#places[name]?.some((origin) => URL.parse(origin)?.origin === this.#origin) ?? false
  }
}
