/**
 * Files that are likely to hold secrets: reading one asks a person first.
 *
 * @module
 */
import { foldPath } from './fold-name.ts'

/** Folders of which everything is secret. */
const folders: ReadonlySet<string> = new Set(['.ssh', '.gnupg', '.aws', '.azure'])
/** Files that are secret in their folder alone. */
const inFolders = /(?:^|\/)(?:\.kube\/config|\.docker\/config\.json|\.config\/gh\/hosts\.yml)$/

const names: readonly RegExp[] = [
  /^\.env|\.env$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.(?!pub$).*)?$/,
  /\.(?:pem|key|p12|pfx|p8|ppk|jks|keystore|kdbx?|pkcs12|agekey)$/,
  /^\.(?:git-credentials|netrc|pgpass|my\.cnf|pypirc|htpasswd|vault-token|dockercfg|s3cfg|boto|terraformrc)$/,
  /^_netrc$/,
  /^(?:\.?credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|xml|txt|properties|db|sqlite))?$/,
  /^service[-_]?account.*\.json$/,
  /^client_secret.*\.json$/,
]

/** The journal and the keys of a Toolyard. */
const ownFiles = /\.(?:db|sqlite)(?:-wal|-shm)?$|^(?:secrets|tokens?)\b/

/** What projects show their variables with, the values left out. */
const templates = /^\.env\.(?:example|sample|template)$/

/** Whether everything in a folder of this name is sensitive. */
export function isSensitiveFolder(name: string): boolean {
  return folders.has(foldPath(name).at(-1) ?? '')
}

/** `path` is below a root: the folders above it say nothing. */
export function isSensitivePath(path: string): boolean {
  const parts = foldPath(path)
  const name = parts.at(-1) ?? ''
  if (templates.test(name)) return false
  if (names.some((pattern) => pattern.test(name))) return true
  if (inFolders.test(parts.join('/'))) return true
  const above = parts.slice(0, -1)
  return above.some((part) => folders.has(part)) || (above.includes('.toolyard') && ownFiles.test(name))
}
