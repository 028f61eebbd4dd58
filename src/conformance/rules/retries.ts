import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import { durationText } from '../duration.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext, RuleInbox } from '../rule-context.ts'
import type { Reply } from '../target/inbox.ts'
import { hours, minutes, seconds, wait } from '../target/need.ts'
import { expectThat } from '../wire/expect.ts'
import { active } from './active.ts'
import { expectSigned } from './event-signature.ts'
import { firstDelivery } from './first-delivery.ts'

const section = 'Events'
const requests = { createRates: 1, buyLabel: 1 } as const
const delaysMs = constants.webhookDelaysSeconds.map((delay) => delay * 1_000)

/** When an attempt may come, by either reading of the table: counted from the first attempt, or from the one before. */
function windowOf(attempt: number): { readonly earliestMs: number; readonly latestMs: number } {
  const fromFirst = delaysMs[attempt - 1] ?? 0
  const fromBefore = delaysMs.slice(0, attempt).reduce((sum, each) => sum + each, 0)
  return { earliestMs: fromFirst, latestMs: fromBefore }
}

const slack = seconds(30)

/** When retries may come from an attempt on, by either reading. What comes at another time came twice. */
function momentsFrom(attempt: number): readonly number[] {
  const moments = delaysMs.slice(attempt - 1).flatMap((_, index) => {
    const { earliestMs, latestMs } = windowOf(attempt + index)
    return [earliestMs, latestMs]
  })
  return [...new Set(moments)].sort((a, b) => a - b)
}

/** Answers the attempts of one delivery as told, and moves time to moments after the purchase. */
async function openReplying(t: RuleContext, reply: () => Reply) {
  const inbox = await t.inbox()
  inbox.respond(reply)
  const { label } = await firstDelivery(t, inbox)
  let passedMs = 0
  const passTo = async (momentMs: number): Promise<void> => {
    if (momentMs <= passedMs) return
    await t.passTime(momentMs - passedMs)
    passedMs = momentMs
  }
  return {
    inbox,
    label,
    passTo,
    /** How many come around these moments. */
    countAround: async (moments: readonly number[]): Promise<number> => {
      let count = 0
      for (const moment of moments) {
        await passTo(moment - slack)
        const before = inbox.arrivals(label.id).length
        await passTo(moment + slack)
        count += inbox.arrivals(label.id).length - before
      }
      return count
    },
    /** In how many of the spans that end at these moments anything comes. */
    countSpans: async (ends: readonly number[]): Promise<number> => {
      let count = 0
      for (const end of ends) {
        const before = inbox.arrivals(label.id).length
        await passTo(end)
        if (inbox.arrivals(label.id).length > before) count += 1
      }
      return count
    },
  }
}

const openFailing = (t: RuleContext, status = 500) => openReplying(t, () => ({ status }))

const come = async (inbox: RuleInbox, labelId: string, attempts: number): Promise<number> =>
  (await inbox.waitFor(labelId, attempts)).length

const retries: readonly (readonly [RuleId, number, string])[] = [
  ['HOOK-102', 2, '5 minutes'],
  ['HOOK-103', 3, '30 minutes'],
  ['HOOK-104', 4, '2 hours'],
  ['HOOK-105', 5, '24 hours'],
]

const failures: readonly (readonly [RuleId, number, string])[] = [
  ['HOOK-111', 500, 'a server error'],
  ['HOOK-112', 404, 'not found'],
  ['HOOK-113', 302, 'a redirect'],
]

const successes: readonly (readonly [RuleId, number])[] = [
  ['HOOK-121', 200],
  ['HOOK-122', 201],
  ['HOOK-123', 204],
]

const needsTime = (waitMs: number) => ['key:test', 'inbox', wait(waitMs)] as const

export const retryRules: readonly Rule[] = [
  ...retries.map(([id, attempt, delay]) => {
    const { earliestMs, latestMs } = windowOf(attempt)
    return active({
      id,
      title: `Attempt ${attempt} of a delivery that fails comes ${delay} later.`,
      section,
      endpoint: null,
      basis: 'table',
      sends: `A purchase whose event is answered with 500, until attempt ${attempt} is due.`,
      needs: needsTime(latestMs + slack),
      requests,
      run: async (t) => {
        const { inbox, label, passTo } = await openFailing(t)
        for (let each = 2; each < attempt; each += 1) await passTo(windowOf(each).latestMs + slack / 2)
        await passTo(earliestMs - slack)
        // A delivery may come twice, so it is not the number that counts but that one comes in time.
        const before = inbox.arrivals(label.id).length
        await passTo(latestMs + slack)
        const found = await come(inbox, label.id, before + 1)
        expectThat(found > before, {
          expected: `an attempt between ${durationText(earliestMs - slack)} and ${durationText(latestMs + slack)}`,
          actual: `none; ${found} until then`,
        })
      },
    })
  }),
  active({
    id: 'HOOK-106',
    title: 'There are five attempts in total: none besides, and no sixth after them.',
    section,
    endpoint: null,
    sends: 'A purchase whose event is answered with 500, and three more days.',
    needs: ['control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const { passTo, countSpans } = await openFailing(t)
      await passTo(minutes(1))
      // An attempt may come twice within a minute, and then counts once.
      const ends = momentsFrom(2).flatMap((moment) => [moment - slack, moment + slack + minutes(1)])
      const made = 1 + (await countSpans(ends))
      await t.setup.of('Five attempts', async () =>
        expectThat(made >= 5, { expected: '5 attempts', actual: made }),
      )
      expectThat(made === 5, { expected: '5 attempts', actual: `attempts at ${made} times` })
      const further = await countSpans([windowOf(5).latestMs + hours(72)])
      expectThat(further === 0, { expected: 'no further attempt', actual: 'another in three more days' })
    },
  }),
  ...failures.map(([id, status, what]) =>
    active({
      id,
      title: `An attempt that is answered with ${status}, ${what}, is made again.`,
      section,
      endpoint: null,
      sends: `A purchase whose event is answered with ${status}, and five and a half minutes.`,
      needs: needsTime(minutes(5.5)),
      requests,
      run: async (t) => {
        const { inbox, label, passTo } = await openFailing(t, status)
        await passTo(minutes(4.5))
        // The first may have come twice.
        const before = inbox.arrivals(label.id).length
        await passTo(minutes(5.5))
        const found = await come(inbox, label.id, before + 1)
        expectThat(found > before, { expected: 'an attempt after 5 minutes', actual: 'none' })
      },
    }),
  ),
  ...successes.map(([id, status]) =>
    active({
      id,
      title: `A delivery that is answered with ${status} has succeeded, and is not made again.`,
      section,
      endpoint: null,
      sends: `A purchase whose event is answered with ${status}, and what comes when retries would.`,
      needs: ['control:clock', 'inbox'],
      requests,
      run: async (t) => {
        const { countAround } = await openReplying(t, () => ({ status }))
        const found = await countAround(momentsFrom(2))
        expectThat(found === 0, { expected: 'nothing when retries would come', actual: `${found} arrivals` })
      },
    }),
  ),
  active({
    id: 'HOOK-131',
    title: 'An attempt that succeeds ends the retries.',
    section,
    endpoint: null,
    basis: 'derived',
    sends:
      'A purchase whose event is answered with 500 and then with 200, and what comes when retries would.',
    needs: ['control:clock', 'inbox'],
    requests,
    run: async (t) => {
      let isUp = false
      const { passTo, countAround } = await openReplying(t, () => ({ status: isUp ? 200 : 500 }))
      await passTo(minutes(4.5))
      isUp = true
      await t.setup.of('The second attempt', async () => {
        const made = await countAround(momentsFrom(2).slice(0, 1))
        expectThat(made > 0, { expected: 'an attempt after 5 minutes', actual: 'none' })
      })
      const found = await countAround(momentsFrom(3))
      expectThat(found === 0, { expected: 'nothing when retries would come', actual: `${found} arrivals` })
    },
  }),
  active({
    id: 'HOOK-132',
    title: 'Every attempt of a delivery is about the same label.',
    section,
    endpoint: null,
    basis: 'table',
    sends: 'A purchase whose event is answered with 500, and what comes in the ten minutes after it.',
    needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const { inbox, label, passTo } = await openFailing(t)
      await passTo(minutes(4.5))
      const before = inbox.all().length
      await passTo(minutes(10))
      const ids = inbox.all().map(({ labelId }) => labelId)
      expectThat(ids.length > before && ids.every((id) => id === label.id), {
        expected: `every attempt for ${label.id}, and one after 5 minutes`,
        actual: ids,
      })
    },
  }),
  active({
    id: 'HOOK-133',
    title: 'Every attempt of a delivery is signed right.',
    section,
    endpoint: null,
    basis: 'derived',
    sends: 'A purchase whose event is answered with 500, and the second attempt.',
    needs: ['key:test', 'inbox', 'secret', wait(minutes(5.5))],
    requests,
    run: async (t) => {
      const { inbox, label, passTo } = await openFailing(t)
      await passTo(minutes(4.5))
      const before = inbox.arrivals(label.id).length
      await passTo(minutes(5.5))
      const found = await inbox.waitFor(label.id, before + 1)
      expectThat(found.length > before, { expected: 'an attempt after 5 minutes', actual: 'none' })
      for (const each of found) expectSigned(each, inbox.secret ?? '')
    },
  }),
]
