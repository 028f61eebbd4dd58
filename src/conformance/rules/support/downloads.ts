import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectThat, isSuccess, summary } from '../../http/expect.ts'
import { TransportFailure } from '../../http/failures.ts'
import { pathOf } from '../../http/operation.ts'
import { showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'

/** The path of a label's download. */
export const downloadOf = (id: string): string => `${pathOf('getLabel', id)}/download`

const isRedirect = ({ status }: Answer): boolean => [301, 302, 303, 307, 308].includes(status)

/** Whether an answer is a download: the PDF, or a redirect to it. */
export function isDownload(answer: Answer): boolean {
  return isSuccess(answer) || isRedirect(answer)
}

/** Judges that an answer is a PDF. Throws RuleBroken. */
export function expectPdf(t: RuleContext, answer: Answer): void {
  if (isRedirect(answer)) t.notJudged('the PDF is kept elsewhere, and redirects are not followed')
  const start = answer.body.subarray(0, 5).toString('latin1')
  const end = answer.body.subarray(-1_024).toString('latin1')
  expectThat(isSuccess(answer) && start === '%PDF-' && end.includes('%%EOF'), {
    expected: 'a 2xx answer with a PDF, from its %PDF- to its %%EOF',
    actual: isSuccess(answer)
      ? `${answer.body.length} bytes that begin with ${showValue(start)}`
      : summary(answer),
    answer,
  })
}

/** The answer at a label's `label_url`. The key is sent only to the target, so a URL of another origin cannot be opened with it. */
export async function openLabelUrl(t: RuleContext, labelUrl: string, key: 'test' | 'live'): Promise<Answer> {
  const { origin } = URL.canParse(labelUrl) ? new URL(labelUrl) : new URL(t.baseUrl)
  const isForeign = origin !== new URL(t.baseUrl).origin
  const elsewhere = `label_url leads to ${origin}, which is not the target, so that no key was sent there`
  try {
    const answer = await t.send({ method: 'GET', path: labelUrl, key })
    return isForeign && !isSuccess(answer) ? t.notJudged(elsewhere) : answer
  } catch (error) {
    if (isForeign && error instanceof TransportFailure) t.notJudged(`${elsewhere}, and nobody answers`)
    throw error
  }
}

/** Buys a label and downloads it as a setup. */
export async function openDownload(
  t: RuleContext,
): Promise<{ readonly id: string; readonly answer: Answer }> {
  const { id } = await t.setup.label()
  const answer = await t.send({ method: 'GET', path: downloadOf(id), key: 'test' })
  await t.setup.of('The download of a label', async () => expectAnswer(answer, isDownload(answer), 'the PDF'))
  return { id, answer }
}
