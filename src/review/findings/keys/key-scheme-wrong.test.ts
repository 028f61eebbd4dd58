import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { keySchemeWrong } from './key-scheme-wrong.ts'

const key = `pr_test_${'d0c0'.repeat(8)}`
const basic = Buffer.from(`${key}:`).toString('base64')

/** Sends a request that is refused with these headers. Returns how often the finding is reported. */
function countReports(requestHeaders: readonly string[], errorCode = 'AUTH.KEY.INVALID'): number {
  const history = openReviewHistory(keySchemeWrong)
  history.exchange({ key: null, status: 401, errorCode, requestHeaders })
  return history.count
}

describe('KEY-SCHEME-WRONG', () => {
  it.each([key, `Token ${key}`, `Bearer Bearer ${key}`, `Bearer "${key}"`, `Basic ${basic}`])(
    'the review reports the header Authorization: %s',
    (authorization) => expect(countReports(['Authorization', authorization])).toBe(1),
  )

  it('the review reports a key in the header X-Api-Key', () => {
    expect(countReports(['X-Api-Key', key], 'AUTH.KEY.MISSING')).toBe(1)
  })

  it('the review does not report a Bearer key that is unknown, incomplete or too long', () => {
    expect(countReports(['Authorization', `Bearer ${key}`])).toBe(0)
    expect(countReports(['authorization', `bearer ${key.slice(0, -1)}`])).toBe(0)
    expect(countReports(['Authorization', `Bearer ${key}0`])).toBe(0)
  })

  it('the review does not report a request without any key, as monitors send it', () => {
    expect(countReports([], 'AUTH.KEY.MISSING')).toBe(0)
    expect(countReports(['X-Api-Key', 'of another service'], 'AUTH.KEY.MISSING')).toBe(0)
  })

  it('the review does not report Basic authorization with a user name and password', () => {
    expect(countReports(['Authorization', `Basic ${Buffer.from('user:secret').toString('base64')}`])).toBe(0)
  })

  it('the review does not report a successful request that has its key also in the header X-Api-Key', () => {
    const history = openReviewHistory(keySchemeWrong)
    history.exchange({ requestHeaders: ['Authorization', `Bearer ${key}`, 'X-Api-Key', key] })
    expect(history.count).toBe(0)
  })
})
