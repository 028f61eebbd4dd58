import { expect, test } from 'vitest'
import { formatTrackingNumber } from './tracking-groups.ts'

test.each([
  ['a postal number in fours', '9205590100000000000007', '9205 5901 0000 0000 0000 07'],
  ['a sandbox number in fours', '9999012345678901234563', '9999 0123 4567 8901 2345 63'],
  ['a UPS number by shipper, service and package', '1Z999AA10123456784', '1Z 999 AA1 01 2345 6784'],
  ['a FedEx number in fours', '794644790132', '7946 4479 0132'],
  ['a DHL Express waybill as 2, 4 and 4', '1234567895', '12 3456 7895'],
  ['an international postal number in threes', 'LZ123456785US', 'LZ 123 456 785 US'],
  ['a DHL eCommerce number in fours', 'GM6051149234567', 'GM60 5114 9234 567'],
])('formatTrackingNumber prints a tracking number in groups: %s', (_, number, printed) => {
  expect(formatTrackingNumber(number)).toBe(printed)
})
