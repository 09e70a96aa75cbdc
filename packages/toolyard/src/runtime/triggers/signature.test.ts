import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { signatureHeaders, signRequest } from '../../host/index.ts'
import { readSignature } from './signature.ts'

const body = Buffer.from('{"id":"evt_1","text":"你好"}')
const sha = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

describe('our signature', () => {
  const nonce = '0123456789abcdef'
  const at = 1_700_000_000_500
  const headers = signRequest('s3cret', { body: body.toString(), nonce, at })

  it('is HMAC-SHA256 over timestamp, nonce and body', () => {
    const wanted = sha('s3cret', `1700000000.${nonce}.${body.toString()}`)
    assert.equal(headers[signatureHeaders.signature], `v1=${wanted}`)
    const signed = readSignature('toolyard', 's3cret', { headers, body })
    assert.deepEqual([signed.isValid, signed.at, signed.delivery()], [true, 1_700_000_000_000, nonce])
  })

  it('does not hold for anything else', () => {
    const isValid = (secret: string, more: object, bytes: Uint8Array = body): boolean =>
      readSignature('toolyard', secret, { headers: { ...headers, ...more }, body: bytes }).isValid
    assert.equal(isValid('s3cret', {}), true)
    assert.equal(isValid('other', {}), false)
    assert.equal(isValid('s3cret', {}, Buffer.from('{}')), false)
    assert.equal(isValid('s3cret', { [signatureHeaders.timestamp]: '1700000001' }), false)
    assert.equal(isValid('s3cret', { [signatureHeaders.nonce]: `${nonce}0` }), false)
    for (const signature of [
      '',
      'v1=',
      'v1=00',
      `v1=${'0'.repeat(64)}`,
      headers[signatureHeaders.signature]?.slice(3),
    ])
      assert.equal(isValid('s3cret', { [signatureHeaders.signature]: signature }), false, signature)
  })

  it('does not let a part of the body pass for the nonce', () => {
    const moved = { ...headers, [signatureHeaders.nonce]: `${nonce}.{"id"` }
    const rest = Buffer.from(body.toString().slice('{"id"'.length + 1))
    assert.equal(readSignature('toolyard', 's3cret', { headers: moved, body: rest }).isValid, false)
  })
})

describe('the signature of GitHub', () => {
  it('is the one of its documentation', () => {
    const headers = {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    }
    const request = { headers, body: Buffer.from('Hello, World!') }
    assert.equal(readSignature('github', "It's a Secret to Everybody", request).isValid, true)
    assert.equal(readSignature('github', 'another', request).isValid, false)
    assert.equal(
      readSignature('github', "It's a Secret to Everybody", { ...request, headers: {} }).isValid,
      false,
    )
  })

  it('names a delivery by what was signed, not by a header that anybody can write', () => {
    const read = (id: string) =>
      readSignature('github', 's', { headers: { 'x-github-delivery': id }, body }).delivery()
    assert.equal(read('one'), read('another'))
  })
})

describe('the signature of Stripe', () => {
  const given = (header: string) =>
    readSignature('stripe', 'whsec_test', { headers: { 'stripe-signature': header }, body })
  const right = sha('whsec_test', `1492774577.${body.toString()}`)

  it('is HMAC-SHA256 over time and body, one of several', () => {
    for (const header of [
      `t=1492774577,v1=${right}`,
      `t=1492774577,v1=${right},v0=${'6'.repeat(64)}`,
      `t=1492774577,v1=${'0'.repeat(64)},v1=${right}`,
    ]) {
      const signed = given(header)
      assert.deepEqual([signed.isValid, signed.at], [true, 1_492_774_577_000], header)
    }
  })

  it('does not hold for another time, scheme or form', () => {
    for (const header of [
      '',
      `t=1492774578,v1=${right}`,
      `t=1492774577,v0=${right}`,
      `v1=${right}`,
      `t=1492774577,t=1492774578,v1=${right}`,
      `t=,v1=${sha('whsec_test', `.${body.toString()}`)}`,
      `t=x,v1=${sha('whsec_test', `x.${body.toString()}`)}`,
      `t=1492774577,v1=${right.slice(2)}`,
    ])
      assert.equal(given(header).isValid, false, header)
  })

  it('is of the same delivery at another attempt', () => {
    const later = sha('whsec_test', `1492774999.${body.toString()}`)
    assert.equal(given(`t=1492774577,v1=${right}`).delivery(), given(`t=1492774999,v1=${later}`).delivery())
  })
})
