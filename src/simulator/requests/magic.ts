import { type CarrierModeName, carrierModes } from '../faults/targets/carrier.ts'
import { type ErrorCode, isErrorCode } from '../specification/errors.ts'
import { type Address, type CarrierName, carrierNames } from '../specification/model.ts'
import { refuseField } from './json-body.ts'
import { hintAtWord } from './similar-words.ts'

/**
 * The effects that an address requests by `sim:` words in its name or street (magic values, What can an address cause?).
 */
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

const atRates = ['RATE.CARRIER.UNAVAILABLE'] as const satisfies readonly ErrorCode[]

const atPurchase = [
  'RATE.NOT_FOUND',
  'RATE.EXPIRED',
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

/** The error codes that magic words in an address can request, by the endpoint that responds with them. */
export const magicCodes = { validation: atValidation, rates: atRates, purchase: atPurchase }

const reachable: readonly ErrorCode[] = [...atValidation, ...atRates, ...atPurchase]

const none: Magic = { codes: [], carriers: [] }

/**
 * Reads the magic words (`sim:`) in an address. `at` is the path of the address in the request body. Throws
 * VALIDATION.FIELD.INVALID for an error code that an address cannot trigger and for an unknown carrier or failure mode;
 * the message lists the values that work. Any other text after `sim:` is part of the name.
 */
export function readMagic(address: Address, at: string): Magic {
  const name = address.name ?? ''
  if (!name.includes('sim:') && !address.street1.includes('sim:')) return none
  const words = [...findMagicWords(name, `${at}name`), ...findMagicWords(address.street1, `${at}street1`)]
  return {
    codes: words.flatMap((word) => readRequestedCode(word) ?? []),
    carriers: words.flatMap((word) => (word.text.startsWith('carrier=') ? [readFailingCarrier(word)] : [])),
  }
}

interface Word {
  readonly text: string
  readonly field: string
}

/**
 * Matches `sim:` at the beginning of a word, and the text after it that has the form of a code or of a carrier's mode.
 * Punctuation around the word is ignored; an apostrophe or a quote after a letter belongs to the word before it.
 */
const shape =
  /(?<![\p{L}\p{M}\p{N}_]|[\p{L}\p{M}\p{N}_]['"`´’‘ʼ＇“”]{1,2})sim:(carrier=(?:\*|[\p{L}\p{N}_]*)(?::[\p{L}\p{N}_]*)?|[\p{L}\p{M}\p{N}_]+(?:\.[\p{L}\p{M}\p{N}_]+)*)/gu

function findMagicWords(text: string, field: string): Word[] {
  return [...text.matchAll(shape)].map((match) => ({ text: match[1] ?? '', field }))
}

function readRequestedCode({ text, field }: Word): ErrorCode | undefined {
  if (!isErrorCode(text)) return undefined
  if (reachable.includes(text)) return text
  return refuseField(
    field,
    `asks for ${text}, which no address can cause. Codes that work: ${reachable.join(', ')}. ` +
      `Or carrier=<${carrierNames.join('|')}|*>:<mode>`,
  )
}

function readFailingCarrier(word: Word): CarrierMagic {
  const [, name = '', asked = ''] = /^carrier=([^:]*)(?::(.*))?$/.exec(word.text) ?? []
  const carrier =
    name === '*' ? name : carrierNames.find((known) => known.toLowerCase() === name.toLowerCase())
  if (carrier === undefined) {
    return refuseField(
      word.field,
      `names no carrier in "${word.text}". Known: ${carrierNames.join(', ')} and *${hintAtWord(name, carrierNames)}`,
    )
  }
  const mode = carrierModes.find((known) => known === asked)
  if (mode === undefined) {
    return refuseField(
      word.field,
      `has no mode "${asked}" for a carrier. Known: ${carrierModes.join(', ')}${hintAtWord(asked, carrierModes)}`,
    )
  }
  return { carrier, mode }
}

/**
 * Returns the first error code of the group that a magic word in an address asks for; undefined if there is none.
 */
export function findRequestedCode<Code extends ErrorCode>(
  magic: readonly Magic[],
  group: readonly Code[],
): Code | undefined {
  return group.find((code) => magic.some(({ codes }) => codes.includes(code)))
}
