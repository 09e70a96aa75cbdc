/** The redaction corpus, and the texts that must stay as they are. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createRedactor } from '../../src/host/index.ts'

interface Entry {
  readonly id: string
  readonly text: string
  readonly secret: string | null
  readonly expect: 'redact' | 'keep' | 'limit'
  readonly reason: string
}

const registered = 'toolyard-registered-secret-8841'
const redactor = createRedactor([registered])
const corpus = JSON.parse(readFileSync(new URL('../corpora/redact.json', import.meta.url), 'utf8')) as {
  readonly entries: readonly Entry[]
}

describe('the redaction corpus', () => {
  for (const entry of corpus.entries) {
    it(`${entry.id}: ${entry.expect}s ${entry.reason}`, () => {
      const result = redactor.redact(entry.text)
      if (entry.expect === 'keep') assert.equal(result, entry.text)
      if (entry.expect !== 'redact') return
      assert.notEqual(result, entry.text)
      assert.ok(!result.includes(entry.secret ?? ''), result)
      assert.equal(redactor.redact(result), result)
    })
  }

  it('gives the same in a stream of single characters, but for how tokens of a vendor begin, seven of forty, and two digits of what is encoded', () => {
    const begun: string[] = []
    for (const { text } of corpus.entries) {
      const stream = redactor.stream()
      const parts = Array.from(text, (character) => stream.push(character))
      const shown = parts.join('') + stream.flush()
      const whole = redactor.redact(text)
      if (shown === whole) continue
      const beginning = /([\w:-]{1,12})\[redacted\]/.exec(shown)?.[1] ?? ''
      assert.equal(shown.replace(beginning, ''), whole)
      begun.push(beginning)
    }
    const harmless =
      /^(?:sk|[sr]k_live|gh[a-z]|github|glpat|AKI|ASI|xox[a-z]|eyJ?|npm|AIz|hf|pypi-A|whsec|SG|ya29|hv[sbr]|ty|wJalrXU|\d{8,10}:|\d{1,2})$/
    assert.deepEqual(
      [...new Set(begun)].filter((beginning) => !harmless.test(beginning)),
      [],
    )
  })
})

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1234\nabcd1234\n-----END RSA PRIVATE KEY-----'

/** Text, and what must be gone from it. */
const secrets: Record<string, readonly (readonly [text: string, gone: string])[]> = {
  'tokens of vendors': [
    ['sk-ant-api03-A1b2C3d4A1b2C3d4A1b2C3d4A1b2C3d4-AA', 'A1b2C3d4'],
    ['sk-A1b2C3d4A1b2C3d4A1b2C3d4A1b2C3d4A1b2C3d4A1b2C3d4', 'A1b2'],
    ['gho_aB3daB3daB3daB3daB3daB3daB3daB3daB3d', 'aB3d'],
    ['github_pat_11AAAAAAA0aB3daB3daB3d_aB3daB3daB3daB3daB3daB3daB3d', 'aB3d'],
    ['key AKIAIOSFODNN7EXAMPLE here', 'IOSFODNN7'],
    ['xoxp-123456789012-123456789012-123456789012-abcdef', '123456789012'],
    ['https://api.telegram.org/bot123456789:AAHxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/getMe', 'AAHxxx'],
    ['rk_live_4eC39HqLyjWDarjtT1zdp7dc', '4eC39'],
    ['npm_aB3daB3daB3daB3daB3daB3daB3daB3daB3d', 'aB3d'],
    ['glpat-xxxxxxxxxxxxxxxxxxxx', 'xxxxx'],
    ['AIzaSyA1b2C3d4A1b2C3d4A1b2C3d4A1b2C3d4A', 'A1b2'],
    ['SG.aaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'bbbbb'],
    ['ya29.a0AfH6SMBxxxxxxxxxxxxxxxxxxxx', 'a0Af'],
    ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX', 'XXXXXXXX'],
    ['line\\nghp_aB3daB3daB3daB3daB3daB3daB3daB3daB3d', 'aB3d'],
    ['q%3Dghp_aB3daB3daB3daB3daB3daB3daB3daB3daB3d', 'aB3d'],
    ['ghp_aB3daB3daB3daB3daB3d/ghp_xY4zxY4zxY4zxY4zxY4z', 'xY4z'],
    [`got ${jwt}.`, 'eyJzdWIi'],
    ['WEIRD_THING=A1b2C3d4E5f6G7h8I9j0K1l2', 'A1b2C3'],
  ],
  'private keys': [
    [`${pem}\nnext`, 'MIIE'],
    [JSON.stringify({ key: pem }), 'abcd1234'],
    [
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nabc=',
      'MIIE',
    ],
  ],
  headers: [
    ['Authorization: Bearer abc123', 'abc123'],
    ['authorization: Bearer abcdef.ghijkl', 'abcdef'],
    ['-H "Authorization: token 0a1b2c3d"', '0a1b2c3d'],
    ['{"Authorization":"Basic dXNlcjpwYXNz"}', 'dXNlcjpwYXNz'],
    ['Proxy-Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Authorization: Digest username="bob", response="6629fae49393a05397450978507c4ef1"', '6629fae4'],
    ['X-Api-Key: 0a1b2c3d4e5f', '0a1b2c'],
    ['Bearer 0a1b2c3d4e5f', '0a1b2c'],
    ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Cookie: sid=abcdef; theme=dark', 'abcdef'],
    ['"set-cookie": ["a=b12345; Path=/", "c=d99999"]', 'd99999'],
  ],
  fields: [
    ['DB_PASSWORD=hunter2', 'hunter2'],
    ['password: hunter2', 'hunter2'],
    ['password: letmein', 'letmein'],
    ['"password": "hunter2"', 'hunter2'],
    ['\\"password\\":\\"hunter2\\"', 'hunter2'],
    ["'password' => 'hunter2'", 'hunter2'],
    ['password := "hunter2"', 'hunter2'],
    ['password = hunter2', 'hunter2'],
    ['spring.datasource.password=hunter2', 'hunter2'],
    ['{"stdout":"DB_PASSWORD=hunter2\\nFOO=1"}', 'hunter2'],
    ['<password>hunter2</password>', 'hunter2'],
    ['api_key = "abcd1234efgh"', 'abcd1234'],
    ['os.environ["API_KEY"] = "abc123def"', 'abc123'],
    ['$env:API_KEY = "abc123def"', 'abc123'],
    ['export GITHUB_TOKEN=abcdef0123456789', 'abcdef01'],
    ['?access_token=abcdef123456&x=1', 'abcdef123456'],
    ['"refresh_token" : "1//0gabcdefghijklmnopqrstuv"', '1//0g'],
    ['//registry.example.org/:_authToken=abcd1234-ef56', 'abcd1234'],
    ['Server=db;User Id=sa;Password=p@ss,word1;Database=x', 'p@ss'],
  ],
  'addresses and commands': [
    ['postgres://user:p4ss@host:5432/db', 'p4ss'],
    ['redis://:hunter2@localhost:6379', 'hunter2'],
    ['postgres://u:pa/ss@host/db', 'pa/ss'],
    ["curl -s --user 'admin:hunter2' https://x", 'hunter2'],
    ['curl https://x?a=1&b=2 -u admin:hunter2', 'hunter2'],
    ['curl \\\n  -u admin:hunter2 x', 'hunter2'],
    ['curl -uadmin:hunter2 x', 'hunter2'],
    ['mysql -u root -phunter2 db', 'hunter2'],
    ['sshpass -p hunter2 ssh x', 'hunter2'],
    ['tool --password hunter2 run', 'hunter2'],
    ['tool --api-key=abc123def', 'abc123def'],
    ['machine x login bob password hunter2', 'hunter2'],
    ["ALTER USER bob PASSWORD 'hunter2'", 'hunter2'],
    ['the password is hunter2.', 'hunter2'],
  ],
}

describe('what has the shape of a secret', () => {
  for (const [kind, cases] of Object.entries(secrets)) {
    it(`takes out ${kind}, once and for all`, () => {
      for (const [text, gone] of cases) {
        const result = redactor.redact(text)
        assert.ok(result.includes('[redacted]') && !result.includes(gone), `${text} → ${result}`)
        assert.equal(redactor.redact(result), result)
      }
    })
  }
})

const harmless: Record<string, readonly string[]> = {
  'hashes, ids and encoded data': [
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '550e8400-e29b-41d4-a716-446655440000',
    'GIT_COMMIT=3f786850e387550fdab836ed7e6dc881de23001b',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
    'https://docs.google.com/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz1234/edit',
    '"toolCallId":"toolu_01A09q90qw90lq917835lq9"',
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDK user@host',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----',
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN',
  ],
  prose: [
    'Basic authentication',
    'Bearer authentication is required',
    'The Authorization header must be set.',
    'Authorization: required',
    'password: must be at least 8 characters',
    '"password": "must be at least 8 characters"',
    'Forgot your password?',
    'Enter password: ',
    'The token: a thing you carry.',
    'Token count: 1200',
    '# pass 12\n# fail 0',
    'sk-learn-contrib-documentation-page-2',
    'usage: cli <token> <password>',
  ],
  'program text': [
    'const token = getToken()',
    'const secret = await loadSecret(name)',
    'password: string;',
    'token: string | null',
    'password: String!',
    'interface A { token: Token }',
    'def f(password: str, token: Optional[str]) -> None:',
    'f(token=token, api_key=self.api_key, password=password)',
    'password=os.environ["PASSWORD"]',
    'token: process.env.TOKEN,',
    'this.token = token;',
    'exports.exchangeX509Token = exchangeX509Token;',
    'function pbkdf2(password: Uint8Array, salt: Uint8Array): Uint8Array;',
    'scope.authorization = approvedAuthorization;',
    "console.log('password:', password);",
    'token = tokens[0]',
    'token => token.trim()',
    'if (password == "x") {',
    '"Authorization": `Bearer ${token}`',
    "headers['Authorization'] = 'Bearer ' + token",
    'const cookie = cookies.get("a")',
    '<input type="password" name="password" id="pw1">',
    'if (line.startsWith("-----BEGIN RSA PRIVATE KEY-----")) {',
    'sorted(x, key=len)',
    'src/components/MyBigButton/PrimaryButton2/index.ts',
  ],
  'references and placeholders': [
    'PASSWORD=$PASSWORD',
    'TOKEN=$(cat /run/secrets/x)',
    'password: ${{ secrets.PASSWORD }}',
    'password: <your password>',
    'api_key: YOUR_API_KEY',
    'Authorization: Bearer $TOKEN',
    'secret: /run/secrets/db_password',
    'secret: arn:aws:secretsmanager:us-east-1:123456789012:secret:x-AbCdEf',
    'SSH_KEY=/home/u/.ssh/id_rsa',
    'password: ********',
  ],
  'data that an agent works with': [
    '{"city":"Rome","celsius":21}',
    '{"nextPageToken":"CAUQAA1234567890abc"}',
    '"tokens": 1234, "max_tokens": 4096',
    '"token": "hello", "logprob": -0.1',
    '"key": "PROJ-1234"',
    '{"Key": "uploads/2024/01/img1234.png"}',
    'cache_key=v1-abc123-xyz',
    'PWD=/home/user/project1',
    'credentials: include',
    'docker run -u 1000:1000 -p 8080:80 nginx',
    'mkdir -p foo/bar',
    'https://example.com:8080/@scope/pkg',
    'git@github.com:org/repo.git',
  ],
}

describe('what only looks like a secret', () => {
  for (const [kind, texts] of Object.entries(harmless)) {
    it(`leaves ${kind} alone`, () => {
      for (const text of texts) assert.equal(redactor.redact(text), text)
    })
  }
})

describe('hostile texts', () => {
  const units = [
    'a',
    '=',
    '-----BEGIN',
    '-----BEGIN RSA PRIVATE KEY-----',
    'key=',
    'token:',
    'token="',
    '://a:',
    'sk-a-',
  ]
  const more = [
    'eyJ-',
    'ghp_aB3daB3daB3daB3daB3d/',
    'curl -u a:',
    'Cookie: a',
    '<token>',
    '\\',
    'password is ',
  ]
  const almost = [
    registered.slice(0, -1),
    't ',
    't\\n',
    'Authorization: Digest ',
    'Bearer ',
    '1//0',
    'A_B=Aa1Aa1Aa1Aa1Aa1',
  ]

  it('take time in proportion to their length', () => {
    for (const unit of [...units, ...more, ...almost]) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
      const before = process.threadCpuUsage()
      redactor.redact(text)
      const { user, system } = process.threadCpuUsage(before)
      const elapsed = (user + system) / 1000
      assert.ok(elapsed < 4000, `${JSON.stringify(unit)} took ${elapsed.toFixed(0)} ms`)
    }
  })

  it('are held back within bounds by a stream', () => {
    for (const unit of ['a', 'a\n', '-----BEGIN RSA PRIVATE KEY-----\n', 't\n', 'x\\\n', 'password=']) {
      const stream = redactor.stream()
      let shown = 0
      for (let pushed = 0; pushed < 400_000; pushed += 1000)
        shown += stream.push(unit.repeat(1000 / unit.length)).length
      assert.ok(shown > 0, unit)
      assert.ok(stream.flush().length <= 70_000, unit)
    }
  })
})
