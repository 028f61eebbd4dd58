import { rules as catalogue } from './catalogue.ts'
import type { ConformanceOptions } from './options.ts'
import type { ReceiverCaseFacts } from './receiver/case-facts.ts'
import { receiverCases as caseCatalogue } from './receiver/catalogue.ts'
import { runExamination } from './receiver/examination.ts'
import type { ExamineReceiverOptions } from './receiver/options.ts'
import type { Report } from './report/report.ts'
import type { RuleFacts } from './rule.ts'
import { runSuite } from './runner/run.ts'

export { BadInput } from './bad-input.ts'
export type { Exchange } from './http/answer.ts'
export type { Endpoint } from './http/operation.ts'
export type { ConformanceOptions } from './options.ts'
export type { ReceiverCaseFacts } from './receiver/case-facts.ts'
export type { CountEffects, ExamineReceiverOptions } from './receiver/options.ts'
export type {
  Leftover,
  Observation,
  ReasonKind,
  Report,
  RuleResult,
  Status,
  Stop,
  Summary,
} from './report/report.ts'
export type { RuleFacts } from './rule.ts'
export type { Section } from './section.ts'
export type { Need } from './target/need.ts'
export type { ProfileInput } from './target/profile.ts'

/** Every rule of the suite, in the order of reports; read-only. */
export const rules: readonly RuleFacts[] = catalogue

/**
 * Runs all rules, or those that the options select, against the service at a base URL, and resolves with the report.
 * Rejects with BadInput, before anything is sent, if the options cannot be used.
 * @example
 * const { summary } = await runConformance({ baseUrl: 'http://127.0.0.1:4010', only: ['RATE-*'] })
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { report } = await runSuite(options)
  return report
}

/** Every case of the receiver examination, in the order of reports; read-only. */
export const receiverCases: readonly ReceiverCaseFacts[] = caseCatalogue

/**
 * Sends deliveries to your own webhook endpoint, checks its responses, and resolves with the report. Sends nothing to
 * any other address. Rejects with BadInput, before anything is sent, if the options cannot be used. If the endpoint
 * does not respond, `stopped` of the report says so.
 * @example
 * const { summary } = await examineReceiver({ url: 'http://127.0.0.1:3000/hooks', secret: process.env.WEBHOOK_SECRET })
 */
export async function examineReceiver(options: ExamineReceiverOptions): Promise<Report> {
  const { report } = await runExamination(options)
  return report
}
