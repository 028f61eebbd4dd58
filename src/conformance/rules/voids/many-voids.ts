import { expectAccepted, expectError, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { active } from '../support/active.ts'
import { labelOf, ratesFor } from '../support/limit-requests.ts'
import { settleAll } from '../support/settle-all.ts'
import { expectVoided, voidLabel } from '../support/voiding.ts'

const dozen = 12
const atOnce = 10

/** Rules about many voids, one after another and at once, and about a void after a scan that no tracker has seen. */
export const manyVoidRules: readonly Rule[] = [
  active({
    id: 'VOID-112',
    judges: ['STATES-11'],
    title: 'Each of a dozen labels can be voided, one after another, and each of them once.',
    operation: 'voidLabel',
    needs: ['control:accounts'],
    requests: { createRates: 4, buyLabel: dozen, voidLabel: dozen + 2 },
    run: async (t) => {
      const ids: string[] = []
      for (const rate of await ratesFor(t, dozen)) ids.push(await labelOf(t, rate))
      for (const id of ids) await expectVoided(t, id)
      for (const id of [ids[0], ids.at(-1)]) {
        if (id !== undefined) expectError(await voidLabel(t, id), 'LABEL.VOID.ALREADY_REQUESTED')
      }
    },
  }),
  active({
    id: 'VOID-113',
    judges: ['STATES-16'],
    title: 'Of ten voids of a label at once, one is done and the others are refused as already requested.',
    operation: 'voidLabel',
    run: async (t) => {
      const { id } = await t.setup.label()
      const answers = await settleAll(Array.from({ length: atOnce }, () => voidLabel(t, id)))
      const done = answers.filter(isSuccess)
      for (const answer of answers) {
        if (!isSuccess(answer)) expectError(answer, 'LABEL.VOID.ALREADY_REQUESTED')
      }
      expectThat(done.length === 1, {
        expected: `1 of ${atOnce} voids accepted`,
        actual: `${done.length} accepted`,
        answer: done[1] ?? answers[0],
      })
    },
  }),
  active({
    id: 'VOID-114',
    judges: ['STATES-14'],
    title:
      'A label that was scanned a moment ago cannot be voided, though its tracker has not seen the scan yet.',
    operation: 'voidLabel',
    needs: ['control:accounts', 'control:scan'],
    run: async (t) => {
      const [scanned, other] = [await t.setup.label(), await t.setup.label()]
      for (const { trackingNumber, carrier } of [scanned, other]) {
        const body = { tracking_number: trackingNumber, carrier }
        await t.setup.works('The registration', t.call('registerTracker', { body }))
      }
      await t.account.scan(scanned.id)
      expectError(await voidLabel(t, scanned.id), 'LABEL.VOID.INELIGIBLE')
      expectAccepted(await voidLabel(t, other.id))
    },
  }),
]
