import { type CarrierModeName, carrierModes } from '../faults/targets/carrier.ts'
import { type ErrorCode, fail } from '../specification/errors.ts'
import { type Address, type CarrierName, carrierNames } from '../specification/model.ts'

/** What an address asks for through a `sim:` word in its name or street (magic values, In an address). */
export interface Magic {
  readonly codes: readonly ErrorCode[]
  readonly carriers: readonly CarrierMagic[]
}

export interface CarrierMagic {
  readonly carrier: CarrierName | '*'
  readonly mode: CarrierModeName
}

const atValidation = [
  'ADDRESS.VALIDATION.FAILED',
  'ADDRESS.VALIDATION.AMBIGUOUS',
  'ADDRESS.VALIDATION.SERVICE_ERROR',
] as const satisfies readonly ErrorCode[]

const atRates = [
  'RATE.CARRIER.UNAVAILABLE',
  'RATE.EXPIRED',
  'RATE.NOT_FOUND',
] as const satisfies readonly ErrorCode[]

const atPurchase = [
  'LABEL.ADDRESS.UNDELIVERABLE',
  'LABEL.WEIGHT.EXCEEDED',
  'LABEL.SERVICE.UNAVAILABLE',
  'LABEL.CREATION.FAILED',
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
  'CARRIER.ACCOUNT.NOT_FOUND',
  'CARRIER.ERROR.UNKNOWN',
] as const satisfies readonly ErrorCode[]

/** The codes a magic address can bring about, by the endpoint at which each one shows. */
export const magicCodes = { validation: atValidation, rates: atRates, purchase: atPurchase }

const reachable: readonly ErrorCode[] = [...atValidation, ...atRates, ...atPurchase]

const none: Magic = { codes: [], carriers: [] }

/**
 * Reads the magic of an address. `at` is the address's place in the body, for the 422 that a word which cannot work
 * is refused with, naming those that can.
 */
export function readMagic(address: Address, at: string): Magic {
  const name = address.name ?? ''
  if (!name.includes('sim:') && !address.street1.includes('sim:')) return none
  const words = [...wordsIn(name, `${at}name`), ...wordsIn(address.street1, `${at}street1`)]
  return {
    codes: words.flatMap((word) => (word.text.startsWith('carrier=') ? [] : [readCode(word)])),
    carriers: words.flatMap((word) => (word.text.startsWith('carrier=') ? [readCarrier(word)] : [])),
  }
}

interface Word {
  readonly text: string
  readonly field: string
}

/**
 * What follows `sim:` in the shape of a code or of a carrier's trouble. Whatever else stands around it, brackets or a
 * full stop, is the sentence's.
 */
const shape = /sim:(carrier=(?:\*|[\p{L}\p{N}_]*)(?::[\p{L}\p{N}_]*)?|[\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*)/gu

function wordsIn(text: string, field: string): Word[] {
  return [...text.matchAll(shape)].map((match) => ({ text: match[1] ?? '', field }))
}

function readCode(word: Word): ErrorCode {
  const code = reachable.find((known) => known === word.text)
  if (code !== undefined) return code
  return refuse(
    word,
    `asks for "${word.text}", which no address can bring about. Codes that can: ${reachable.join(', ')}. ` +
      `Or carrier=<${carrierNames.join('|')}|*>:<mode>.`,
  )
}

function readCarrier(word: Word): CarrierMagic {
  const [, name = '', asked = ''] = /^carrier=([^:]*):?(.*)$/.exec(word.text) ?? []
  const carrier =
    name === '*' ? name : carrierNames.find((known) => known.toLowerCase() === name.toLowerCase())
  if (carrier === undefined) {
    return refuse(word, `names no carrier in "${word.text}". Known: ${carrierNames.join(', ')} and *.`)
  }
  const mode = carrierModes.find((known) => known === asked)
  if (mode === undefined) {
    return refuse(word, `has no mode "${asked}" for a carrier. Known: ${carrierModes.join(', ')}.`)
  }
  return { carrier, mode }
}

function refuse(word: Word, reason: string): never {
  return fail('VALIDATION.FIELD.INVALID', {
    message: `${word.field} ${reason}`,
    extras: { field: word.field },
  })
}

/** The first code of a group that one of the addresses asks for. */
export function requestedCode<Code extends ErrorCode>(
  magic: readonly Magic[],
  group: readonly Code[],
): Code | undefined {
  return group.find((code) => magic.some(({ codes }) => codes.includes(code)))
}
