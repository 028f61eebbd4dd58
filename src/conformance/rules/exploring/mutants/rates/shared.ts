import type { Json } from '../../../../selftest/builders.ts'
import type { Answered, Asked } from '../../../../selftest/watched.ts'

export const expired = [422, 'RATE.EXPIRED'] as const

export const minuteMs = 60_000

export const rateOf = ({ asked }: Asked): string => String(asked['rate_id'])

export const isPurchase = ({ operation }: Asked): boolean => operation === 'buyLabel'

export const isQuote = ({ operation, isGood }: Answered): boolean => operation === 'createRates' && isGood

/** The carriers that an answer lists as failed. */
export const failedIn = (json: Json): readonly unknown[] =>
  Array.isArray(json['failed_carriers']) ? json['failed_carriers'] : []
