/** `TokenStore` in memory. */
import type { AccessToken, TokenStore } from '../tokens.ts'

export function createMemoryTokens(): TokenStore {
  const tokens = new Map<string, AccessToken>()
  return {
    list: () => [...tokens.values()],
    add(token) {
      if (![...tokens.values()].some(({ hash }) => hash === token.hash)) tokens.set(token.id, token)
    },
    remove: (id) => tokens.delete(id),
    touch(id, at) {
      const token = tokens.get(id)
      if (token) tokens.set(id, { ...token, lastUsedAt: at })
    },
  }
}
