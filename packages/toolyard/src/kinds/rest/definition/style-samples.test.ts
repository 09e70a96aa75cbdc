/** Every style of OpenAPI with every kind of value, as its specification's own table shows them, and as large services read them. */
import type { RestParameter } from '../../../define/index.ts'
import { encode, serialiseInline, serialisePairs } from './serialise.ts'

const list = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

export type StyleRow = readonly [
  style: RestParameter['style'],
  explode: boolean,
  value: unknown,
  wire: string,
]

/** In a path or a header. */
export const inlineRows: readonly StyleRow[] = [
  ['matrix', false, '', ';color='],
  ['matrix', false, 'blue', ';color=blue'],
  ['matrix', false, list, ';color=blue,black,brown'],
  ['matrix', false, object, ';color=R,100,G,200,B,150'],
  ['matrix', true, 'blue', ';color=blue'],
  ['matrix', true, list, ';color=blue;color=black;color=brown'],
  ['matrix', true, object, ';R=100;G=200;B=150'],
  ['label', false, 'blue', '.blue'],
  ['label', false, list, '.blue,black,brown'],
  ['label', false, object, '.R,100,G,200,B,150'],
  ['label', true, list, '.blue.black.brown'],
  ['label', true, object, '.R=100.G=200.B=150'],
  ['simple', false, 'blue', 'blue'],
  ['simple', false, list, 'blue,black,brown'],
  ['simple', false, object, 'R,100,G,200,B,150'],
  ['simple', true, list, 'blue,black,brown'],
  ['simple', true, object, 'R=100,G=200,B=150'],
]

/** In a query or a form. */
export const pairRows: readonly StyleRow[] = [
  ['form', false, '', 'color='],
  ['form', false, 'blue', 'color=blue'],
  ['form', false, list, 'color=blue%2Cblack%2Cbrown'],
  ['form', false, object, 'color=R%2C100%2CG%2C200%2CB%2C150'],
  ['form', true, list, 'color=blue&color=black&color=brown'],
  ['form', true, object, 'R=100&G=200&B=150'],
  ['spaceDelimited', false, list, 'color=blue%20black%20brown'],
  ['spaceDelimited', false, object, 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, list, 'color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, object, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', true, object, 'color[R]=100&color[G]=200&color[B]=150'],
  // Not in the table: what a service that asks for it reads.
  ['deepObject', true, list, 'color[0]=blue&color[1]=black&color[2]=brown'],
  ['deepObject', true, [{ price: 'p1', quantity: 2 }], 'color[0][price]=p1&color[0][quantity]=2'],
  [
    'deepObject',
    true,
    { data: { tags: ['a'], on: true, none: null } },
    'color[data][tags][0]=a&color[data][on]=true&color[data][none]=',
  ],
  ['deepObject', true, [], ''],
  ['deepObject', true, 'blue', 'color=blue'],
]

/** What goes over the wire for a row. */
export function inlineWire([style, explode, value]: StyleRow): string {
  return serialiseInline(value, { in: 'path', name: 'color', style: style ?? 'simple', explode })
}

export function pairWire([style, explode, value]: StyleRow): string {
  const written = serialisePairs(value, { in: 'query', name: 'color', style: style ?? 'form', explode })
  const text = written.map(([name, one]) => `${encode(name)}=${encode(one)}`).join('&')
  return text.replaceAll('%5B', '[').replaceAll('%5D', ']')
}
