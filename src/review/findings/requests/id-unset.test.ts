import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { idUnset } from './id-unset.ts'

describe('ID-UNSET', () => {
  it.each(['undefined', 'null', 'NaN', 'None', '%5Bobject%20Object%5D', '{id}', ':id'])(
    'the review reports the id %s in a path',
    (resource) => {
      const history = openReviewHistory(idUnset)
      history.exchange({ operation: 'getLabel', resource, status: 404, errorCode: 'LABEL.NOT_FOUND' })
      expect([history.count, history.requests]).toEqual([1, ['req_1']])
    },
  )

  it('the review reports the text undefined as the rate id of a refused purchase', () => {
    const history = openReviewHistory(idUnset)
    const request = { rate_id: 'undefined' }
    history.exchange({ operation: 'buyLabel', request, status: 404, errorCode: 'RATE.NOT_FOUND' })
    expect(history.count).toBe(1)
  })

  it('the review reports the text undefined as the rate id of batch items once, even if the batch was created', () => {
    const history = openReviewHistory(idUnset)
    const request = { items: [{ rate_id: 'rate_1' }, { rate_id: 'undefined' }, { rate_id: 'undefined' }] }
    history.exchange({ operation: 'createBatch', request })
    history.exchange({ operation: 'createBatch', request, status: 422 })
    expect([history.count, history.requests]).toEqual([2, ['req_1', 'req_2']])
  })

  it('the review does not report a batch whose items have other rate ids or none, or that has no items', () => {
    const history = openReviewHistory(idUnset)
    for (const items of [[{ rate_id: 'rate_none' }, { rate_id: null }, {}, 'undefined'], 'undefined', null])
      history.exchange({ operation: 'createBatch', request: { items } })
    history.exchange({ operation: 'createBatch', status: 422 })
    expect(history.count).toBe(0)
  })

  it('the review does not report an id in a path that is only unknown or mistyped', () => {
    const history = openReviewHistory(idUnset)
    history.exchange({ operation: 'getLabel', resource: 'lbl_nullable', status: 404 })
    history.exchange({ operation: 'getLabel', resource: '%', status: 404 })
    expect(history.count).toBe(0)
  })

  it('the review does not report JSON null as a rate id, which the service refuses as a missing field', () => {
    const history = openReviewHistory(idUnset)
    history.exchange({ operation: 'buyLabel', request: { rate_id: null }, status: 422 })
    expect(history.count).toBe(0)
  })
})
