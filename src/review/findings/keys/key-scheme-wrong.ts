import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'
import { keyPattern } from './key-in-url.ts'

const bearerKey = /^bearer pr_(?:live|test)_[0-9a-f]{32}$/i

/** The headers in which other services expect a key. */
const otherHeaders = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token'] as const

export const keySchemeWrong: Finding = {
  id: 'KEY-SCHEME-WRONG',
  severity: 'error',
  title: 'The client sent its API key in another form than Authorization: Bearer.',
  means:
    'The service responded with 401, because the key came with another scheme or with none, between other characters, or in a ' +
    'header such as X-Api-Key. The service cannot know the account, so the review of the default account has these requests.',
  advice: 'Send the header Authorization with the word Bearer, one space and the key.',
  why: 'The service refuses each such request.',
  createWatcher: (report) => ({
    successes: [],
    observeExchange(exchange) {
      const { errorCode, fault, id } = exchange
      if (errorCode !== 'AUTH.KEY.MISSING' && errorCode !== 'AUTH.KEY.INVALID') return
      if (fault === null && hasMisplacedKey(exchange)) report(id)
    },
  }),
}

function hasMisplacedKey(exchange: Exchange): boolean {
  const authorization = exchange.requestHeader('authorization')?.trim() ?? ''
  if (authorization === '')
    return otherHeaders.some((name) => keyPattern.test(exchange.requestHeader(name) ?? ''))
  if (bearerKey.test(authorization)) return false
  if (keyPattern.test(authorization)) return true
  const basic = /^basic (\S+)$/i.exec(authorization)?.[1]
  return basic !== undefined && keyPattern.test(Buffer.from(basic, 'base64').toString('latin1'))
}
