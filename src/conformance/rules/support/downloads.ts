import type { Answer } from '../../http/answer.ts'
import { describeAnswer, expectAnswer, expectThat, isSuccess } from '../../http/expect.ts'
import { TransportFailure } from '../../http/failures.ts'
import { pathOf } from '../../http/operation.ts'
import { showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'

/** Returns the path of a label's download. */
export const downloadPathOf = (id: string): string => `${pathOf('getLabel', id)}/download`

const isRedirect = ({ status }: Answer): boolean => [301, 302, 303, 307, 308].includes(status)

/** Returns true if a response is a download: the PDF, or a redirect to it. */
export function isDownloadResponse(answer: Answer): boolean {
  return isSuccess(answer) || isRedirect(answer)
}

/** Checks that a response is a PDF. Throws RuleBroken. */
export function expectPdf(t: RuleContext, answer: Answer): void {
  if (isRedirect(answer))
    t.notJudged('the download redirects to another URL, which the suite does not follow')
  const start = answer.body.subarray(0, 5).toString('latin1')
  const end = answer.body.subarray(-1_024).toString('latin1')
  expectThat(isSuccess(answer) && start === '%PDF-' && end.includes('%%EOF'), {
    expected: 'a 2xx response with a PDF, from %PDF- to %%EOF',
    actual: isSuccess(answer)
      ? `${answer.body.length} bytes that begin with ${showValue(start)}`
      : describeAnswer(answer),
    answer,
  })
}

/**
 * Requests a label's `label_url` and returns the response. Does not send the key to another origin than the target's. If
 * such an origin returns no success, ends the rule as skipped.
 */
export async function requestLabelUrl(
  t: RuleContext,
  labelUrl: string,
  key: 'test' | 'live',
): Promise<Answer> {
  const { origin } = URL.canParse(labelUrl) ? new URL(labelUrl) : new URL(t.baseUrl)
  const isForeign = origin !== new URL(t.baseUrl).origin
  const elsewhere = `label_url leads to ${origin}, which is not the target, so the suite sent no key there`
  try {
    const answer = await t.send({ method: 'GET', path: labelUrl, key })
    return isForeign && !isSuccess(answer) ? t.notJudged(elsewhere) : answer
  } catch (error) {
    if (isForeign && error instanceof TransportFailure) t.notJudged(`${elsewhere}, and no response came`)
    throw error
  }
}

/** Buys a label and downloads its PDF in the setup of a rule. Returns the label's id and the response to the download. */
export async function buyAndDownloadLabel(
  t: RuleContext,
): Promise<{ readonly id: string; readonly answer: Answer }> {
  const { id } = await t.setup.label()
  const answer = await t.send({ method: 'GET', path: downloadPathOf(id), key: 'test' })
  await t.setup.of('The download of a label', async () =>
    expectAnswer(answer, isDownloadResponse(answer), 'the PDF'),
  )
  return { id, answer }
}
