import { expect } from 'vitest'
import { type Account, buyCheapestLabel, expectBody, requestRates } from '../support/account.ts'
import { batchItem, ratesBody, recipient, sender } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { validation } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function validateAddress(account: Account, changes: Readonly<Record<string, unknown>> = {}) {
  return account.call('POST /v1/addresses/validate', { ...recipient, ...changes })
}

choiceTest(
  [18],
  'a validated address is returned as the carrier would print it, and marked as residential or not',
  async ({ account }) => {
    const untidy = {
      name: 'Ada Carver',
      street1: '  2211  oak street ',
      city: 'austin',
      state: 'tx',
      zip: '78704',
      country: 'us',
    }
    const answer = expectBody(await account.call('POST /v1/addresses/validate', untidy), 200, validation)
    expect(answer).toMatchObject({
      valid: true,
      residential: true,
      address: { street1: '2211 OAK ST', street2: null, city: 'AUSTIN', state: 'TX', country: 'US' },
    })
    expect(answer.address.zip).toMatch(/^78704(-\d{4})?$/)
    expect(answer.address.name).toMatch(/^ada carver$/i)
  },
)

choiceTest(
  [17],
  'address validation requires street1, city, state, zip and country, but no name',
  async ({ account }) => {
    for (const field of ['street1', 'city', 'state', 'zip', 'country']) {
      const error = expectError(
        await validateAddress(account, { [field]: undefined }),
        'VALIDATION.FIELD.REQUIRED',
      )
      expect(error.field).toBe(field)
      for (const unset of [null, '', '  '])
        expectError(await validateAddress(account, { [field]: unset }), 'VALIDATION.FIELD.REQUIRED')
    }
    const nameless = expectBody(await validateAddress(account, { name: undefined }), 200, validation)
    expect(nameless.address.name).toBeNull()
    const withSuite = await validateAddress(account, {
      street2: 'Apt 4',
      company: '',
      phone: '+15125550100',
      email: 'a@example.com',
    })
    expect(expectBody(withSuite, 200, validation).address.street2).toBe('APT 4')
  },
)

choiceTest(
  [19],
  'address validation refuses an address that no carrier can deliver to',
  async ({ account }) => {
    const undeliverable = [
      { state: 'ZZ' },
      { zip: '7870' },
      { zip: '787045' },
      { zip: 'ABCDE' },
      { zip: '78704-12' },
      { zip: '10118' },
      { country: 'ZZ' },
      { country: 'Nowhere' },
      { name: 'sim:ADDRESS.VALIDATION.FAILED' },
    ]
    for (const changes of undeliverable) {
      const answer = await validateAddress(account, changes)
      expect([changes, answer.status]).toEqual([changes, 422])
      expectError(answer, 'ADDRESS.VALIDATION.FAILED')
    }
    expectBody(await validateAddress(account, { zip: '78704-1234' }), 200, validation)
    expectBody(
      await validateAddress(account, { city: 'Lyon', state: 'ARA', zip: '69001', country: 'FR' }),
      200,
      validation,
    )
  },
)

choiceTest(
  [20],
  'an address whose street has no house number is ambiguous, and the response suggests several houses',
  async ({ account }) => {
    for (const changes of [
      { street1: 'Oak Street' },
      { street1: 'Oak Street 4 sim:ADDRESS.VALIDATION.AMBIGUOUS' },
    ]) {
      const error = expectError(await validateAddress(account, changes), 'ADDRESS.VALIDATION.AMBIGUOUS')
      const offered = error.suggestions ?? []
      expect(offered.length).toBeGreaterThan(1)
      expect(new Set(offered.map(({ street1 }) => street1)).size).toBe(offered.length)
      for (const suggestion of offered) {
        expectBody(await account.call('POST /v1/addresses/validate', suggestion), 200, validation)
      }
    }
    for (const street1 of ['PO Box 12', 'RR 2 Box 18'])
      expectBody(await validateAddress(account, { street1 }), 200, validation)
  },
)

choiceTest([17], 'rates and batch items require a name in both addresses', async ({ account }) => {
  const parcel = { weight_oz: 16, length: 6, width: 6, height: 6 }
  for (const side of ['from_address', 'to_address']) {
    for (const field of ['name', 'street1', 'city', 'state', 'zip', 'country']) {
      const whole = { from_address: sender, to_address: recipient, parcel }
      const body = { ...whole, [side]: { ...recipient, [field]: undefined } }
      const error = expectError(await account.call('POST /v1/rates', body), 'VALIDATION.FIELD.REQUIRED')
      expect(error.field).toBe(`${side}.${field}`)
    }
    const items = [batchItem({ [side]: { ...recipient, name: undefined } })]
    const error = expectError(await account.call('POST /v1/batches', { items }), 'VALIDATION.FIELD.REQUIRED')
    expect(error.field).toBe(`items[0].${side}.name`)
  }
})

choiceTest(
  [17],
  'a state is required only in an address of a country that has states',
  async ({ account }) => {
    const unset = [undefined, null, '', ' ']
    for (const state of unset) {
      for (const country of ['US', 'CA', 'AU', 'BR', 'MX', 'IN']) {
        const error = expectError(
          await validateAddress(account, { state, country }),
          'VALIDATION.FIELD.REQUIRED',
        )
        expect(error.field).toBe('state')
      }
      const london = { street1: '221B Baker Street', city: 'London', state, zip: 'NW1 6XE', country: 'GB' }
      expect(expectBody(await validateAddress(account, london), 200, validation).address.state).toBe('')
    }
    const berlin = {
      ...recipient,
      street1: 'Hauptstr. 5',
      city: 'Berlin',
      state: undefined,
      zip: '10115',
      country: 'DE',
    }
    const { to_address } = await buyCheapestLabel(account, { to_address: berlin })
    expect(to_address).toMatchObject({ city: 'Berlin', state: '', country: 'DE' })
    const error = expectError(
      await account.call('POST /v1/rates', ratesBody({ to_address: { ...berlin, country: 'US' } })),
      'VALIDATION.FIELD.REQUIRED',
    )
    expect(error.field).toBe('to_address.state')
  },
)

choiceTest([20], 'an address outside the United States needs no house number', async ({ account }) => {
  const abroad = { city: 'Wien', state: undefined, zip: '1010', country: 'AT' }
  expectBody(await validateAddress(account, { ...abroad, street1: 'Am Hof' }), 200, validation)
  expectError(await validateAddress(account, { street1: 'Oak Street' }), 'ADDRESS.VALIDATION.AMBIGUOUS')
  const magic = { ...abroad, street1: 'Am Hof sim:ADDRESS.VALIDATION.AMBIGUOUS' }
  expectError(await validateAddress(account, magic), 'ADDRESS.VALIDATION.AMBIGUOUS')
})

choiceTest([18], 'an address and its validated form get the same rates', async ({ account }) => {
  const contact = { company: ' Carver & Co. ', phone: ' 512 555 0100', email: 'Ada@Example.com' }
  const homes = [{}, contact, { company: 'Carver', street2: 'Apt 4' }, { street2: 'P.O. Box 9' }]
  const found = []
  for (const changes of homes) {
    const sent = { ...recipient, ...changes }
    const { residential, address } = expectBody(await validateAddress(account, changes), 200, validation)
    expect(address).toMatchObject({ ...('company' in changes && { company: changes.company }) })
    expect(Object.keys(address).includes('company')).toBe('company' in changes)
    const before = await requestRates(account, { to_address: sent })
    const after = await requestRates(account, { to_address: address })
    const listPrices = (rates: typeof before) =>
      rates.map(({ carrier, service, rate_cents }) => [carrier, service, rate_cents])
    expect(listPrices(after)).toEqual(listPrices(before))
    expect(expectBody(await validateAddress(account, address), 200, validation)).toEqual({
      valid: true,
      residential,
      address,
    })
    found.push(residential)
  }
  expect(found).toEqual([true, false, false, false])
  const { address } = expectBody(await validateAddress(account, contact), 200, validation)
  expect(address).toMatchObject(contact)
})

choiceTest(
  [20],
  'a suggested address keeps the company, phone number and email address of the request',
  async ({ account }) => {
    const contact = { company: 'Carver & Co', phone: '+15125550100', email: 'a@example.com' }
    const answer = await validateAddress(account, { ...contact, street1: 'Oak Street' })
    const { suggestions } = expectError(answer, 'ADDRESS.VALIDATION.AMBIGUOUS')
    for (const suggestion of suggestions ?? []) expect(suggestion).toMatchObject(contact)
    expect(suggestions?.length).toBeGreaterThan(1)
  },
)
