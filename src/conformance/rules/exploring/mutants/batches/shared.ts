import type { Json } from '../../../../selftest/builders.ts'
import type { Answered } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'

export const isCreated = ({ operation, isGood }: Answered): boolean => operation === 'createBatch' && isGood

export const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyBatch' && isGood

export const idOf = ({ json }: Answered): string => String(json['id'])

export const active = [422, 'BATCH.ALREADY_PROCESSING'] as const

/** Whether one of these was bought within the last minute, which a small batch is done in. */
export const isBusy = (bought: { readonly at: number } | undefined, now: number): boolean =>
  bought !== undefined && now - bought.at < 60_000

export const itemsIn = (batch: unknown): readonly Json[] =>
  isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []
