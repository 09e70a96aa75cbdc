/**
 * Chinese numerals and full-width signs as ASCII: `二〇二六年` is `2026年`, `十一月二十日` is `11月20日`.
 *
 * @module
 */
const digits = '〇一二三四五六七八九'
/** `十天` is a number, `日`, `周一` and `星期二` are not: the weekday's sign stays. */
const numeral = /(?<!周|星期|礼拜)[〇零一二两三四五六七八九十百]+/g

/** Traditional signs that times are written with become simplified ones. */
export function simplified(text: string): string {
  const pairs = '個个週周後后點点鐘钟號号兩两禮礼陰阴這这間间從从時时過过'
  const table = new Map(
    Array.from({ length: pairs.length / 2 }, (_, at) => [pairs[at * 2], pairs[at * 2 + 1]]),
  )
  return text
    .normalize('NFKC')
    .replaceAll('〜', '~')
    .replaceAll(/\p{Script=Han}/gu, (sign) => table.get(sign) ?? sign)
}

/** Texts without a Chinese sign come back as they are. */
export function withDigits(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text
  return simplified(text)
    .replaceAll(
      /([〇零一二两三四五六七八九十\d]+)个半(小时|钟头|月|星期)/g,
      (_, count: string, unit: string) => (unit === '月' ? `${count}个半月` : `${valueOf(count)}.5${unit}`),
    )
    .replaceAll(/(?<![个点\d])半个?(小时|钟头)/g, '30分钟')
    .replaceAll(/(?<![个点\d])半天/g, '12小时')
    .replaceAll(/(?<![个点\d])半年/g, '6个月')
    .replaceAll(numeral, (signs) => String(valueOf(signs)))
}

function valueOf(signs: string): number {
  if (/^\d+$/.test(signs)) return Number(signs)
  const plain = signs.replaceAll('零', '〇').replaceAll('两', '二')
  if (!/[十百]/.test(plain)) return Number(plain.replaceAll(/./g, (sign) => String(digits.indexOf(sign))))
  const [, hundreds, tens, ones] = /^(?:(.?)百)?〇?(?:(.?)十)?(.?)$/.exec(plain) ?? []
  return (
    (plain.includes('百') ? digitOf(hundreds, 1) * 100 : 0) +
    (plain.includes('十') ? digitOf(tens, 1) * 10 : 0) +
    digitOf(ones, 0)
  )
}

function digitOf(sign: string | undefined, empty: number): number {
  return sign === undefined || sign === '' ? empty : digits.indexOf(sign)
}
