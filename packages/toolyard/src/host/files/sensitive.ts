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
  /^\.(?:flaskenv|dev\.vars)(?:\.|$)/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.(?!pub$).*)?$/s,
  /\.(?:pem|key|p12|pfx|p8|ppk|jks|keystore|kdbx?|pkcs12|agekey)$/,
  /^\.(?:git-credentials|netrc|pgpass|my\.cnf|pypirc|htpasswd|vault-token|dockercfg|s3cfg|boto|terraformrc)$/,
  /^_netrc$/,
  /^(?:\.?credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|xml|txt|properties|db|sqlite))?$/,
  /^service[-_]?account.*\.json$/s,
  /^client_secret.*\.json$/s,
]

/** The journal and the keys of a Toolyard. */
const ownFiles = /\.(?:db|sqlite)(?:-wal|-shm)?$|^(?:secrets|tokens?)\b/

/** What projects show their variables with, the values left out. */
const templates = /^\.(?:env|flaskenv|dev\.vars)\.(?:example|sample|template)$/

/** Names that editors and people give to the copies of a file: `#x#`, `.#x`, `x~`, `x.~1~`, `.x.swp`, `x.bak`. */
const copies: readonly RegExp[] = [
  /^#(.+)#$/s,
  /^\.#(.+)$/s,
  /^(.+?)(?:\.~\d+)?~$/s,
  /^\.(.+)\.sw[a-z]$/s,
  /^(.+)\.(?:sw[a-z]|bak|backup|old|orig|save|copy|tmp|rej)\d*$/s,
]

/** The name, and those of the files that it may be a copy of. */
function originals(name: string): readonly string[] {
  const found = [name]
  for (const each of found)
    for (const copy of copies) {
      const original = copy.exec(each)?.[1]
      if (original !== undefined && found.length < mostOriginals) found.push(original)
    }
  return found
}

const mostOriginals = 20

/** Whether everything in a folder of this name is sensitive. */
export function isSensitiveFolder(name: string): boolean {
  return folders.has(foldPath(name).at(-1) ?? '')
}

/** `path` is below a root: the folders above it say nothing. */
export function isSensitivePath(path: string): boolean {
  const parts = foldPath(path)
  const name = parts.at(-1) ?? ''
  const possible = originals(name)
  if (possible.some((each) => templates.test(each))) return false
  if (names.some((pattern) => possible.some((each) => pattern.test(each)))) return true
  const above = parts.slice(0, -1)
  if (possible.some((each) => inFolders.test([...above, each].join('/')))) return true
  return above.some((part) => folders.has(part)) || (above.includes('.toolyard') && ownFiles.test(name))
}
