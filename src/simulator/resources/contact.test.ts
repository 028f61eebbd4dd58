import { beforeAll, expect, it } from 'vitest'
import countries from '../../../fixtures/geography/countries.json' with { type: 'json' }
import phones from '../../../fixtures/geography/phones.json' with { type: 'json' }
import { findContact, loadContacts } from './contact.ts'

beforeAll(() => loadContacts())

const ids = Array.from({ length: 256 }, (_, index) => `shp_${index.toString(16).padStart(2, '0').repeat(2)}`)
const listPhones = (country: string) => ids.map((id) => findContact(id, 'to', country).phone)

/** Countries and territories of the North American numbering plan, whose calling code is 1. */
const northAmerican = 'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT UM US VC VG VI'.split(
  ' ',
)

it('a made-up phone number has the calling code of its country, for every country', () => {
  expect(Object.keys(phones.numbers).sort()).toEqual(countries.map(({ code }) => code).sort())
  for (const { code } of countries) {
    for (const phone of listPhones(code)) {
      expect([code, phone]).toEqual([code, expect.stringMatching(/^\+[1-9]\d{6,14}$/)])
      expect([code, phone.startsWith('+1')]).toEqual([code, northAmerican.includes(code)])
    }
  }
  const prefixes = { DE: '+49', GB: '+44', JP: '+81', FR: '+33', MX: '+52', IN: '+91', AU: '+61', BR: '+55' }
  for (const [code, prefix] of Object.entries(prefixes))
    for (const phone of listPhones(code)) expect(phone.slice(0, prefix.length)).toBe(prefix)
})

it('a made-up US phone number has a real area code and a fictional number', () => {
  // In North America, no real area code has the form N9X, X11, 37X or 96X, and none is 555.
  for (const country of ['US', 'us ', 'CA', 'XX']) {
    for (const phone of listPhones(country)) {
      expect(phone).toMatch(/^\+1[2-9](?!11|9\d)\d{2}55501\d{2}$/)
      expect(phone).not.toMatch(/^\+1(37|96|555)/)
    }
  }
  expect(new Set(listPhones('US')).size).toBeGreaterThan(200)
})

it('made-up phones and emails are the same at every read, and differ between sender and recipient', () => {
  const id = 'shp_000000000000000000004a7f'
  expect(findContact(id, 'to', 'DE')).toEqual(findContact(id, 'to', 'DE'))
  expect(findContact(id, 'from', 'DE')).not.toEqual(findContact(id, 'to', 'DE'))
})
