import { OptionsError } from '../options-error.ts'
import type { AdvancedBody, ClockBody } from '../simulator/bodies/control/clock.ts'
import type { PreviewBody } from '../simulator/bodies/control/preview.ts'
import type { TimelineBody } from '../simulator/bodies/control/timeline.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'
import { addQuery } from './http/query.ts'

/**
 * How far an advance moves the clock: by a duration such as `24h` (alone or as `by`), by a number of `seconds`, to a
 * time (`to`, ISO 8601), or to the `next` event of a kind. A number alone is refused, because it has no unit.
 */
export type Advance =
  | string
  | { readonly by: string }
  | { readonly seconds: number }
  | { readonly to: string }
  | { readonly next: EventKind }

/**
 * The kinds of events to which an advance can move the clock: a webhook attempt, the expiry of a rate, a poll of a
 * carrier, progress of a batch, or any of these.
 */
export type EventKind = 'webhook' | 'rate_expiry' | 'poll' | 'batch' | 'any'

/** A change of the clock; a field that is left out keeps its value. */
export interface ClockChange {
  /** Whether time passes by itself (`realtime`) or only when it is moved (`frozen`). */
  readonly mode?: ClockBody['mode']
  /** How many seconds of the account's clock pass per real second. */
  readonly rate?: number
  /** The new time, later than now; work that is due until then runs first. */
  readonly now?: string
}

/** Controls an account's time. */
export interface AccountClock {
  /** Returns the time and the mode of the clock. */
  get(): Promise<ClockBody>
  /** Returns the account's time, ISO 8601. */
  now(): Promise<string>
  /**
   * Advances the clock and returns the events on the way. Resolves when all due work has run and webhook attempts
   * have their responses. Rejects with a DrydockError for a time in the past.
   */
  advance(advance: Advance): Promise<AdvancedBody>
  /**
   * Returns what an advance would trigger and end, without moving the clock. Rejects with a DrydockError for a time in
   * the past.
   */
  preview(advance: Advance): Promise<PreviewBody>
  /** Changes the time, the mode or the rate. Rejects with a DrydockError for a time in the past. */
  set(change: ClockChange): Promise<ClockBody>
  /** Stops the clock: from now on, time passes only when a call moves it. */
  freeze(): Promise<ClockBody>
  /** Lets time run, `rate` times as fast as real time (default 1). */
  run(rate?: number): Promise<ClockBody>
  /** Returns the account's past and due events, in order of time. */
  timeline(span?: TimelineSpan): Promise<TimelineBody>
}

/** The part of the timeline that a call returns. */
export interface TimelineSpan {
  /** The first time, ISO 8601; by default there is no limit. */
  readonly from?: string | undefined
  /** The last time, ISO 8601; by default there is no limit. */
  readonly to?: string | undefined
  /** The maximum number of events on each side of now, the nearest first: 1 to 10,000, by default 1,000. */
  readonly limit?: number | undefined
}

/** Returns an object with the calls for the clock of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountClock(control: ControlCaller, accountPath: string): AccountClock {
  const path = `${accountPath}/clock`
  const get = (): Promise<ClockBody> => control.fetchJson({ method: 'GET', path })
  const set = async (change: ClockChange): Promise<ClockBody> => {
    const body = requireObject(change, 'clock.set', "{ now: '2030-01-31T12:00:00Z' }")
    return control.fetchJson({ method: 'PATCH', path, body, size: 'long' })
  }
  return {
    get,
    now: async () => (await get()).now,
    advance: async (advance) =>
      control.fetchJson({
        method: 'POST',
        path: `${path}/advance`,
        body: buildAdvanceBody(advance, 'advance'),
        size: 'long',
      }),
    preview: async (advance) =>
      control.fetchJson({
        method: 'POST',
        path: `${path}/preview`,
        body: buildAdvanceBody(advance, 'preview'),
        size: 'long',
      }),
    set,
    freeze: () => set({ mode: 'frozen' }),
    run: (rate = 1) => set({ mode: 'realtime', rate }),
    timeline: (span = {}) =>
      control.fetchJson({ method: 'GET', path: addQuery(`${accountPath}/timeline`, span) }),
  }
}

/** Returns the request body of an advance or its preview. Throws OptionsError for other input, such as a number without a unit. */
function buildAdvanceBody(advance: Advance, method: string): object {
  const given: unknown = advance
  if (typeof given === 'string') return { by: given }
  if (typeof given === 'object' && given !== null) return given
  throw new OptionsError(
    typeof given === 'number'
      ? `clock.${method}: ${given} has no unit; write '${given}s' for seconds or '${given}m' for minutes`
      : `clock.${method}: needs a duration such as '5m' or '5s', or { seconds }, { to } or { next }`,
  )
}
