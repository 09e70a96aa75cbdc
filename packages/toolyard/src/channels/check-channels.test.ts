/** The `channels` section: what is wrong with it is said with its place and the next step. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../kernel/index.ts'
import { checkChannels, missingSecrets } from './check-channels.ts'

const token = '${TOKEN}'

const wrong: readonly (readonly [title: string, spec: unknown, says: RegExp])[] = [
  ['no object', 'telegram', /channels\.ops must be an object/],
  ['no platform', { token }, /channels\.ops\.platform: undefined is not a platform/],
  ['an unknown platform', { platform: 'telegramm', token }, /Did you mean "telegram"/],
  ['a name of every object as platform', { platform: 'constructor' }, /is not a platform/],
  ['no token', { platform: 'telegram', to: '42' }, /channels\.ops\.token is missing: telegram needs it/],
  ['an empty token', { platform: 'slack', token: '' }, /channels\.ops\.token is missing/],
  ['a token that is no text', { platform: 'slack', token: 42 }, /channels\.ops\.token must be a text/],
  ['no secret', { platform: 'webhook', url: 'https://example.com' }, /channels\.ops\.secret is missing/],
  ['no app', { platform: 'feishu', secret: token }, /channels\.ops\.options\.app_id is missing/],
  [
    'no sender',
    { platform: 'email', url: 'smtp://mail.example.com' },
    /channels\.ops\.options\.from is missing/,
  ],
  ['an unknown key', { platform: 'telegram', tokn: token }, /"tokn" is not a setting.*"token"/],
  ['a key of another platform', { platform: 'telegram', token, secret: token }, /"secret" is not a setting/],
  [
    'an unknown option',
    { platform: 'lark', secret: token, options: { app_id: 'a', appid: 'b' } },
    /"appid" is not a setting.*"app_id"/,
  ],
  [
    'an address of another kind',
    { platform: 'email', url: 'https://example.com', options: { from: 'a@b.c' } },
    /channels\.ops\.url.*smtp:\/\//,
  ],
  [
    'an address with a password',
    { platform: 'webhook', url: 'https://a:b@example.com', secret: token },
    /channels\.ops\.url/,
  ],
  [
    'a recipient as a number',
    { platform: 'telegram', token, to: 42 },
    /channels\.ops: 42 is not a recipient/,
  ],
  [
    'a wildcard among recipients',
    { platform: 'webhook', url: 'https://example.com', secret: token, recipients: ['*'] },
    /is not a recipient/,
  ],
  [
    'a wildcard in an address',
    { platform: 'email', url: 'smtp://m.x', options: { from: 'a@b.c' }, recipients: ['*@example.com'] },
    /is not a recipient/,
  ],
  ['a reference as recipient', { platform: 'telegram', token, to: '${CHAT}' }, /is not a recipient/],
  ['a recipient of a robot', { platform: 'wecom', token, to: 'me' }, /"to" is not a setting/],
  ['recipients that are no list', { platform: 'telegram', token, recipients: '42' }, /must be a list/],
]

describe('checkChannels', () => {
  for (const [title, spec, says] of wrong)
    it(`refuses ${title}`, () => {
      assert.throws(
        () => checkChannels({ ops: spec }),
        (error) => {
          assert.ok(ToolyardError.isInstance(error))
          assert.equal(error.code, 'invalid_config')
          assert.match(`${error.message} ${error.hint ?? ''}`, says)
          assert.ok(error.hint)
          return true
        },
      )
    })

  it('refuses names that rules could not speak of', () => {
    for (const name of ['', 'a b', 'a:b', '*', '__proto__x('])
      assert.throws(() => checkChannels({ [name]: { platform: 'console' } }), /is not a name for a channel/)
  })

  it('names variables that are not set, and not those with a default', () => {
    const channels = {
      ops: { platform: 'telegram', token: '${SET}' },
      team: { platform: 'slack', token: '${UNSET}' },
      home: { platform: 'webhook', url: 'https://${HOST:-example.com}/x', secret: 'a${ALSO_UNSET}' },
    } as const
    assert.deepEqual(missingSecrets(channels, { SET: 'x' }), [
      { channel: 'team', place: 'channels.team.token', variable: 'UNSET' },
      { channel: 'home', place: 'channels.home.secret', variable: 'ALSO_UNSET' },
    ])
  })
})
