import { describe, expect, it } from 'vitest'
import { openReviewHistory } from '../../../../test/support/review-history.ts'
import { bodyFieldUnknown } from './body-field-unknown.ts'

const address = { name: 'A', street1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' }
const parcel = { weight_oz: 16, length: 9, width: 6, height: 2 }
const rates = { from_address: address, to_address: address, parcel }

describe('BODY-FIELD-UNKNOWN', () => {
  it('the review reports a misspelt field and names the field that was probably meant', () => {
    const history = openReviewHistory(bodyFieldUnknown)
    const { weight_oz: weigth_oz, ...size } = parcel
    history.exchange({ request: { ...rates, parcel: { ...size, weigth_oz } }, status: 422 })
    expect([history.count, history.requests]).toEqual([1, ['req_1']])
    expect(history.details).toEqual(['`parcel.weigth_oz` is ignored. Did you mean weight_oz?'])
  })

  it('the review reports a field that the service does not have, in each operation with a body', () => {
    const history = openReviewHistory(bodyFieldUnknown)
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1', label_format: 'ZPL' } })
    history.exchange({
      operation: 'registerTracker',
      request: { tracking_number: '1', carrier: 'UPS', notify: true },
    })
    const item = { ...rates, carrier: 'UPS', service: 'Ground', rate_cents: 1, insurance: 5 }
    history.exchange({ operation: 'createBatch', request: { items: [item, item] } })
    expect(history.requests).toEqual(['req_1', 'req_2', 'req_3'])
    expect(history.details).toEqual([
      '`label_format` is ignored.',
      '`notify` is ignored.',
      '`items[].insurance` is ignored.',
    ])
  })

  it('the review reports a misspelt field of an address if the address lacks the correct field', () => {
    const history = openReviewHistory(bodyFieldUnknown)
    const { street1: streeet1, ...rest } = address
    history.exchange({ operation: 'validateAddress', request: { ...rest, streeet1, e_mail: 'a@b.example' } })
    expect(history.details).toEqual([
      '`streeet1` is ignored. Did you mean street1?',
      '`e_mail` is ignored. Did you mean email?',
    ])
  })

  it.each([
    ['Street2', 'street2'],
    ['street_2', 'street2'],
    ['steet2', 'street2'],
    ['emial', 'email'],
    ['compny', 'company'],
  ])('the review reports %s in an address without %s', (name, field) => {
    const history = openReviewHistory(bodyFieldUnknown)
    history.exchange({ operation: 'validateAddress', request: { ...address, [name]: 'x' } })
    expect(history.details).toEqual([`\`${name}\` is ignored. Did you mean ${field}?`])
    const both = { ...address, [name]: 'x', [field]: 'y' }
    history.exchange({ operation: 'validateAddress', request: both })
    expect(history.count).toBe(1)
  })

  it.each(['county', 'estate', 'fname', 'lname', 'phone2', 'street3', 'zip4', 'zap', 'address2', 'emails'])(
    'the review does not report the field %s of an address, which may be a real field and not a misspelling',
    (name) => {
      const history = openReviewHistory(bodyFieldUnknown)
      const { country: _, state: _state, name: _name, zip: _zip, ...rest } = address
      history.exchange({ operation: 'validateAddress', request: { ...rest, [name]: 'x' }, status: 422 })
      expect(history.count).toBe(0)
    },
  )

  it('the review does not report known fields, not even optional fields of addresses', () => {
    const history = openReviewHistory(bodyFieldUnknown)
    const full = { ...address, street2: 'Apt 2', company: 'C', phone: '5', email: 'a@b.example' }
    history.exchange({ request: { from_address: full, to_address: full, parcel } })
    history.exchange({ operation: 'buyLabel', request: { rate_id: 'rate_1' } })
    expect(history.count).toBe(0)
  })

  it('the review does not report the further fields of an address that a client copied from a response', () => {
    const history = openReviewHistory(bodyFieldUnknown)
    const returned = { ...address, street: address.street1, residential: true, plus4: '1234' }
    history.exchange({ request: { ...rates, to_address: returned } })
    expect(history.count).toBe(0)
  })

  it('the review does not report a body that is a list, a text or too large', () => {
    const history = openReviewHistory(bodyFieldUnknown)
    for (const request of [[rates], 'rates', { padding: 'x'.repeat(17_000) }]) history.exchange({ request })
    expect(history.count).toBe(0)
  })
})
