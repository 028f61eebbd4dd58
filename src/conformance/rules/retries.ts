import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import { durationText } from '../duration.ts'
import { expectThat } from '../expect.ts'
import { hours, minutes, seconds, wait } from '../need.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext, RuleInbox } from '../rule-context.ts'
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

/** Fails every attempt, and moves time to a moment after the purchase. */
async function openFailing(t: RuleContext, reply = { status: 500 }) {
  const inbox = await t.inbox()
  inbox.respond(() => reply)
  const { label } = await firstDelivery(t, inbox)
  let passedMs = 0
  return {
    inbox,
    label,
    passTo: async (momentMs: number): Promise<void> => {
      if (momentMs <= passedMs) return
      await t.passTime(momentMs - passedMs)
      passedMs = momentMs
    },
  }
}

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
    title: 'After five attempts that failed there is no sixth.',
    section,
    endpoint: null,
    sends: 'A purchase whose event is answered with 500, and three more days.',
    needs: ['control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const { inbox, label, passTo } = await openFailing(t)
      await passTo(windowOf(5).latestMs + slack)
      await t.setup.of('Five attempts', async () => {
        const made = await come(inbox, label.id, 5)
        expectThat(made >= 5, { expected: '5 attempts', actual: made })
      })
      const before = inbox.arrivals(label.id).length
      await passTo(windowOf(5).latestMs + hours(72))
      const found = inbox.arrivals(label.id).length
      expectThat(found === before, { expected: 'no further attempt', actual: `${found - before} more` })
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
        const { inbox, label, passTo } = await openFailing(t, { status })
        await passTo(minutes(5.5))
        const found = await come(inbox, label.id, 2)
        expectThat(found >= 2, { expected: 'a second attempt', actual: `${found} attempts` })
      },
    }),
  ),
  ...successes.map(([id, status]) =>
    active({
      id,
      title: `A delivery that is answered with ${status} has succeeded, and is not made again.`,
      section,
      endpoint: null,
      sends: `A purchase whose event is answered with ${status}, and what comes in the hour after it.`,
      needs: ['control:clock', 'inbox'],
      requests,
      run: async (t) => {
        const inbox = await t.inbox()
        inbox.respond(() => ({ status }))
        const { label } = await firstDelivery(t, inbox)
        await t.passTime(minutes(1))
        const before = inbox.arrivals(label.id).length
        await t.passTime(hours(1))
        const found = inbox.arrivals(label.id).length
        expectThat(found === before, { expected: `${before} arrivals`, actual: found })
      },
    }),
  ),
  active({
    id: 'HOOK-131',
    title: 'An attempt that succeeds ends the retries.',
    section,
    endpoint: null,
    basis: 'derived',
    sends: 'A purchase whose event is answered with 500 and then with 200, and two more days.',
    needs: ['control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const inbox = await t.inbox()
      inbox.respond((attempt) => ({ status: attempt === 1 ? 500 : 200 }))
      const { label } = await firstDelivery(t, inbox)
      await t.passTime(minutes(5.5))
      await t.setup.of('The second attempt', async () => {
        const made = await come(inbox, label.id, 2)
        expectThat(made >= 2, { expected: '2 attempts', actual: made })
      })
      await t.passTime(minutes(1))
      const before = inbox.arrivals(label.id).length
      await t.passTime(hours(48))
      const found = inbox.arrivals(label.id).length
      expectThat(found === before, { expected: `${before} arrivals`, actual: found })
    },
  }),
  active({
    id: 'HOOK-132',
    title: 'Every attempt of a delivery is about the same label.',
    section,
    endpoint: null,
    basis: 'table',
    sends: 'A purchase whose event is answered with 500, and what comes in the ten minutes after it.',
    needs: ['control:webhook', 'control:clock', 'inbox'],
    requests,
    run: async (t) => {
      const { inbox, label, passTo } = await openFailing(t)
      await passTo(minutes(10))
      await come(inbox, label.id, 2)
      const ids = inbox.all().map(({ labelId }) => labelId)
      expectThat(ids.length >= 2 && ids.every((id) => id === label.id), {
        expected: `every attempt for ${label.id}`,
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
      await passTo(minutes(5.5))
      const found = await inbox.waitFor(label.id, 2)
      expectThat(found.length >= 2, { expected: 'a second attempt', actual: `${found.length} attempts` })
      for (const each of found) expectSigned(each, inbox.secret ?? '')
    },
  }),
]
