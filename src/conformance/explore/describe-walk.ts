import type { Exchange } from '../http/answer.ts'
import { quoteText } from '../http/curl.ts'
import { errorCodeOf } from '../http/expect.ts'
import { notRepeated, type WalkDescription } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { suiteVersion } from '../suite-version.ts'
import type { ControlClient } from '../target/control-client.ts'
import type { ControlCall } from './clients.ts'
import type { WalkFailure } from './exploration.ts'
import { stepsOf } from './oracles/oracle-runner.ts'
import { isReference } from './references.ts'
import { writeShellScript } from './shell-script.ts'
import { findingIdentityOf, type ShrunkWalk } from './shrinking.ts'
import type { Action, KeyName, ScriptLine, Step, StepId } from './step.ts'
import { endpointOf } from './walk-operations.ts'

/** Describes a failing random walk for a report. */
export function describeWalk(
  { number }: WalkFailure,
  shrunk: ShrunkWalk,
  by: { readonly seed: string; readonly control: Pick<ControlClient, 'url' | 'hasToken'> | undefined },
): WalkDescription {
  const { walk, found, again, tries, sent, isCut } = shrunk
  return {
    seed: by.seed,
    number,
    steps: describeSteps(walk),
    why: found.why,
    again: tries === 0 ? notRepeated : `${again} of ${tries}`,
    sent,
    isCut,
    script: JSON.stringify({
      format: 'walk/1',
      suite: suiteVersion,
      seed: walk.seed,
      breaks: findingIdentityOf(found),
      steps: walk.script,
    }),
    shell: writeShellScript({ ...walk, found }, by.control),
  }
}

/** Describes the steps of a random walk as numbered lines. */
export function describeSteps({ script, history }: ShrunkWalk['walk']): readonly string[] {
  const happened = new Map(history.flatMap(stepsOf).map((step) => [step.id, step]))
  const renderLine = (id: StepId, action: Action, sign = ' '): string =>
    `${id.padEnd(4)}${sign} ${describeAction(action)}${describeOutcome(happened.get(id))}`
  return script.flatMap((planned: ScriptLine) =>
    'lanes' in planned
      ? planned.lanes.flat().map(({ id, action }, index) => renderLine(id, action, index === 0 ? '┌' : '│'))
      : [renderLine(planned.id, planned.action)],
  )
}

/** Describes what a step led to: the status or the new time, and the number of webhook deliveries. */
function describeOutcome(step: Step | undefined): string {
  if (step === undefined) return ''
  const came = step.deliveries.length === 0 ? '' : `, ${step.deliveries.length} delivered`
  if (step.kind === 'clock') return ` -> ${new Date(step.toMs).toISOString()}${came}`
  if (step.kind !== 'call') return came
  if (step.answer === undefined) return ` -> no response${came}`
  const code = errorCodeOf(step.answer)
  return ` -> ${step.answer.status}${typeof code === 'string' ? ` ${code}` : ''}${came}`
}

/** Describes an action of a walk on one line: `a.live POST /v1/labels {rate_id: s2.rate}`. */
export function describeAction(action: Action): string {
  const { client } = action
  if (action.do === 'call') {
    const { operation, key, id, body } = action
    const place = endpointOf(operation).replace('{id}', () => (id === undefined ? '' : describeValue(id)))
    return [
      `${client}.${describeKey(key)}`,
      place,
      ...(body === undefined ? [] : [describeValue(body)]),
    ].join(' ')
  }
  const { do: what, client: _, ...rest } = action
  const details = Object.entries(rest).map(([name, value]) => `${name} ${describeValue(value)}`)
  return [`${client}:`, what, ...details].join(' ')
}

function describeKey(key: KeyName): string {
  return typeof key === 'string' ? key : `${key.$}.key`
}

/** Renders a value like JSON, but without quotes, and references to earlier steps as `s2.rate`. */
function describeValue(value: unknown): string {
  if (isReference(value)) {
    const { $, take } = value
    const at = 'at' in value && value.at !== undefined ? `[${value.at}]` : ''
    const change = 'with' in value && value.with !== undefined ? ` with ${describeValue(value.with)}` : ''
    const less = 'without' in value && value.without !== undefined ? ` without ${value.without}` : ''
    const count = 'times' in value && value.times !== undefined ? ` ${value.times} times` : ''
    return `${$}.${take}${at}${change}${less}${count}`
  }
  if (Array.isArray(value)) return `[${value.map(describeValue).join(', ')}]`
  if (!isObject(value)) return String(value)
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}: ${describeValue(each)}`)
    .join(', ')}}`
}

/** Converts a control-protocol call to an exchange for the report. Leaves out the response, because it may contain keys. */
export function toExchange(call: ControlCall, controlUrl: string | undefined): Exchange {
  const { method, path, status } = call
  const url = `${controlUrl ?? ''}${path}`
  const body = call.body === undefined ? null : JSON.stringify(call.body)
  const data =
    body === null ? [] : ['-H', quoteText('Content-Type: application/json'), '--data-raw', quoteText(body)]
  return {
    request: { method, url, headers: {}, body },
    response: { status, headers: {}, body: '' },
    failure: null,
    curl: ['curl', '-i', '-X', method, ...data, quoteText(url)].join(' '),
    duration_ms: 0,
  }
}
