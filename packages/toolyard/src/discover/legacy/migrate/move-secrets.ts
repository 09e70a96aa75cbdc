/**
 * Secrets that stand in the old files become references in the new ones; their values are in none of these.
 *
 * @module
 */
import type { RestAuth, RestFacts } from '../../../define/index.ts'
import { secretIn, secretUnder } from '../find-secrets.ts'

/** A variable that must be set, and the tool file in which its value stands. */
export interface MovedSecret {
  readonly variable: string
  readonly file: string
}

export class SecretMover {
  readonly #variables = new Map<string, string>()
  readonly #moved: MovedSecret[] = []

  get moved(): readonly MovedSecret[] {
    return this.#moved
  }

  /** The facts with references for secrets; `owner` is the tool or server that they belong to. */
  rest(rest: RestFacts, owner: Owner): RestFacts {
    const { auth, headers, query } = rest
    return {
      ...rest,
      ...(auth && { auth: this.#auth(auth, owner) }),
      ...(headers && { headers: this.texts(headers, owner) }),
      ...(query && { query: this.texts(query, owner) }),
    }
  }

  texts(texts: Readonly<Record<string, string>>, owner: Owner): Record<string, string> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => {
        const secret = secretUnder(name, text)
        if (secret === undefined) return [name, text]
        const word = /^(?:proxy-)?authorization$/i.test(name) ? 'token' : name
        return [name, text.replace(secret, () => this.#reference(secret, word, owner))]
      }),
    )
  }

  #auth(auth: RestAuth, owner: Owner): RestAuth {
    const moved = (text: string, word: string): string => {
      const secret = secretIn(text)
      return secret === undefined ? text : text.replace(secret, () => this.#reference(secret, word, owner))
    }
    if (auth.type === 'bearer') return { ...auth, token: moved(auth.token, 'api_key') }
    if (auth.type === 'api_key') return { ...auth, value: moved(auth.value, 'api_key') }
    if (auth.type === 'oauth2') return { ...auth, clientSecret: moved(auth.clientSecret, 'client_secret') }
    return { ...auth, password: moved(auth.password, 'password') }
  }

  /** One variable for one value, however often it is used. */
  #reference(secret: string, word: string, { name, file }: Owner): string {
    let variable = this.#variables.get(secret)
    if (variable === undefined) {
      const taken = new Set(this.#variables.values())
      const wanted = `${name}_${word}`.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()
      variable = wanted
      for (let count = 2; taken.has(variable); count++) variable = `${wanted}_${count}`
      this.#variables.set(secret, variable)
    }
    this.#moved.push({ variable, file })
    return `\${${variable}}`
  }
}

export interface Owner {
  readonly name: string
  readonly file: string
}
