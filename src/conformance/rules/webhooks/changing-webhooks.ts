import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { spanText } from '../../duration.ts'
import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { fieldsOf, readTimestamp } from '../../http/fields.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import { hours, minutes, seconds } from '../../target/need.ts'
import { passTo, turnsAfter } from '../support/calendar-turns.ts'
import { fillWallet } from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectInstant, isInstant } from '../support/timestamps.ts'
import { openTimePassing } from './attempts.ts'
import { expectSigned } from './event-signature.ts'
import { deliveryOf, firstDelivery } from './first-delivery.ts'
import { readLog, valuesOf } from './log-reading.ts'

const own = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

/** How far attempts may be from the second that they are due in, in milliseconds. */
const roundingMs = 500

/** How far into a minute the first attempts are made, in milliseconds. */
const secondMs = seconds(20)

/** Lets the clock stand still within a minute, not at its start, so that an attempt a second late is not on a whole minute. */
async function standWithinMinute(t: RuleContext): Promise<void> {
  await t.account.clock.freeze()
  const minuteMs = minutes(1)
  await passTo(t, Math.ceil((await t.now()) / minuteMs) * minuteMs + secondMs)
}

/** From what the delay of an attempt is counted: the first attempt, or the one before. */
const readings = ['first', 'before'] as const
type Reading = (typeof readings)[number]

/** When an attempt may come by a reading, in milliseconds after the first: when it is due, or on the next whole minute. */
function momentsOf(attempt: number, reading: Reading, lastMs: number): readonly number[] {
  const delayMs = (constants.webhookDelaysSeconds[attempt - 1] ?? 0) * 1_000
  const dueMs = reading === 'first' ? delayMs : lastMs + delayMs
  return [dueMs, Math.ceil((dueMs + secondMs) / minutes(1)) * minutes(1) - secondMs]
}

/** Labels whose attempts fail. */
interface Followed {
  readonly ids: readonly string[]
  /** How much later than the first label the last one may have been made. */
  readonly spreadMs: number
  readonly pass: ReturnType<typeof openTimePassing>
}

/** Judges that each of five attempts for these labels comes in the second that it is due in: counted from the first, or from the one before. */
async function expectSchedule(inbox: RuleInbox, { ids, spreadMs, pass }: Followed): Promise<void> {
  const count = (): readonly number[] => ids.map((id) => inbox.arrivals(id).length)
  let lastMs = 0
  let possible: readonly Reading[] = readings
  for (const attempt of [2, 3, 4, 5]) {
    const beforeMs = lastMs
    const moments = possible.flatMap((reading) => momentsOf(attempt, reading, beforeMs)).sort((a, b) => a - b)
    // An attempt may come twice, and the second time a little later.
    await pass((moments[0] ?? 0) - seconds(30))
    const before = count()
    const hasCome = (): readonly boolean[] => count().map((now, index) => now > (before[index] ?? 0))
    for (const momentMs of new Set(moments)) {
      await pass(momentMs - roundingMs)
      const early = hasCome().indexOf(true)
      expectThat(early === -1, {
        expected: `attempt ${attempt} for ${ids[early]} when it is due, or on the next whole minute`,
        actual: `an attempt more than half a second before ${spanText(momentMs)} after the first`,
      })
      await pass(momentMs + roundingMs)
      lastMs = momentMs
      if (hasCome().includes(true)) break
    }
    await pass(lastMs + roundingMs + spreadMs)
    possible = possible.filter((reading) => momentsOf(attempt, reading, beforeMs).includes(lastMs))
    for (const [index, id] of ids.entries()) {
      const least = (before[index] ?? 0) + 1
      const came = (await inbox.waitFor(id, least)).length
      expectThat(came >= least, {
        expected: `attempt ${attempt} for ${id}, as the delays say, to the second`,
        actual: `${came} attempts until ${spanText(lastMs)} after the first`,
        cause: { kind: 'no-attempt', attempt },
      })
    }
  }
}

const withWallet = rulesOn(null, { needs: [...own, 'control:wallet'] })
const withOwnWebhook = rulesOn(null, { needs: own })

/** Rules about deliveries of every kind of purchase, and while the webhook or a fault changes. */
export const changingWebhookRules: readonly Rule[] = [
  withWallet(
    'HOOK-107',
    'Deliveries of test and live labels and of batches are made again in the second that they are due in.',
  )
    .judges('EVENTS-33')
    .by(async (t) => {
      await fillWallet(t)
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      await standWithinMinute(t)
      const ids = [(await firstDelivery(t, inbox)).label.id, (await firstDelivery(t, inbox, 'live')).label.id]
      const { id } = await t.setup.batch(2)
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      const pass = openTimePassing(t)
      const known = () => new Set([...ids, ...inbox.all().flatMap(({ labelId }) => labelId ?? [])])
      let spreadMs = 0
      while (spreadMs < seconds(5) && known().size < ids.length + 2) {
        spreadMs += 100
        await pass(spreadMs)
      }
      await expectSchedule(inbox, { ids: [...known()], spreadMs, pass })
    }),
  withOwnWebhook(
    'HOOK-108',
    'After a delivery that failed for good, the next one is made five times as well.',
  )
    .judges('EVENTS-29', 'LIMITS-29')
    .by(async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      await firstDelivery(t, inbox)
      await t.passTime(hours(30))
      await standWithinMinute(t)
      const ids = [(await firstDelivery(t, inbox)).label.id]
      await expectSchedule(inbox, { ids, spreadMs: 0, pass: openTimePassing(t) })
    }),
  rule(
    'HOOK-139',
    'A delivery whose first attempts never arrive is made again, and comes once the fault is over.',
  )
    .with({ needs: [...own, 'control:faults'] })
    .judges('EVENTS-28')
    .by(async (t) => {
      const inbox = await t.inbox()
      await t.account.clock.freeze()
      await t.account.faults.add({ target: 'webhook', mode: 'drop', times: 2 })
      const label = await t.setup.label()
      await t.passTime(seconds(1))
      if (inbox.arrivals(label.id).length > 0)
        t.notJudged('the control protocol took the fault, and an attempt came')
      // The third attempt, by either count.
      await t.passTime(minutes(41))
      const arrivals = await inbox.waitFor(label.id)
      expectThat(arrivals.length > 0, {
        expected: 'the third attempt, after two that were dropped',
        actual: 'no attempt within 41 minutes',
        cause: { kind: 'no-attempt', attempt: 2 },
      })
      await t.account.faults.clear()
      await t.account.faults.add({ target: 'webhook', mode: 'bad_signature', times: 1 })
      inbox.respond((attempt) => ({ status: attempt === 1 ? 401 : 200 }))
      const other = await t.setup.label()
      await t.setup.of('The first attempt', () => deliveryOf(t, inbox, other))
      await t.passTime(minutes(6) + seconds(5))
      const attempts = await inbox.waitFor(other.id, 2)
      // The last, as a service may send each attempt twice.
      const second = attempts.length > 1 ? attempts.at(-1) : undefined
      expectThat(second !== undefined, {
        expected: 'a second attempt, after one that was refused with 401',
        actual: 'no second attempt',
        cause: { kind: 'no-attempt', attempt: 2 },
      })
      if (second !== undefined && inbox.secret !== undefined) expectSigned(second, inbox.secret)
    }),
  withOwnWebhook(
    'HOOK-033',
    'Events go to the URL that is set when the label is bought, however often it was changed or cleared before.',
  )
    .judges('EVENTS-6')
    .by(async (t) => {
      const first = await t.inbox()
      await firstDelivery(t, first)
      const second = await t.inbox()
      for (let count = 0; count < 2; count += 1) await firstDelivery(t, second)
      await t.account.webhook.set(first.url)
      for (let count = 0; count < 2; count += 1) await firstDelivery(t, first)
      await t.account.webhook.clear()
      const unheard = await t.setup.label()
      await t.passTime(minutes(10))
      const stray = [first, second].find((inbox) => inbox.arrivals(unheard.id).length > 0)
      expectThat(stray === undefined, {
        expected: `no event of ${unheard.id}, as no URL was set`,
        actual: `an event at ${stray?.url}`,
      })
      const secret = await t.account.webhook.set(first.url)
      const { delivery } = await firstDelivery(t, first)
      expectSigned(delivery, secret)
      const astray = second.all().length
      await t.passTime(minutes(10))
      expectThat(second.all().length === astray, {
        expected: `nothing more at ${second.url}`,
        actual: `${second.all().length - astray} events there`,
      })
    }),
  withWallet(
    'HOOK-034',
    'Around the midnights of a new year and of leap days, events and the log of both environments say to the second when it was.',
  )
    .judges('EVENTS-18')
    .by(async (t) => {
      const inbox = await t.inbox()
      await t.account.clock.freeze()
      await fillWallet(t)
      const turns = turnsAfter(await t.now())
      for (const turnMs of turns) {
        await passTo(t, turnMs - minutes(3))
        inbox.respond((attempt) => ({ status: attempt === 1 ? 500 : 200 }))
        const key = turnMs === turns[1] ? 'live' : 'test'
        const early = await expectTold(t, inbox, key)
        await passTo(t, turnMs + seconds(253))
        inbox.respond(() => ({ status: 200 }))
        const late = await expectTold(t, inbox, key)
        const { entries, answer } = await readLog(t, key)
        const told = [
          [early.id, [early.boughtMs, early.boughtMs + minutes(5)]],
          [late.id, [late.boughtMs]],
        ] as const
        for (const [id, momentsMs] of told) expectLogged({ entries, answer, id, momentsMs })
      }
    }),
]

/** Buys a label while time stands still and judges the times in its event, to the second. */
async function expectTold(t: RuleContext, inbox: RuleInbox, key: 'test' | 'live') {
  const boughtMs = await t.now()
  const [rate] = await t.setup.rates({ key })
  if (rate === undefined) return t.notJudged('no rate came')
  const label = await t.setup.labelOf(rate, { key })
  const event = fieldsOf((await deliveryOf(t, inbox, label)).json, 'the event')
  expectInstant(event, 'timestamp', [boughtMs])
  expectInstant(event.object('data'), 'created_at', [boughtMs])
  return { id: label.id, boughtMs }
}

/** Judges that the entries of a label have no times but those of its purchase and its attempts, to the second. */
function expectLogged({
  entries,
  answer,
  id,
  momentsMs,
}: {
  readonly entries: readonly unknown[]
  readonly answer: Answer
  readonly id: string
  readonly momentsMs: readonly number[]
}): void {
  const own = entries.filter((entry) => valuesOf(entry).some((value) => value === id))
  const lastMs = Math.max(...momentsMs)
  // A time that is days ahead may be when the entry is removed.
  const isOfDelivery = (value: unknown): boolean => {
    const toldMs = /T\d/.test(String(value)) ? readTimestamp(value) : undefined
    return toldMs !== undefined && toldMs < lastMs + hours(48)
  }
  const wrong = own
    .flatMap(valuesOf)
    .filter(isOfDelivery)
    .find((value) => !isInstant(value, momentsMs))
  expectThat(wrong === undefined, {
    expected: `no time in the entries of ${id} but ${momentsMs.map((each) => new Date(each).toISOString()).join(' and ')}`,
    actual: String(wrong),
    answer,
  })
}
