import { expect } from 'vitest'
import { type Account, read } from '../support/account.ts'
import { batchItem, recipient, sender } from '../support/parcels.ts'
import { validation } from '../support/wire.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

async function validate(account: Account, changes: Readonly<Record<string, unknown>> = {}) {
  return account.call('POST /v1/addresses/validate', { ...recipient, ...changes })
}

rowTest(
  [
    'endpoint:POST /v1/addresses/validate',
    'rule:1',
    'choice:18',
    'address:name',
    'address:street1',
    'address:city',
    'address:state',
    'address:zip',
    'address:country',
  ],
  'a good address comes back as the carrier would print it, with its kind',
  async ({ account }) => {
    const untidy = {
      name: 'Ada Carver',
      street1: '  2211  oak street ',
      city: 'austin',
      state: 'tx',
      zip: '78704',
      country: 'us',
    }
    const answer = read(await account.call('POST /v1/addresses/validate', untidy), 200, validation)
    expect(answer).toMatchObject({
      valid: true,
      residential: true,
      address: { street1: '2211 OAK ST', street2: null, city: 'AUSTIN', state: 'TX', country: 'US' },
    })
    expect(answer.address.zip).toMatch(/^78704(-\d{4})?$/)
    expect(answer.address.name).toMatch(/^ada carver$/i)
  },
)

rowTest(
  ['endpoint:POST /v1/addresses/validate', 'rule:1'],
  'a place of business is told from a home',
  async ({ account }) => {
    const home = read(await validate(account), 200, validation)
    const office = read(
      await validate(account, { name: 'Carver Works LLC', street1: '2211 Oak Street Suite 300' }),
      200,
      validation,
    )
    expect([home.residential, office.residential]).toEqual([true, false])
  },
)

rowTest(
  ['choice:17', 'error:VALIDATION.FIELD.REQUIRED'],
  'street1, city, state, zip and country are required, the name is not',
  async ({ account }) => {
    for (const field of ['street1', 'city', 'state', 'zip', 'country']) {
      const error = refusal(await validate(account, { [field]: undefined }), 'VALIDATION.FIELD.REQUIRED')
      expect(error.field).toBe(field)
      refusal(await validate(account, { [field]: '  ' }), 'VALIDATION.FIELD.INVALID')
    }
    const nameless = read(await validate(account, { name: undefined }), 200, validation)
    expect(nameless.address.name).toBeNull()
    const withSuite = await validate(account, {
      street2: 'Apt 4',
      company: '',
      phone: '+15125550100',
      email: 'a@example.com',
    })
    expect(read(withSuite, 200, validation).address.street2).toBe('APT 4')
  },
)

rowTest(
  ['error:ADDRESS.VALIDATION.FAILED', 'rule:1', 'choice:19'],
  'what no carrier could deliver to is refused',
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
      const answer = await validate(account, changes)
      expect([changes, answer.status]).toEqual([changes, 422])
      refusal(answer, 'ADDRESS.VALIDATION.FAILED')
    }
    read(await validate(account, { zip: '78704-1234' }), 200, validation)
    read(
      await validate(account, { city: 'Lyon', state: 'ARA', zip: '69001', country: 'FR' }),
      200,
      validation,
    )
  },
)

rowTest(
  ['error:ADDRESS.VALIDATION.AMBIGUOUS', 'rule:1', 'choice:20', 'extra-error-field:suggestions'],
  'a street without a house number could be several houses, and they are suggested',
  async ({ account }) => {
    for (const changes of [
      { street1: 'Oak Street' },
      { street1: 'Oak Street 4 sim:ADDRESS.VALIDATION.AMBIGUOUS' },
    ]) {
      const error = refusal(await validate(account, changes), 'ADDRESS.VALIDATION.AMBIGUOUS')
      const offered = error.suggestions ?? []
      expect(offered.length).toBeGreaterThan(1)
      expect(new Set(offered.map(({ street1 }) => street1)).size).toBe(offered.length)
      for (const suggestion of offered) {
        read(await account.call('POST /v1/addresses/validate', suggestion), 200, validation)
      }
    }
    for (const street1 of ['PO Box 12', 'RR 2 Box 18'])
      read(await validate(account, { street1 }), 200, validation)
  },
)

rowTest(
  ['error:ADDRESS.VALIDATION.SERVICE_ERROR', 'rule:1'],
  'while the validation service is down, nothing is said of the address',
  async ({ account }) => {
    await account.control('POST /faults', { target: 'address_validation', mode: 'down', times: 2 })
    refusal(await validate(account), 'ADDRESS.VALIDATION.SERVICE_ERROR')
    refusal(await validate(account, { zip: '00000' }), 'ADDRESS.VALIDATION.SERVICE_ERROR')
    read(await validate(account), 200, validation)
    refusal(
      await validate(account, { name: 'sim:ADDRESS.VALIDATION.SERVICE_ERROR' }),
      'ADDRESS.VALIDATION.SERVICE_ERROR',
    )
  },
)

rowTest(
  [
    'choice:17',
    'address:name',
    'address:street1',
    'address:city',
    'address:state',
    'address:zip',
    'address:country',
  ],
  'rates and batch items ask for the name, too, in both addresses',
  async ({ account }) => {
    const parcel = { weight_oz: 16, length: 6, width: 6, height: 6 }
    for (const side of ['from_address', 'to_address']) {
      for (const field of ['name', 'street1', 'city', 'state', 'zip', 'country']) {
        const whole = { from_address: sender, to_address: recipient, parcel }
        const body = { ...whole, [side]: { ...recipient, [field]: undefined } }
        const error = refusal(await account.call('POST /v1/rates', body), 'VALIDATION.FIELD.REQUIRED')
        expect(error.field).toBe(`${side}.${field}`)
      }
      const items = [batchItem({ [side]: { ...recipient, name: undefined } })]
      const error = refusal(await account.call('POST /v1/batches', { items }), 'VALIDATION.FIELD.REQUIRED')
      expect(error.field).toBe(`items[0].${side}.name`)
    }
  },
)
