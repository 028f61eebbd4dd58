import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

/** Durations in milliseconds. */
export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** How long a rate is valid, in milliseconds. */
export const rateValidMs = constants.rateValidForSeconds * second

/** How far a time in a response may differ from the account's clock, in milliseconds. */
export const clockToleranceMs = 30 * minute
