/** How search services refuse, as they publish it, and what is told of that. */

export interface Refused {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
  readonly code: string
  readonly message: RegExp
}

const later = { 'retry-after': '120' }

const brave: readonly Refused[] = [
  {
    status: 422,
    body: {
      type: 'ErrorResponse',
      error: {
        id: '1',
        status: 422,
        code: 'SUBSCRIPTION_TOKEN_INVALID',
        detail: 'The provided subscription token is invalid.',
        meta: { component: 'authentication' },
      },
    },
    code: 'unavailable',
    message: /refuses the key in BRAVE_API_KEY .*token is invalid/,
  },
  {
    status: 422,
    body: {
      type: 'ErrorResponse',
      error: { code: 'VALIDATION', status: 422, detail: 'Unable to validate request parameter(s)' },
    },
    code: 'tool_failed',
    message: /Unable to validate.* leave out country/,
  },
  {
    status: 429,
    body: {
      type: 'ErrorResponse',
      error: { code: 'RATE_LIMITED', status: 429, detail: 'Request rate limit exceeded for plan.' },
    },
    headers: { 'x-ratelimit-remaining': '1, 0', 'x-ratelimit-reset': '1, 1419704' },
    code: 'rate_limited',
    message: /takes no more searches.*1419704 s/,
  },
]

const searxng: readonly Refused[] = [
  { status: 403, body: {}, code: 'tool_failed', message: /search\.formats in its settings\.yml/ },
  { status: 429, body: {}, headers: later, code: 'rate_limited', message: /limiter/ },
]

const tavily: readonly Refused[] = [
  {
    status: 401,
    body: { detail: { error: 'Unauthorized: missing or invalid API key.' } },
    code: 'unavailable',
    message: /refuses the key in TAVILY_API_KEY .*invalid API key/,
  },
  {
    status: 432,
    body: { detail: { error: "This request exceeds your plan's set usage limit." } },
    code: 'unavailable',
    message: /quota of the key in TAVILY_API_KEY is used up/,
  },
  {
    status: 433,
    body: { detail: { error: 'This request exceeds the pay-as-you-go limit.' } },
    code: 'unavailable',
    message: /TAVILY_API_KEY is used up/,
  },
  {
    status: 429,
    body: { detail: { error: 'Your request has been blocked due to excessive requests.' } },
    headers: later,
    code: 'rate_limited',
    message: /excessive requests.* Wait 120 s/,
  },
]

const exa: readonly Refused[] = [
  {
    status: 401,
    body: { requestId: 'r', error: 'Invalid API key', tag: 'INVALID_API_KEY' },
    code: 'unavailable',
    message: /refuses the key in EXA_API_KEY .*Invalid API key/,
  },
  {
    status: 402,
    body: { requestId: 'r', error: 'You have exceeded your credits limit.', tag: 'NO_MORE_CREDITS' },
    code: 'unavailable',
    message: /EXA_API_KEY is used up/,
  },
  {
    status: 429,
    body: { error: 'You have exceeded the rate limit.' },
    headers: later,
    code: 'rate_limited',
    message: /exceeded the rate limit/,
  },
]

const serper: readonly Refused[] = [
  {
    status: 403,
    body: { message: 'Unauthorized.', statusCode: 403 },
    code: 'unavailable',
    message: /refuses the key in SERPER_API_KEY/,
  },
  {
    status: 400,
    body: { message: 'Not enough credits', statusCode: 400 },
    code: 'unavailable',
    message: /SERPER_API_KEY is used up/,
  },
  {
    status: 429,
    body: { message: 'Too many requests' },
    headers: later,
    code: 'rate_limited',
    message: /Too many/,
  },
]

const bocha: readonly Refused[] = [
  {
    status: 401,
    body: { code: '401', message: 'Invalid API KEY', log_id: 'c66aac17eab1bb7e' },
    code: 'unavailable',
    message: /refuses the key in BOCHA_API_KEY .*Invalid API KEY/,
  },
  {
    status: 403,
    body: { code: '403', message: 'You do not have enough money', log_id: 'c66aac17eab1bb7e' },
    code: 'unavailable',
    message: /BOCHA_API_KEY is used up/,
  },
  {
    status: 200,
    body: { code: '403', message: 'You do not have enough money', log_id: 'c66aac17eab1bb7e' },
    code: 'unavailable',
    message: /BOCHA_API_KEY is used up/,
  },
  {
    status: 429,
    body: { code: '429', message: 'You have reached the request limit', log_id: 'c66aac17eab1bb7e' },
    headers: later,
    code: 'rate_limited',
    message: /reached the request limit/,
  },
]

export const refusals = { brave, searxng, tavily, exa, serper, bocha }
