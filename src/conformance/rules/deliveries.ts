import { setTimeout } from 'node:timers/promises'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../answer.ts'
import { expectList, expectThat } from '../expect.ts'
import { isObject, readTimestamp } from '../fields.ts'
import { hours, minutes } from '../need.ts'
import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { active } from './active.ts'
import { firstDelivery } from './first-delivery.ts'

const endpoint = 'GET /v1/webhooks/deliveries'
const requests = { createRates: 1, buyLabel: 1, listDeliveries: 5 } as const
const ownInbox = ['control:accounts', 'control:webhook', 'inbox'] as const

/** The names of an entry's fields are not stated: it is read by its values. */
function valuesOf(entry: unknown): readonly unknown[] {
  if (Array.isArray(entry)) return entry.flatMap(valuesOf)
  return isObject(entry) ? Object.values(entry).flatMap(valuesOf) : [entry]
}

async function readLog(
  t: RuleContext,
): Promise<{ readonly entries: readonly unknown[]; readonly answer: Answer }> {
  const answer = await t.call('listDeliveries')
  return { entries: expectList(answer, 'deliveries'), answer }
}

/** The log of an account with one delivery, answered as told. */
async function logOfOne(t: RuleContext, status: number, holds: (entry: unknown) => boolean) {
  const inbox = await t.inbox()
  inbox.respond(() => ({ status }))
  await firstDelivery(t, inbox)
  const { entries, answer } = await readUntil(t, ([entry]) => holds(entry))
  expectThat(entries.length === 1, { expected: 'one delivery', actual: entries, answer })
  return { entry: entries[0], answer }
}

/** What was answered a moment ago may take another moment to be in the log. */
const pausesMs = [20, 100, 300, 600]

async function readUntil(t: RuleContext, holds: (entries: readonly unknown[]) => boolean) {
  let log = await readLog(t)
  for (const pauseMs of pausesMs) {
    if (holds(log.entries)) break
    await setTimeout(pauseMs)
    log = await readLog(t)
  }
  return log
}

const holdsNumber = (entry: unknown, number: number): boolean =>
  valuesOf(entry).some((value) => value === number || value === String(number)) ||
  // A list of attempts tells their number, too.
  (isObject(entry) && Object.values(entry).some((value) => Array.isArray(value) && value.length === number))

export const deliveryRules: readonly Rule[] = [
  active({
    id: 'LOG-001',
    title: 'The deliveries of webhooks are listed.',
    section: 'Endpoints',
    endpoint,
    basis: 'table',
    sends: 'The list of deliveries.',
    requests: { listDeliveries: 1 },
    run: async (t) => {
      await readLog(t)
    },
  }),
  active({
    id: 'LOG-002',
    title: 'A purchase puts a delivery into the log.',
    section: 'Events',
    endpoint,
    sends: 'The log of a new account, before and after a purchase.',
    needs: ownInbox,
    requests: { ...requests, listDeliveries: 6 },
    run: async (t) => {
      const inbox = await t.inbox()
      const before = await readLog(t)
      await firstDelivery(t, inbox)
      const { entries, answer } = await readUntil(t, (list) => list.length > before.entries.length)
      expectThat(entries.length === before.entries.length + 1, {
        expected: `${before.entries.length + 1} deliveries`,
        actual: entries.length,
        answer,
      })
    },
  }),
  active({
    id: 'LOG-003',
    title: 'A delivery in the log has the response code of the receiver.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'The log after a purchase whose event was answered with 418.',
    needs: ownInbox,
    requests,
    run: async (t) => {
      const { entry, answer } = await logOfOne(t, 418, (each) => holdsNumber(each, 418))
      expectThat(holdsNumber(entry, 418), { expected: '418 somewhere in it', actual: entry, answer })
    },
  }),
  active({
    id: 'LOG-004',
    title: 'A delivery in the log has the number of its attempts.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'The log after a purchase whose event failed three times.',
    needs: [...ownInbox, 'control:clock'],
    requests: { ...requests, listDeliveries: 6 },
    run: async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 503 }))
      const { label } = await firstDelivery(t, inbox)
      await t.passTime(minutes(36))
      // Whichever way the delays count, the third attempt has been made and the fourth has not.
      await inbox.waitFor(label.id, 3)
      const { entries, answer } = await readUntil(t, ([entry]) => holdsNumber(entry, 3))
      expectThat(holdsNumber(entries[0], 3), { expected: '3 attempts', actual: entries[0], answer })
    },
  }),
  active({
    id: 'LOG-005',
    title: 'A delivery in the log has timestamps.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'The log after a purchase.',
    needs: ownInbox,
    requests,
    run: async (t) => {
      const hasTime = (each: unknown): boolean =>
        valuesOf(each).some((value) => readTimestamp(value) !== undefined)
      const { entry, answer } = await logOfOne(t, 200, hasTime)
      expectThat(hasTime(entry), { expected: 'ISO 8601 timestamps', actual: entry, answer })
    },
  }),
  active({
    id: 'LOG-006',
    title: 'A delivery that succeeded and one that failed have another status in the log.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'The log after one purchase whose event succeeded, and one whose event failed five times.',
    needs: [...ownInbox, 'control:clock'],
    requests: { createRates: 2, buyLabel: 2, listDeliveries: 5 },
    run: async (t) => {
      const inbox = await t.inbox()
      const { label: good } = await firstDelivery(t, inbox)
      inbox.respond((_, labelId) => ({ status: labelId === good.id ? 200 : 500 }))
      const { label } = await firstDelivery(t, inbox)
      await t.passTime(hours(27))
      await inbox.waitFor(label.id, 5)
      const isTold = (list: readonly unknown[]): boolean => {
        const [first = [], second = []] = list.map(statusWords)
        return list.length === 2 && first.length > 0 && second.length > 0 && first.join() !== second.join()
      }
      const { entries, answer } = await readUntil(t, isTold)
      expectThat(isTold(entries), { expected: 'two deliveries of different status', actual: entries, answer })
    },
  }),
  active({
    id: 'LOG-007',
    title: 'A delivery whose five attempts failed is marked as failed in the log.',
    section: 'States and transitions',
    endpoint,
    basis: 'table',
    sends: 'The log while a delivery is retried, and after its fifth attempt has failed.',
    needs: [...ownInbox, 'control:clock'],
    requests: { ...requests, listDeliveries: 6 },
    run: async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      const { label } = await firstDelivery(t, inbox)
      const during = statusWords((await readLog(t)).entries[0])
      await t.passTime(hours(27))
      await inbox.waitFor(label.id, 5)
      const { entries, answer } = await readUntil(t, ([entry]) => statusWords(entry).join() !== during.join())
      const after = statusWords(entries[0])
      expectThat(after.join() !== during.join() && /fail/i.test(after.join()), {
        expected: 'a status that says failed, unlike before',
        actual: entries[0],
        answer,
      })
    },
  }),
  active({
    id: 'LOG-008',
    title: 'The log has the last 50 deliveries, and no more.',
    section: 'Events',
    endpoint,
    sends: 'The log after 53 purchases.',
    needs: ownInbox,
    requests: { createRates: 6, buyLabel: 53, listDeliveries: 5 },
    run: async (t) => {
      const inbox = await t.inbox()
      const rates = []
      while (rates.length < 53) rates.push(...(await t.setup.rates()))
      const bought: string[] = []
      for (const rate of rates.slice(0, 53)) {
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
        bought.push(
          await t.setup.of('A purchase', async () => String(Object(await expectBought(answer))['id'])),
        )
      }
      await inbox.waitFor(bought.at(-1) ?? '')
      const { entries, answer } = await readUntil(t, ({ length }) => length === constants.deliveryLogSize)
      expectThat(entries.length === constants.deliveryLogSize, {
        expected: `${constants.deliveryLogSize} deliveries`,
        actual: entries.length,
        answer,
      })
      const text = answer.text
      // Where the log names labels, they are the last ones.
      if (bought.some((id) => text.includes(id))) {
        expectThat(!text.includes(bought[0] ?? '') && text.includes(bought.at(-1) ?? ''), {
          expected: 'the last deliveries',
          actual: 'the first one still there, or the last one missing',
          answer,
        })
      }
    },
  }),
  active({
    id: 'LOG-009',
    title: 'A delivery to the URL that was given shows in the log of the account.',
    section: 'Events',
    endpoint,
    basis: 'derived',
    sends: 'The log after a purchase whose event arrived.',
    needs: ['key:test', 'inbox'],
    requests,
    run: async (t) => {
      const { label } = await firstDelivery(t, await t.inbox())
      const { entries, answer } = await readUntil(t, (list) => JSON.stringify(list).includes(label.id))
      expectThat(entries.length > 0, { expected: 'deliveries', actual: 'none', answer })
      const namesLabels = /lbl_/.test(answer.text)
      expectThat(!namesLabels || answer.text.includes(label.id), {
        expected: `a delivery about ${label.id}`,
        actual: entries.slice(0, 3),
        answer,
      })
    },
  }),
]

/** What in an entry could be its status: single words under no id, code or time. */
function statusWords(entry: unknown): readonly string[] {
  if (!isObject(entry)) return []
  return Object.entries(entry).flatMap(([name, value]) =>
    typeof value === 'string' &&
    /stat|result|outcome|success|failed/i.test(name) &&
    readTimestamp(value) === undefined
      ? [value]
      : [],
  )
}

async function expectBought(answer: Answer): Promise<unknown> {
  expectThat(answer.status >= 200 && answer.status < 300, {
    expected: 'a label',
    actual: answer.status,
    answer,
  })
  const json = answer.json
  return isObject(json) && isObject(json['label']) ? json['label'] : json
}
