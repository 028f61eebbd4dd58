import { expectAnswer } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import { rule } from '../support/rules-on.ts'
import { expectVoidAccepted } from '../support/voiding.ts'
import { createAndBuyBatch } from './bought-batch.ts'

const needs = ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] as const

/** Buys a batch of one item, and returns the id of the label from its webhook event. */
async function buyLabelInBatch(t: RuleContext): Promise<string> {
  const inbox = await t.inbox()
  await createAndBuyBatch(t)
  await t.passTime(hours(1))
  const id = inbox.all().find(({ labelId }) => labelId !== undefined)?.labelId
  return (
    id ??
    t.notJudged(
      'no webhook event of a label of the batch came within an hour, so the rule knows none of its labels',
    )
  )
}

/** Rules that check that a client can void and download the labels of a batch like all other labels. */
export const madeLabelRules: readonly Rule[] = [
  rule('BATCH-029', 'A label that a batch made can be voided.')
    .on('voidLabel', { needs })
    .judges('STATES-11', 'SERVICE-15')
    .by(async (t) => expectVoidAccepted(t, await buyLabelInBatch(t))),
  rule('BATCH-030', 'A label that a batch made can be downloaded.')
    .with({ needs })
    .judges('ENDPOINTS-55', 'SERVICE-15')
    .by(async (t) => {
      const path = downloadPathOf(await buyLabelInBatch(t))
      const answer = await t.send({ method: 'GET', path, key: 'test' })
      expectAnswer(answer, isDownloadResponse(answer), 'the PDF')
    }),
]
