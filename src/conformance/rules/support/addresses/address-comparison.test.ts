import { describe, expect, it } from 'vitest'
import { isSameCountry, isSameName, isSamePhone, isSameState, isSameStreet } from './address-comparison.ts'

describe('isSameName, isSameStreet, isSameState and isSameCountry', () => {
  it.each([
    ['name', isSameName, 'ROBIN SAMPLE', 'Robin Sample', true],
    ['name', isSameName, 'Robin Hood', 'Robin Sample', false],
    ['name', isSameName, 'BO LI', 'Bo Li', true],
    ['name', isSameName, 'JUERGEN SAMPLE', 'Jürgen Sample', true],
    ['street', isSameStreet, '350 Fifth Avenue', '350 5th Ave', true],
    ['street', isSameStreet, '350 Main Ave', '350 5th Ave', false],
    ['street', isSameStreet, '3500 5th Ave', '350 5th Ave', false],
    ['street', isSameStreet, '233 SOUTH WACKER DR STE 4400', '233 S Wacker Dr Suite 4400', true],
    ['street', isSameStreet, 'MAIN STREET', 'Main St', true],
    ['street', isSameStreet, '?', '350 5th Ave', false],
    ['state', isSameState, 'New York', 'NY', true],
    ['state', isSameState, 'US-NY', 'NY', true],
    ['state', isSameState, 'Nevada', 'NY', false],
    ['state', isSameState, 'British Columbia', 'BC', true],
    ['country', isSameCountry, 'United States of America', 'US', true],
    ['country', isSameCountry, 'us', 'USA', true],
    ['country', isSameCountry, 'Uganda', 'US', false],
    ['country', isSameCountry, 'DEU', 'DE', true],
    ['country', isSameCountry, 'Germany', 'DE', true],
    ['country', isSameCountry, 'Canada', 'US', false],
    ['phone', isSamePhone, '+1 (512) 555-0100', '512.555.0100', true],
    ['phone', isSamePhone, '5125550100', '+1 512 555 0100 x12', true],
    ['phone', isSamePhone, '+1 512 555 0199', '512.555.0100', false],
  ] as const)(
    'the comparison of addresses accepts a shown %s in another spelling, and refuses another value',
    (_, isSame, shown, given, expected) => {
      expect([shown, given, isSame(shown, given)]).toEqual([shown, given, expected])
    },
  )
})
