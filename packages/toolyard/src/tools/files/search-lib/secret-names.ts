/**
 * Files that are likely to hold secrets, in a search: not looked at unless the call names one.
 *
 * ripgrep is told by globs, so that no such file is opened; what the globs can't say (a file without an ending, other
 * spellings) is left out of what it found. How many there are is reported only as far as it says nothing of what is in
 * them.
 *
 * @module
 */
import { isSensitivePath, type Workspace } from '../../../host/index.ts'

/** None of them fits a folder's usual name: a folder is left out with everything in it. */
export const secretGlobs: readonly string[] = [
  '.env*',
  '*.env',
  '#.env*#',
  '.flaskenv',
  '.dev.vars*',
  'id_{rsa,dsa,ecdsa,ed25519,ecdsa_sk,ed25519_sk}',
  '*.{pem,key,p12,pfx,p8,ppk,jks,keystore,kdb,kdbx,pkcs12,agekey}',
  '.{git-credentials,netrc,pgpass,my.cnf,pypirc,htpasswd,vault-token,dockercfg,s3cfg,boto,terraformrc}',
  '{credentials,credential,.credentials,.credential,secrets,secret}.{json,yaml,yml,toml,ini,xml,txt,properties,db,sqlite}',
  'service{-,_,}account*.json',
  'client_secret*.json',
  '.{ssh,gnupg,aws,azure}',
]

/** Whether a call that names `path` means secrets: a file that holds some, or a folder in which everything does. */
export function namesSecret(path: string): boolean {
  return isSensitivePath(path) || isSensitivePath(`${path}/x`)
}

/**
 * Tests names below `folder`, which is the real path of what is searched; the same name in many folders is judged
 * once.
 */
export function secretTest(files: Workspace, folder: string): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    // oxlint-disable-next-line no-control-regex
    if (/(?:^|\/)\.|[^\u0000-\u007f]/.test(name)) return files.isSensitive(`${folder}/${name}`)
    const last = name.slice(name.lastIndexOf('/') + 1)
    let isSecret = known.get(last)
    if (isSecret === undefined) known.set(last, (isSecret = files.isSensitive(`${folder}/${last}`)))
    return isSecret
  }
}
