import { BadInput } from '../../src/conformance/bad-input.ts'
import { runExamination } from '../../src/conformance/receiver/examination.ts'
import { createProgress } from '../../src/conformance/report/console-progress.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { writeReports } from '../../src/conformance/report/report-files.ts'
import { createEffectCounter } from '../effect-command.ts'
import {
  createChoiceReader,
  createIntegerReader,
  httpUrl,
  positiveDurationMs,
  secret as secretText,
  text,
} from '../files/reader.ts'
import { createOutputStreams, readRequestedReports } from '../files/report-writing.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { defineArgument, defineListOption, defineOption, defineOptionWithDefault } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { isRewritable } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'
import { catchStopBeforeCommand } from '../stop-signal.ts'

const url = defineArgument({
  name: 'URL',
  describe: 'your endpoint; nothing is sent to any other address',
  reader: httpUrl,
})

const secret = defineOption({
  name: 'secret',
  describe: 'the signing secret that the endpoint verifies with',
  reader: secretText,
  variable: 'DRYDOCK_WEBHOOK_SECRET',
})

const statusUnauthorized = defineOptionWithDefault({
  name: 'status-unauthorized',
  describe: 'the status with which the endpoint refuses a wrong signature',
  reader: createIntegerReader({ min: 400, max: 499 }),
  otherwise: '401',
})

const timeout = defineOptionWithDefault({
  name: 'timeout',
  setting: 'webhook-examine-timeout',
  describe: 'maximum time for one response, and for the app to act',
  reader: positiveDurationMs,
  otherwise: '10s',
})

const only = defineListOption({
  name: 'only',
  setting: 'webhook-examine-only',
  describe: 'cases to run: ids or globs such as RECV-01* (repeatable)',
  reader: text,
})

const skip = defineListOption({
  name: 'skip',
  setting: 'webhook-examine-skip',
  describe: 'cases to skip: ids or globs (repeatable)',
  reader: text,
})

const reports = defineListOption({
  name: 'report',
  setting: 'webhook-examine-report',
  describe: 'FORMAT[=FILE] out of console, json, junit, html, markdown, tap, github (repeatable)',
  reader: text,
})

const failOn = defineOptionWithDefault({
  name: 'fail-on',
  setting: 'webhook-examine-fail-on',
  describe:
    'which failed cases give exit status 1: error (those that the specification requires) or advice (any)',
  reader: createChoiceReader(['error', 'advice']),
  otherwise: 'error',
})

const effectCommand = defineOption({
  name: 'effect-command',
  describe:
    'a shell command that prints how often the app acted on an event; it gets the data.id as $1 and $DRYDOCK_LABEL_ID',
  reader: text,
})

export const webhookExamine: Command = {
  arguments: [url],
  options: [secret, statusUnauthorized, timeout, only, skip, reports, failOn, effectCommand],
  examples: [
    {
      line: 'drydock webhook examine http://127.0.0.1:3000/hooks --secret $SECRET',
      does: 'Send genuine, forged and odd deliveries to your endpoint, and check its responses',
    },
    {
      line: 'drydock webhook examine http://127.0.0.1:3000/hooks --secret $SECRET --report junit=out.xml',
      does: 'Write a report for a CI job',
    },
    {
      line: 'drydock webhook examine http://127.0.0.1:3000/hooks --secret $SECRET --effect-command ./count.sh',
      does: 'Check also whether the app acted once on each event',
    },
  ],
  lostOutputStatus: 3,
  run: async (input) => {
    try {
      return await examineAndReport(input)
    } catch (error) {
      if (error instanceof BadInput) throw new SetupError(error.message)
      throw error
    }
  },
}

async function examineAndReport(input: CommandInput): Promise<number> {
  const key = input.get(secret)
  if (key === undefined) {
    throw new UsageError('Give the signing secret of the endpoint with --secret or DRYDOCK_WEBHOOK_SECRET.')
  }
  const wanted = readRequestedReports(input.get(reports))
  const { signal } = catchStopBeforeCommand()
  const command = input.get(effectCommand)
  const progress = isRewritable(process.stderr)
    ? createProgress({
        write: (line) => process.stderr.write(line),
        isTTY: true,
        columns: process.stderr.columns,
      })
    : undefined
  const options = {
    url: input.get(url),
    secret: key,
    statusUnauthorized: input.get(statusUnauthorized),
    timeoutMs: input.get(timeout),
    only: input.get(only),
    skip: input.get(skip),
    failOn: input.get(failOn),
    signal,
    ...(command !== undefined && { countEffects: createEffectCounter(command) }),
    ...(progress !== undefined && { onResult: progress.showResult }),
  }
  const finished = await runExamination(options, { effectCommand: command }).finally(progress?.end)
  return writeReports(finished, wanted, createOutputStreams()) ? exitStatusOf(finished.report) : 3
}
