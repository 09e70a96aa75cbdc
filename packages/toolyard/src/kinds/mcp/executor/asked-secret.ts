/**
 * Whether a server's words ask a person for a secret: in the languages that people are asked in most, and however the word is
 * spelt (camel case, wide letters, letters of another script, letters apart).
 *
 * Words can always be chosen that are not known here: who answers is told which server asks.
 *
 * @module
 */
import type { FormField } from '../../../define/index.ts'
import { skeletonOf } from '../definition/index.ts'
import { cleanText } from '../../../kernel/index.ts'

/** Words for secrets alone; no other word has them in it. As `evened` spells them. */
const plainly = new RegExp(
  [
    'pass ?(?:word|wort|wd|phrase|code|ord)s?(?![a-z])|kenn?wort|wachtwoord|losenord|adgangskode|salasana',
    'contrasena|clave (?:de acceso|secreta|privada)|palavra passe|mots? de passe|motdepasse|cle (?:privee|secrete)',
    'parola d ordine|jelszo|mat khau|kata sandi|(?<![a-z])(?:senha|sifre|hasło|haslo|heslo|pwd)s?(?![a-z])',
    '(?:api|private|secret|ssh|recovery|access|encryption|signing) ?keys?(?![a-z])|client ?secret',
    '(?:access|auth|authentication|bearer|refresh|session|security|api) ?tokens?(?![a-z])',
    '(?:seed|recovery|secret|mnemonic) phrase|(?:recovery|backup|security) codes?(?![a-z])',
    'парол|(?:секретн|приватн|закрыт)\\p{L}* ключ|κωδικος προσβασης|पासवर्ड|รหัสผ่าน',
    'كلمة (?:ال)?(?:مرور|سر)|الرقم السري|סיסמ[הא]',
    '密[码碼钥鑰匙]|口令|私[钥鑰]|助[记記][词詞]|パスワード|パスフレーズ|暗証番号|秘密鍵|비밀번호|암호|개인키',
  ].join('|'),
  'u',
)
/** Words that mean one where they name a field, or are asked for. */
const named =
  '(?:(?<!max )(?<!of )tokens?(?! (?:count|limit|budget|usage|name|symbol|address))|secret|credential|cvv|cvc|pin|ssn|otp|mnemonic|card number|(?:one time|verification|2fa|mfa|login) code)s?\\d?(?![a-z])'
const namedInSigns = '令牌|[验驗][证證][码碼]|認証コード|認証番号|인증번호|토큰|токен'
const name = new RegExp(`(?<![a-z])${named}|${namedInSigns}`, 'u')
/** "Enter your …", unless it is "do not enter your …". */
const wanted = new RegExp(
  `(?<!(?<![a-z])(?:not|never|no|don t|without) (?:[a-z]+ ){0,2})(?<![a-z])(?:enter|type|provide|give|paste|input|supply|send|share|write)(?: (?:me|us|in|here))? (?:[a-z]+ ){0,4}(?:${named}|${plainly.source})`,
  'u',
)
/** That none is wanted: before the word, or at the end of the sentence. */
const notBefore =
  /(?<!\p{L})(?:not|never|no|none|without|don t|nicht|kein\p{L}*|ohne|ne|jamais|sans|nunca|sin|nao|sem|non|senza|не|без|никогда)(?!\p{L})|勿|不|无需|無需|别|別/u
const notBehind = /しない|ません|不要|마세요|않/u

export function asksForSecret(text: string): boolean {
  return cleanText(text)
    .split(/[.!?;:\n。！？；：]+/u)
    .flatMap(spellings)
    .some((words) => {
      const at = words.search(plainly)
      if (wanted.test(words)) return true
      return at !== -1 && !notBefore.test(words.slice(0, at)) && !notBehind.test(words.slice(at))
    })
}

export function isSecretField([field, schema]: readonly [string, FormField]): boolean {
  const { title = '', description = '' } = schema
  if (schema.type === 'string' && schema.oneOf === undefined && schema.format === 'password') return true
  const isNamed = [field, title].flatMap(spellings).some((words) => plainly.test(words) || name.test(words))
  return isNamed || asksForSecret(description)
}

/** As it is written, and as it is read by people who take letters of other scripts for Latin ones. */
function spellings(text: string): string[] {
  const words = evened(cleanText(text))
  return [words, skeletonOf(words).replaceAll('_', ' ')]
}

/** Small letters without accents, a space between words; commas stay. */
function evened(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu, '$1')
    .normalize('NFKC')
    .replaceAll(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
    .toLowerCase()
    .replaceAll(/[,，、]/g, ' , ')
    .replaceAll(/[^\p{L}\p{M}\p{N},]+/gu, ' ')
    .replaceAll(/(?<!\p{L})(?:\p{L} ){3,}\p{L}(?!\p{L})/gu, (apart) => apart.replaceAll(' ', ''))
}
