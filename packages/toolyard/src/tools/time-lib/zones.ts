/**
 * Time zones by their IANA name, by offset, and by what people call them: a city, a country, an abbreviation.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { lazy, nearest, ToolyardError } from '../../kernel/index.ts'

/** Names that are no city of the IANA list. Those of the second list mean several zones; what was taken is reported. */
const common: Readonly<Record<string, string>> = {
  'Asia/Shanghai':
    'beijing,peking,china,china time,shenzhen,guangzhou,hangzhou,chengdu,wuhan,北京,上海,中国,中國,深圳,广州,杭州,成都,武汉,南京,西安,重庆,天津',
  'Asia/Hong_Kong': 'hongkong,hk,hkt,香港',
  'Asia/Taipei': 'taiwan,台北,臺北,台湾,臺灣',
  'Asia/Tokyo': 'japan,jst,osaka,kyoto,东京,東京,日本,大阪',
  'Asia/Seoul': 'korea,south korea,kst,首尔,首爾,韩国',
  'Asia/Singapore': 'sgt,新加坡',
  'Asia/Kolkata': 'india,mumbai,delhi,new delhi,bangalore,bengaluru,chennai,印度',
  'Asia/Dubai': 'uae,abu dhabi,迪拜',
  'Europe/London': 'uk,england,britain,伦敦,倫敦,英国',
  'Europe/Berlin': 'germany,munich,münchen,hamburg,frankfurt,cologne,cet,cest,mez,mesz,柏林,德国,慕尼黑',
  'Europe/Paris': 'france,巴黎,法国',
  'Europe/Zurich': 'switzerland,zürich,geneva,苏黎世',
  'Europe/Vienna': 'austria,wien,维也纳',
  'Europe/Madrid': 'spain,barcelona,马德里',
  'Europe/Rome': 'italy,milan,罗马',
  'Europe/Moscow': 'russia,msk,莫斯科',
  'America/New_York':
    'nyc,eastern,eastern time,et,est,edt,us eastern,washington,washington dc,boston,miami,atlanta,纽约,紐約,华盛顿,波士顿,美东',
  'America/Chicago': 'central,central time,ct,cdt,us central,houston,dallas,austin,芝加哥',
  'America/Denver': 'mountain,mountain time,mt,mst,mdt,us mountain,丹佛',
  'America/Los_Angeles':
    'la,pacific,pacific time,pt,pst,pdt,us pacific,san francisco,sf,seattle,san diego,las vegas,california,洛杉矶,洛杉磯,旧金山,西雅图,美西',
  'Australia/Sydney': 'canberra,aest,aedt,悉尼,雪梨',
  'Pacific/Auckland': 'new zealand,nzst,nzdt,wellington,奥克兰',
  UTC: 'z,zulu,gmt,utc,universal',
}
const unclear: Readonly<Record<string, readonly [zone: string, note: string]>> = {
  cst: ['America/Chicago', '"CST" was read as US Central time; for China write Asia/Shanghai.'],
  ist: [
    'Asia/Kolkata',
    '"IST" was read as India; for Israel write Asia/Jerusalem, for Ireland Europe/Dublin.',
  ],
  bst: ['Europe/London', '"BST" was read as British time; for Bangladesh write Asia/Dhaka.'],
}
const offset = /^(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?::?([0-5]\d))?$/i
/** What may stand around a zone in a sentence. */
const zoneInText = [
  /^(?<zone>[\p{Script=Han}]{2,4})时间\s*(?<rest>.+)$/u,
  /^(?<rest>.+?)\s*[（(]?(?<zone>[\p{Script=Han}]{2,4})时间[)）]?$/u,
  /^(?<rest>.+?)\s+(?:in\s+)?(?<zone>[A-Z]\w+(?:\/[\w+-]+){1,2})$/iu,
  /^(?<rest>.+?)\s+(?<zone>(?:UTC|GMT)\s*(?:[+\-\u2212]\s*\d{1,2}(?::?\d\d)?)?|Z)$/iu,
  /^(?<rest>.+?)\s+(?<zone>[+-]\d\d:?\d\d)$/u,
  /^(?<rest>.+?)\s+(?:in\s+)?(?<zone>\p{L}+(?:[ .]\p{L}+){0,2}?)\s+(?:local\s+)?time$/iu,
  /^(?<rest>.+\d.*?)\s+in\s+(?<zone>\p{L}+(?: \p{L}+){0,2})$/iu,
  /^(?<rest>.*\d.*?)\s*(?<zone>[A-Z]{2,4}|(?:Pacific|Eastern|Central|Mountain))$/u,
] as const

export interface FoundZone {
  readonly zone: string
  readonly note?: string | undefined
}

/** Throws `invalid_arguments` for a zone that there is none of. */
export function requireZone(name: string, parameter: string): FoundZone {
  const found = findZone(name)
  if (found) return found
  throw new ToolyardError(
    'invalid_arguments',
    `${parameter}: there is no time zone "${name}".${meant(name)}`,
    {
      hint: 'Use a name such as Europe/Berlin, Asia/Shanghai or UTC, a large city, or an offset such as +08:00.',
    },
  )
}

function meant(name: string): string {
  const city = name.trim().split('/').at(-1)?.replaceAll(' ', '_') ?? ''
  const [id] = nearest(city, cities().keys(), 1).map((key) => cities().get(key))
  return id === undefined ? '' : ` Did you mean "${id}"?`
}

/** The zone of the machine; UTC if that can't be told. */
export function machineZone(): string {
  return findZone(Temporal.Now.timeZoneId())?.zone ?? 'UTC'
}

/** The zone that words end or begin with, and the words without it. */
export function splitZone(text: string): (FoundZone & { readonly rest: string }) | undefined {
  for (const pattern of zoneInText) {
    const { zone: name, rest } = pattern.exec(text)?.groups ?? {}
    const found = name === undefined || /^(?:am|pm|uhr)$/i.test(name) ? undefined : findZone(name)
    if (found && rest !== undefined) return { ...found, rest }
  }
  return undefined
}

export function findZone(name: string): FoundZone | undefined {
  const key = name.trim().toLowerCase().replaceAll(/[._]/g, ' ').replaceAll(/\s+/g, ' ')
  const several = Object.hasOwn(unclear, key) ? unclear[key] : undefined
  if (several) return { zone: several[0], note: several[1] }
  const zone = byOffset(key) ?? byCommonName(key) ?? byCity(key) ?? byId(name.trim())
  return zone === undefined ? undefined : { zone }
}

function byId(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return undefined
  }
}

function byOffset(key: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] = offset.exec(key) ?? []
  if (sign === undefined || Number(hours) > 14) return undefined
  return byId(`${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`)
}

function byCommonName(key: string): string | undefined {
  return Object.entries(common).find(([, names]) => names.split(',').includes(key))?.[0]
}

/** The last part of a name: `tokyo` of `Asia/Tokyo`. */
function byCity(key: string): string | undefined {
  return cities().get(key.replaceAll(' ', '_'))
}

const cities = lazy(() => {
  const ids = Intl.supportedValuesOf('timeZone').toReversed()
  return new Map(ids.map((id) => [id.toLowerCase().split('/').at(-1) ?? '', id]))
})
