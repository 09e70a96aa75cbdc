/**
 * Which addresses are not of the public network.
 *
 * Of IPv4 everything is public but the special ranges; of IPv6 nothing is but 2000::/3, and not all of that: what wraps an
 * IPv4 address (mapped, NAT64, 6to4, Teredo) is outside.
 *
 * @module
 */
import { BlockList, isIP } from 'node:net'

export interface AddressRange {
  /** `a loopback address (127.0.0.0/8)`. */
  readonly text: string
  /** No name leads there by right, not even one that is allowed: what hands out credentials to any program that asks, and what is no single machine. */
  readonly literalOnly: boolean
}

type RangeRow = readonly [network: string, what: string, literalOnly?: boolean]

/** The first that holds an address names it. */
const rows: readonly RangeRow[] = [
  ['0.0.0.0/8', 'an address of this machine', true],
  ['10.0.0.0/8', 'a private address'],
  ['100.100.100.200/32', 'a cloud metadata address', true],
  ['100.64.0.0/10', 'a private address'],
  ['127.0.0.0/8', 'a loopback address'],
  ['168.63.129.16/32', 'a cloud metadata address', true],
  ['169.254.0.0/16', 'a link-local address', true],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'a special address', true],
  ['192.0.2.0/24', 'an address for documentation'],
  ['192.88.99.0/24', 'a relay address', true],
  ['192.168.0.0/16', 'a private address'],
  ['198.18.0.0/15', 'an address for measurements'],
  ['198.51.100.0/24', 'an address for documentation'],
  ['203.0.113.0/24', 'an address for documentation'],
  ['224.0.0.0/4', 'a multicast address', true],
  ['255.255.255.255/32', 'the broadcast address', true],
  ['240.0.0.0/4', 'a reserved address', true],
  ['::1/128', 'a loopback address'],
  ['fd00:ec2::254/128', 'a cloud metadata address', true],
  ['fd20:ce::254/128', 'a cloud metadata address', true],
  ['fc00::/7', 'a private address'],
  ['2001:db8::/32', 'an address for documentation'],
  ['2001::/23', 'a special address', true],
  ['2002::/16', 'an address that wraps another', true],
  ['3fff::/20', 'an address for documentation'],
]

const unreadable: AddressRange = { text: 'no address that can be read', literalOnly: true }
const notPublic: AddressRange = { text: 'outside the public range 2000::/3', literalOnly: true }

/** Answers the range of an address that is not public; undefined if it is. */
export function createRanges(): (address: string) => AddressRange | undefined {
  const ranges = { 4: [] as ListedRange[], 6: [] as ListedRange[] }
  for (const row of rows) ranges[row[0].includes(':') ? 6 : 4].push(rangeFrom(row))
  const publicV6 = rangeFrom(['2000::/3', '']).list
  return (address) => {
    const version = isIP(address)
    if (version === 0 || address.includes('%')) return unreadable
    const family = version === 4 ? 'ipv4' : 'ipv6'
    const known = ranges[version === 4 ? 4 : 6].find(({ list }) => list.check(address, family))
    if (known) return known
    return version === 6 && !publicV6.check(address, 'ipv6') ? notPublic : undefined
  }
}

interface ListedRange extends AddressRange {
  readonly list: BlockList
}

function rangeFrom([network, what, literalOnly = false]: RangeRow): ListedRange {
  const [base = '', bits = ''] = network.split('/')
  const list = new BlockList()
  list.addSubnet(base, Number(bits), base.includes(':') ? 'ipv6' : 'ipv4')
  return { text: `${what} (${network})`, literalOnly, list }
}
