import { expectThat, summary } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { downloadOf, isDownload } from '../support/downloads.ts'
import { expectVoided } from '../support/voiding.ts'
import { boughtBatch } from './bought-batch.ts'

const needs = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

/** Buys a batch of one item and returns the id of its label, from the event. */
async function madeLabel(t: RuleContext): Promise<string> {
  const inbox = await t.inbox()
  await boughtBatch(t)
  await t.passTime(hours(1))
  const id = inbox.all().find(({ labelId }) => labelId !== undefined)?.labelId
  return id ?? t.notJudged('there was no event of the batch within an hour')
}

/** Rules about labels of batches, which are labels like all others. */
export const madeLabelRules: readonly Rule[] = [
  active({
    id: 'BATCH-029',
    judges: ['STATES-11', 'SERVICE-15'],
    title: 'A label that a batch made can be voided.',
    operation: 'voidLabel',
    needs,
    run: async (t) => expectVoided(t, await madeLabel(t)),
  }),
  active({
    id: 'BATCH-030',
    judges: ['ENDPOINTS-55', 'SERVICE-15'],
    title: 'A label that a batch made can be downloaded.',
    needs,
    run: async (t) => {
      const path = downloadOf(await madeLabel(t))
      const answer = await t.send({ method: 'GET', path, key: 'test' })
      expectThat(isDownload(answer), { expected: 'the PDF', actual: summary(answer), answer })
    },
  }),
]
