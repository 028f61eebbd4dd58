import { describe, expect, it } from 'vitest'
import { recipient } from '../../../test/support/simulator/world.ts'
import { carrierModes } from '../faults/targets/carrier.ts'
import { ApiError } from '../specification/errors.ts'
import { findRequestedCode, magicCodes, readMagic } from './magic.ts'

const read = (words: { readonly name?: string; readonly street1?: string }) =>
  readMagic({ ...recipient, ...words }, 'to_address.')

function readRefusal(words: Parameters<typeof read>[0]): ApiError {
  try {
    read(words)
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('the magic was taken')
}

const everyCode = [...magicCodes.validation, ...magicCodes.rates, ...magicCodes.purchase]

describe('magic words in an address', () => {
  it('an address without sim: contains no magic word', () => {
    expect(read({})).toEqual({ codes: [], carriers: [] })
    const { name: _, ...nameless } = recipient
    expect(readMagic(nameless, '')).toEqual({ codes: [], carriers: [] })
  })

  it.each([
    'Sim Carrier',
    '1 simple: street',
    'Maksim: 2nd floor',
    'Jasim: Bakery',
    'sim: shop',
    'sim:',
    'sim:carrier',
    'Maksim:RATE.EXPIRED',
    'Ko\u0301sim:RATE.EXPIRED',
    'x1sim:carrier=UPS:down',
    'a_sim:RATE.EXPIRED',
    "O'sim:RATE.EXPIRED",
    'O’sim:RATE.EXPIRED',
    'Jo"sim:carrier=UPS:down',
    'Jo”sim:RATE.EXPIRED',
    "d''sim:RATE.EXPIRED",
    'sim:NONSENSE',
    'sim:rate.expired',
    'sim:RATE.EXPIRED.SOON',
    'sim:RATE.EXPIREDé',
    'sim:RATE.EXPIRED_1',
    'sim:(RATE.EXPIRED)',
    'SIM:RATE.EXPIRED',
    'sim:RATE.EXPIRATION',
  ])('the name %j contains no magic word', (words) => {
    expect(read({ name: words, street1: words })).toEqual({ codes: [], carriers: [] })
  })

  it.each(everyCode)('the magic word sim:%s is found in name or street1, among other words', (code) => {
    expect(read({ name: `Ada sim:${code} Lovelace` }).codes).toEqual([code])
    expect(read({ street1: `1 Main St, sim:${code}` }).codes).toEqual([code])
  })

  it('magic words can request error codes of address validation, rates and purchase', () => {
    expect(everyCode).toHaveLength(16)
    expect(new Set(everyCode.map((code) => code.split('.')[0]))).toEqual(
      new Set(['ADDRESS', 'RATE', 'LABEL', 'WALLET', 'CARRIER']),
    )
  })

  it('an address may contain several magic words, which all take effect', () => {
    expect(read({ name: 'sim:RATE.EXPIRED sim:carrier=UPS:down;sim:carrier=*:slow' })).toEqual({
      codes: ['RATE.EXPIRED'],
      carriers: [
        { carrier: 'UPS', mode: 'down' },
        { carrier: '*', mode: 'slow' },
      ],
    })
  })

  it.each([
    '(%)',
    '"%"',
    "'%'",
    '“%”',
    'Ada "%"',
    'Jo "\'%\'"',
    '%.',
    '<%>',
    '[%],',
    '%/x',
    '%-x',
    '%!',
    '%:',
    '…%…',
  ])('a magic word is found between other characters: %j', (sentence) => {
    const codes = read({ name: sentence.replace('%', 'sim:LABEL.WEIGHT.EXCEEDED') }).codes
    expect(codes).toEqual(['LABEL.WEIGHT.EXCEEDED'])
    const { carriers } = read({ street1: sentence.replace('%', 'sim:carrier=UPS:down') })
    expect(carriers).toEqual([{ carrier: 'UPS', mode: 'down' }])
    const all = read({ street1: sentence.replace('%', 'sim:carrier=*:slow') })
    expect(all.carriers).toEqual([{ carrier: '*', mode: 'slow' }])
  })

  it.each(carrierModes)('the magic word sim:carrier=*:%s is found in any letter case', (mode) => {
    expect(read({ name: `sim:carrier=fedex:${mode}` }).carriers).toEqual([{ carrier: 'FedEx', mode }])
  })

  it.each([
    'BATCH.NOT_FOUND',
    'AUTH.KEY.MISSING',
    'LABEL.NOT_FOUND',
    'LABEL.VOID.INELIGIBLE',
    'TRACKER.NOT_FOUND',
    'VALIDATION.FIELD.REQUIRED',
  ])('the magic word "%s" is refused with the list of possible codes', (code) => {
    const refusal = readRefusal({ name: `sim:${code}` })
    expect(refusal).toMatchObject({
      code: 'VALIDATION.FIELD.INVALID',
      status: 422,
      extras: { field: 'to_address.name' },
    })
    for (const possible of everyCode) expect(refusal.message).toContain(possible)
  })

  it('a magic word with an unknown carrier or mode is refused with the list of known ones', () => {
    const carrier = readRefusal({ street1: 'sim:carrier=Pony:down' })
    expect(carrier.extras).toEqual({ field: 'to_address.street1' })
    expect(carrier.message).toMatch(/DHL, FedEx, UPS, USPS and \*/)
    const mode = readRefusal({ street1: 'sim:carrier=UPS:drop' })
    expect(mode.message).toContain(carrierModes.join(', '))
    expect(readRefusal({ street1: 'sim:carrier=UPS' }).message).toMatch(/no mode "" for a carrier/)
    expect(readRefusal({ street1: 'sim:carrier=(UPS:down)' }).message).toMatch(/names no carrier/)
  })

  it('a magic word applies only to endpoints that document its code', () => {
    const magic = [read({}), read({ name: 'sim:WALLET.PAYMENT.FAILED' })]
    expect(findRequestedCode(magic, magicCodes.purchase)).toBe('WALLET.PAYMENT.FAILED')
    expect(findRequestedCode(magic, magicCodes.rates)).toBeUndefined()
  })
})
