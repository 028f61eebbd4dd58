import packageFile from '../../../package.json' with { type: 'json' }
import { createRedactor } from '../http/redaction.ts'
import { openSockets, type Sockets } from '../http/sending/sockets.ts'
import type { FinishedRun } from '../options.ts'
import { buildOverview } from '../report/causes.ts'
import type { Report, RuleResult } from '../report/report.ts'
import { createOutcomeOfError, type Outcome } from '../runner/outcome.ts'
import { selectById } from '../runner/selection.ts'
import type { ReceiverCase } from './case.ts'
import { createCaseContext } from './case-context.ts'
import { buildCaseResult } from './case-result.ts'
import { attributeForgeries } from './cases/forgeries.ts'
import { receiverCases } from './catalogue.ts'
import type { Delivery } from './delivery.ts'
import { createEffectsFactory, WrongCount } from './effects.ts'
import { createLiveness, type Liveness } from './liveness.ts'
import { type CheckedOptions, checkOptions, type ExamineReceiverOptions } from './options.ts'
import { isAccepted } from './reply.ts'
import { openSender, type Reply } from './sender.ts'

/** The version of the examination cases. A new case raises the second number. A change in what a case accepts raises the first. */
const examinationVersion = '1.0.0'

/** The maximum number of open connections to the receiver. */
const maxConnections = 32

/** The arguments of an examination that are not options of the library. */
interface ExaminationParts {
  readonly sockets?: Pick<Sockets, 'exchange' | 'close'>
  readonly effectCommand?: string | undefined
}

/** The state of a running receiver examination. */
interface Examination {
  readonly options: CheckedOptions
  readonly liveness: Liveness
  /** The receiver's response to the first delivery, which is genuine; undefined if none came. */
  readonly first: Reply | undefined
  readonly createEffects: ReturnType<typeof createEffectsFactory>
  readonly effectCommand: string | undefined
  redact(text: string): string
}

/**
 * Examines a webhook receiver. Returns the report, and a function that finds secrets in texts. Throws BadInput for
 * invalid options. `effectCommand` is the shell command that `countEffects` runs. Tests replace `sockets`.
 */
export async function runExamination(
  givenOptions: ExamineReceiverOptions,
  { sockets, effectCommand }: ExaminationParts = {},
): Promise<Pick<FinishedRun, 'report' | 'findSecret'>> {
  const options = checkOptions(givenOptions)
  const { url, secret, timeoutMs, signal } = options
  const cases = selectById(receiverCases, options)
  const redactor = createRedactor()
  redactor.addSecret(secret)
  for (const value of new URL(url).searchParams.values()) redactor.addSecret(value)
  const startedAt = new Date()
  const sender = openSender({
    url,
    secret,
    timeoutMs,
    redactor,
    version: packageFile.version,
    sockets: sockets ?? openSockets({ origin: new URL(url).origin, timeoutMs, connections: maxConnections }),
  })
  const liveness = createLiveness({ send: sender.send, url: redactor.conceal(url), signal })
  try {
    const first = await liveness.checkReceiver()
    const createEffects = createEffectsFactory({ count: options.countEffects ?? (() => 0), timeoutMs })
    const examination = { options, liveness, first, createEffects, effectCommand, redact: redactor.redact }
    const rules = attributeForgeries(await runCases(cases, examination))
    const report: Report = {
      tool: 'drydock',
      subject: 'receiver',
      version: packageFile.version,
      suite_version: examinationVersion,
      target: redactor.conceal(url),
      control: false,
      shard: null,
      started_at: startedAt.toISOString(),
      duration_ms: Date.now() - startedAt.getTime(),
      stopped: liveness.findStop(),
      ...buildOverview(rules),
      rules,
      observations: [],
      leftovers: [],
      spent_cents: 0,
      exploration: null,
      lost_cents: 0,
      requests: sender.count(),
      lost_requests: [],
    }
    return { report, findSecret: redactor.findSecret }
  } finally {
    await sender.close()
  }
}

/** Runs the examination cases one after the other, because each can change the state of the receiver. */
async function runCases(
  cases: readonly ReceiverCase[],
  examination: Examination,
): Promise<readonly RuleResult[]> {
  const { options, effectCommand, redact } = examination
  const results: RuleResult[] = []
  for (const each of cases) {
    const began = performance.now()
    const skip = findSkipReason(each, examination)
    const { outcome, replies } =
      skip === undefined ? await runCase(each, examination) : { outcome: skip, replies: [] }
    const durationMs = performance.now() - began
    const result = buildCaseResult(each, outcome, { options, effectCommand, replies, durationMs, redact })
    results.push(result)
    options.onResult?.(result, { done: results.length, total: cases.length })
  }
  return results
}

/** Runs one case. Returns its outcome and the replies to report: all, or only those for the event on which the app acted wrongly. */
async function runCase(
  each: ReceiverCase,
  { options, liveness, createEffects }: Examination,
): Promise<{ readonly outcome: Outcome; readonly replies: readonly Reply[] }> {
  const replies: Reply[] = []
  const { timeoutMs, statusUnauthorized } = options
  const send = async (delivery: Delivery): Promise<Reply> => {
    const reply = await liveness.send(delivery)
    replies.push(reply)
    return reply
  }
  const effects = createEffects(send)
  const error: unknown = await each
    .run(createCaseContext({ timeoutMs, statusUnauthorized, effects, send }))
    .catch((reason: unknown) => reason)
  await liveness.checkAfterRefusedConnection()
  // A case says nothing about a receiver that has ended in an earlier case and that no delivery has reached.
  const isUnreached = replies.length > 0 && replies.every(({ isRefused }) => isRefused)
  if (isUnreached && liveness.findStop() !== null) return { outcome: endedBefore, replies: [] }
  return {
    outcome: error === undefined ? { status: 'passed' } : createOutcomeOfError(error),
    replies:
      error instanceof WrongCount ? replies.filter(({ labelId }) => labelId === error.labelId) : replies,
  }
}

/** The outcome of a case that no delivery has judged, because the examination was interrupted or the receiver has ended. */
const endedBefore: Outcome = {
  status: 'skipped',
  reason: 'The examination ended before this case.',
  reasonKind: 'not_run',
}

/** Returns a skipped outcome for an examination case that cannot run or would prove nothing; undefined if the case can run. */
function findSkipReason(
  receiverCase: ReceiverCase,
  { options, liveness, first }: Examination,
): Outcome | undefined {
  if (liveness.findStop() !== null) {
    return endedBefore
  }
  if (receiverCase.needsEffects === true && options.countEffects === undefined) {
    return {
      status: 'skipped',
      reason: 'Needs a command that prints how often the app acted on an event.',
      reasonKind: 'capability',
      unlock: ['--effect-command'],
    }
  }
  if (receiverCase.runsWithoutAcceptance !== true && (first === undefined || !isAccepted(first))) {
    return {
      status: 'skipped',
      reason: `The receiver responds to a genuine delivery with ${first?.status ?? 'nothing'}, so its other responses prove nothing. Correct RECV-001 first, or give the correct --secret.`,
      reasonKind: 'not_observed',
      because: 'RECV-001',
    }
  }
  return undefined
}
