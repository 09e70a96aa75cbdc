/**
 * Secrets that a person wrote into the entry of a server instead of a reference to them.
 *
 * They work, because other hosts know nothing else; so they are hidden from then on like any other secret.
 *
 * @module
 */
import { secretsIn, secretsUnder } from '../../../host/index.ts'
import { isProgramSpec, type McpServerSpec, oauthSecrets } from './server-spec.ts'

/** By the name under which a value stands, or by its own shape. References are not looked at: their values are hidden on use. */
export function literalSecrets(spec: McpServerSpec): readonly string[] {
  const isProgram = isProgramSpec(spec)
  const fields = Object.entries((isProgram ? spec.env : spec.headers) ?? {})
  const found = [
    ...fields.flatMap(([name, value]) => secretsUnder(name, value)),
    ...secretsIn(isProgram ? [spec.command, ...(spec.args ?? [])].join(' ') : spec.url),
    ...(isProgram ? [] : oauthSecrets(spec)),
  ]
  return found.filter((text) => text !== '' && !text.includes('${'))
}
