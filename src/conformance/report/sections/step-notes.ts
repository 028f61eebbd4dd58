import type { Exchange, ShownDelivery } from '../../http/answer.ts'
import { keyOfTheRule } from '../../target/key-variable.ts'
import type { RuleResult } from '../report.ts'

/** Builds the notes for users who want to repeat the requests of a rule. */
export function buildStepNotes({ exchanges, own_account, walk }: RuleResult): readonly string[] {
  if (walk !== null) return [aboutWalks]
  if (exchanges.length === 0) return []
  const usesOwnKey = exchanges.some(({ curl }) => curl.includes(keyOfTheRule))
  const hidesPeople = exchanges.some(({ request }) => request.body?.includes('"…"'))
  return [
    ...(own_account
      ? ["The ids in the steps belong to the rule's own account, which has been deleted."]
      : []),
    ...(usesOwnKey
      ? [`$${keyOfTheRule} is a key that the rule created or invented; $${keyOfTheRule}_2 is a second one.`]
      : []),
    ...(hidesPeople ? ['A "…" in a body replaces a text about people.'] : []),
  ]
}

const aboutWalks =
  'A walk names each value by its step: s3.rate is the cheapest rate in the response to s3; a and b are two clients. The script repeats the walk, on new accounts if the control protocol can create them.'

/**
 * Lists the shell variable of the API key that each step used, or `no key`. The list has empty texts for calls of the
 * control protocol, and for all steps if they used the same key.
 */
export function listStepKeys(exchanges: readonly Exchange[]): readonly string[] {
  const keys = exchanges.map(({ request, curl }) => {
    if (!request.url.includes('/v1/')) return ''
    const variable = /\$\{?(DRYDOCK_(?:[A-Z]{1,9}_)?KEY|KEY_OF_THE_RULE(?:_\d{1,4})?)\b/.exec(curl)?.[1]
    return variable === undefined ? 'no key' : `$${variable}`
  })
  const isSame = new Set(keys.filter((key) => key !== '')).size < 2
  return isSame ? keys.map(() => '') : keys
}

/** Returns the title of a webhook delivery: `attempt 2 for lbl_1, POST, 2026-01-02T03:04:05.678Z`. The event may name no label. */
export function renderDeliveryTitle({ attempt, label_id, method, received_at }: ShownDelivery): string {
  return `attempt ${attempt} ${label_id === null ? 'without a label id' : `for ${label_id}`}, ${method}, ${received_at}`
}

/** Returns the headers of a webhook delivery as one text. */
export function renderHeaderText({ headers }: ShownDelivery, between = ', '): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join(between)
}
