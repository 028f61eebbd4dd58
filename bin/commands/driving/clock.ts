import type { AdvancedBody, ClockBody } from '../../../src/simulator/bodies/control/clock.ts'
import type { PreviewBody } from '../../../src/simulator/bodies/control/preview.ts'
import { createChoiceReader, createPositiveReader, durationMs, instant } from '../../files/reader.ts'
import { defineArgument, defineOption } from '../../parsing/option.ts'
import { describeClockSpeed } from '../../printing/account-time.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const span = defineArgument({
  name: 'SPAN',
  field: 'seconds',
  describe: 'the span, such as 90s, 15m or 24h',
  reader: durationMs,
})

const kind = defineArgument({
  name: 'KIND',
  field: 'next',
  describe: 'webhook, rate_expiry, poll, batch or any',
  reader: createChoiceReader(['webhook', 'rate_expiry', 'poll', 'batch', 'any']),
})

const iso = defineArgument({
  name: 'ISO',
  field: 'now',
  describe: 'an instant, such as 2030-01-31T12:00:00Z',
  reader: instant,
})

const rate = defineOption({
  name: 'rate',
  describe: 'seconds of the account per real second (default: 1)',
  reader: createPositiveReader({ max: 1_000_000 }),
})

/**
 * The maximum number of events that are printed one by one. More events would not fit on a screen, so a summary
 * replaces them.
 */
const maxShownEvents = 20

export const clockShow = defineRemoteCommand({
  showsClock: true,
  examples: [
    { line: 'drydock clock show', does: "Show the account's time, and the mode and speed of its clock" },
  ],
  act: async ({ account }) => [formatClock(await account.clock.get())],
})

export const clockAdvance = defineRemoteCommand({
  showsClock: true,
  arguments: [span],
  examples: [
    {
      line: 'drydock clock advance 24h',
      does: 'Let a day pass: webhooks retry, trackers poll, rates and keys expire',
    },
  ],
  act: async ({ account }, input, note) =>
    describeAdvance(await account.clock.advance({ seconds: input.get(span) / 1000 }), note),
})

export const clockPreview = defineRemoteCommand({
  showsClock: true,
  arguments: [span],
  examples: [
    { line: 'drydock clock preview 24h', does: 'List the effects of a day; the clock does not move' },
  ],
  act: async ({ account }, input, note) =>
    describePreview(await account.clock.preview({ seconds: input.get(span) / 1000 }), note),
})

export const clockNext = defineRemoteCommand({
  showsClock: true,
  arguments: [kind],
  examples: [{ line: 'drydock clock next webhook', does: 'Move to the next webhook attempt' }],
  act: async ({ account }, input, note) =>
    describeAdvance(await account.clock.advance({ next: input.get(kind) }), note),
})

export const clockSet = defineRemoteCommand({
  showsClock: true,
  arguments: [iso],
  examples: [
    {
      line: 'drydock clock set 2030-12-24T18:00:00Z',
      does: 'Move to Christmas Eve, and run the work that is due',
    },
  ],
  act: async ({ account }, input) => [formatClock(await account.clock.set({ now: input.get(iso) }))],
})

export const clockFreeze = defineRemoteCommand({
  showsClock: true,
  examples: [{ line: 'drydock clock freeze', does: 'Stop time until you move it' }],
  act: async ({ account }) => [formatClock(await account.clock.freeze())],
})

export const clockRun = defineRemoteCommand({
  showsClock: true,
  options: [rate],
  examples: [{ line: 'drydock clock run --rate 60', does: 'Let an hour pass in each minute' }],
  act: async ({ account }, input) => [formatClock(await account.clock.run(input.get(rate) ?? 1))],
})

function formatClock(clock: ClockBody): string {
  return `${clock.now}  ${describeClockSpeed(clock)}`
}

function describeAdvance(advanced: AdvancedBody, note: (line: string) => void): readonly string[] {
  const { fired } = advanced
  if (fired.length === 0) note('Nothing was due.')
  if (fired.length <= maxShownEvents)
    return [formatClock(advanced), ...formatColumns(fired.map(toEventCells))]
  note(`This is a summary of ${fired.length} events; --json has all of them.`)
  return [formatClock(advanced), ...summariseEvents(fired)]
}

/** Returns the count of each kind of event, and the first and the last event. */
function summariseEvents(fired: AdvancedBody['fired']): readonly string[] {
  const counts = new Map<string, number>()
  for (const { kind: what } of fired) counts.set(what, (counts.get(what) ?? 0) + 1)
  const ends = fired.filter((_, index) => index === 0 || index === fired.length - 1)
  return [
    ...formatColumns([...counts].map(([what, count]) => [`${count} times`, what])),
    ...formatColumns(ends.map((one, index) => [index === 0 ? 'first' : 'last', ...toEventCells(one)])),
  ]
}

function toEventCells({ at, kind: what, id }: AdvancedBody['fired'][number]): readonly string[] {
  return [at, what, id]
}

/** Returns the lines of a preview: the count of each kind of event that would be due or end, and the first events. */
function describePreview(
  { reached_at, due, ends, counts }: PreviewBody,
  note: (line: string) => void,
): readonly string[] {
  const numbers = [...Object.entries(counts.due), ...listEndCounts(counts.ends)].filter(
    ([, count]) => count > 0,
  )
  if (numbers.length === 0) note('Nothing would be due, and nothing would end.')
  const rows = [
    ...due.map(({ at, kind: what, id, what: words }) => [at, what, id, words]),
    ...ends.map(({ at, kind: what, id, name }) => [at, `${what} ends`, id, name]),
  ].sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)))
  if (rows.length > maxShownEvents)
    note(`These are the first ${maxShownEvents} events; --json has up to 1,000.`)
  return [
    `${reached_at}  after the advance`,
    ...formatColumns(numbers.map(([what, count]) => [`${count} times`, what])),
    ...formatColumns(rows.slice(0, maxShownEvents)),
  ]
}

function listEndCounts(ends: PreviewBody['counts']['ends']): readonly (readonly [string, number])[] {
  return Object.entries(ends).map(([what, count]) => [`${what} ends`, count])
}
